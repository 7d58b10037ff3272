/** Characters: more is no question, and costs what a text costs. */
export const LONGEST_QUESTION = 2000;

/** Why something is no question that can be asked; undefined where it can. */
export function problemWith(question: string): string | undefined {
  if (!question.trim()) return 'The question is empty. Enter a question.';
  return question.length > LONGEST_QUESTION
    ? `The question is longer than ${LONGEST_QUESTION} characters. Ask for one thing, in a sentence or two.`
    : undefined;
}
