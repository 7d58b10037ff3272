/** What a dataset says of answers, held against what else it says of them. */
import { answerKeys } from '../score/answer-key';
import { isUnanswerable, type LintCheck, type Told } from './lint-finding';

/** A KB with fewer facts can give no more answers to these. */
const GROWING: ReadonlySet<string> = new Set(['none', '<', '<=', '>', '>=']);

export const answersTold: LintCheck = ({ question }) => {
  const { parses, ideal, missing, answerability, function: asked } = question.gold;
  const known = parses.flatMap(({ answers }) => (answers ? [answers] : []));
  const some = known.some(({ length }) => length > 0);
  const told: Told[] = [];
  if (known.length && !some && !isUnanswerable(question))
    told.push({
      rule: 'no-answers',
      message: `There are no answers${answerability ? ', but the question is called answerable' : ''}. Give them, or call it unanswerable.`,
    });
  if (some && isUnanswerable(question))
    told.push({
      rule: 'contradiction',
      message: `The question is called unanswerable (${answerability ?? ''}), but has answers. Take one of the two back.`,
    });
  if (answerability === 'answerable' && missing?.length)
    told.push({
      rule: 'contradiction',
      message: `The question is called answerable, but ${missing.join(', ')} is said to be missing. Take one of the two back.`,
    });
  // Of several readings, nobody says whose the ideal answers are.
  const comparable = parses.length === 1 && GROWING.has(asked ?? '');
  const strangers = ideal && comparable ? notAmong(known.flat(), ideal) : [];
  if (strangers.length)
    told.push({
      rule: 'contradiction',
      message: `${strangers.slice(0, 3).join(', ')}${strangers.length > 3 ? ' and others' : ''} ${strangers.length === 1 ? 'is an answer' : 'are answers'} on the KB from which parts were taken, but not on the whole one. Add to the ideal answers what is missing there.`,
    });
  return told;
};

function notAmong(answers: readonly string[], others: readonly string[]): readonly string[] {
  const known = answerKeys(others);
  return [...answerKeys(answers)].filter((answer) => !known.has(answer));
}
