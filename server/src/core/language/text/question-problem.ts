/** In characters. Longer texts are not one question, and cost as much as a document. */
const MAX_QUESTION_LENGTH = 2000;

/** Why a text cannot be asked as a question. */
export function questionProblem(question: string): string | undefined {
  if (!question.trim()) return 'The question is empty. Enter a question.';
  return question.length > MAX_QUESTION_LENGTH
    ? `The question is longer than ${MAX_QUESTION_LENGTH} characters. Ask for one thing, in a sentence or two.`
    : undefined;
}
