/** Compares the answers of a question with its other fields. */
import { answerKeys } from '../score/answer-key';
import { isUnanswerable, type LintCheck, type LintProblem } from './lint-finding';

/** With fewer facts, a question with one of these functions cannot have more answers. */
const GROWING: ReadonlySet<string> = new Set(['none', '<', '<=', '>', '>=']);

export const answerContradictions: LintCheck = ({ question }) => {
  const { parses, ideal, missing, answerability, function: asked } = question.gold;
  const known = parses.flatMap(({ answers }) => (answers ? [answers] : []));
  const some = known.some(({ length }) => length > 0);
  const problems: LintProblem[] = [];
  if (known.length && !some && !isUnanswerable(question))
    problems.push({
      rule: 'no-answers',
      message: `There are no answers${answerability ? ', but the question is marked answerable' : ''}. Add answers, or mark it unanswerable.`,
    });
  if (some && isUnanswerable(question))
    problems.push({
      rule: 'contradiction',
      message: `The question is marked unanswerable (${answerability ?? ''}), but has answers. Correct one of the two.`,
    });
  if (answerability === 'answerable' && missing?.length)
    problems.push({
      rule: 'contradiction',
      message: `The question is marked answerable, but ${missing.join(', ')} is listed as missing. Correct one of the two.`,
    });
  // With several parses, it is not known to which one the ideal answers belong.
  const comparable = parses.length === 1 && GROWING.has(asked ?? '');
  const strangers = ideal && comparable ? notAmong(known.flat(), ideal) : [];
  if (strangers.length)
    problems.push({
      rule: 'contradiction',
      message: `${strangers.slice(0, 3).join(', ')}${strangers.length > 3 ? ' and others' : ''} ${strangers.length === 1 ? 'is an answer' : 'are answers'} on the reduced KB but not on the complete one. Add what is missing to the ideal answers.`,
    });
  return problems;
};

function notAmong(answers: readonly string[], others: readonly string[]): readonly string[] {
  const known = answerKeys(others);
  return [...answerKeys(answers)].filter((answer) => !known.has(answer));
}
