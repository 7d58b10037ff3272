/** In characters. A longer text is not one question, and costs as much as a document. */
const MAX_QUESTION_LENGTH = 2000;

/** Returns why a text is not a valid question, or undefined. */
export function questionProblem(question: string): string | undefined {
  if (!question.trim()) return 'The question is empty. Enter a question.';
  return question.length > MAX_QUESTION_LENGTH
    ? `The question is longer than ${MAX_QUESTION_LENGTH} characters. Ask for one thing, in a sentence or two.`
    : undefined;
}
