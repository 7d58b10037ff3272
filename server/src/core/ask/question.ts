/** Characters: more is no question, and costs what a text costs. */
export const MAX_QUESTION_LENGTH = 2000;

/** Why something is no question that can be asked; undefined where it can. */
export function questionProblem(question: string): string | undefined {
  if (!question.trim()) return 'The question is empty. Enter a question.';
  return question.length > MAX_QUESTION_LENGTH
    ? `The question is longer than ${MAX_QUESTION_LENGTH} characters. Ask for one thing, in a sentence or two.`
    : undefined;
}
