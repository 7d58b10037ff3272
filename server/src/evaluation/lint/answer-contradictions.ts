/** Compares the answers of a question with its other fields. */
import { answerKeys } from '../score/answer-key';
import { isUnanswerable, type LintCheck, type LintProblem } from './lint-finding';

/** A question with one of these functions cannot have more answers on a KB with fewer facts. */
const MONOTONIC_FUNCTIONS: ReadonlySet<string> = new Set(['none', '<', '<=', '>', '>=']);

export const answerContradictions: LintCheck = ({ question }) => {
  const { parses, ideal, missing, answerability, function: goldFunction } = question.gold;
  const known = parses.flatMap(({ answers }) => (answers ? [answers] : []));
  const hasAnswers = known.some(({ length }) => length > 0);
  const problems: LintProblem[] = [];
  if (known.length && !hasAnswers && !isUnanswerable(question))
    problems.push({
      rule: 'no-answers',
      message: `There are no answers${answerability ? ', but the question is marked answerable' : ''}. Add answers, or mark it unanswerable.`,
    });
  if (hasAnswers && isUnanswerable(question))
    problems.push({
      rule: 'contradiction',
      message: `The question is marked unanswerable (${answerability ?? ''}), but has answers. Correct one of the two.`,
    });
  if (answerability === 'answerable' && missing?.length)
    problems.push({
      rule: 'contradiction',
      message: `The question is marked answerable, but ${missing.join(', ')} is listed as missing. Correct one of the two.`,
    });
  // With several parses, it is unknown which one the ideal answers belong to.
  const isComparable = parses.length === 1 && MONOTONIC_FUNCTIONS.has(goldFunction ?? '');
  const extra = ideal && isComparable ? findExtra(known.flat(), ideal) : [];
  if (extra.length)
    problems.push({
      rule: 'contradiction',
      message: `${extra.slice(0, 3).join(', ')}${extra.length > 3 ? ' and others' : ''} ${extra.length === 1 ? 'is an answer' : 'are answers'} on the reduced KB but not on the complete one. Add what is missing to the ideal answers.`,
    });
  return problems;
};

function findExtra(answers: readonly string[], others: readonly string[]): readonly string[] {
  const known = answerKeys(others);
  return [...answerKeys(answers)].filter((answer) => !known.has(answer));
}
