/** Runs gold queries on the KB and compares the answers with those of the dataset. */
import { toGoldQuery } from '../run-gold';
import { answerKey } from '../score/answer-key';
import {
  isUnanswerable,
  parseLabel,
  type LintCheck,
  type LintContext,
  type LintProblem,
} from './lint-finding';

export const answersDiffer: LintCheck = async (context) => {
  const { question, schema, run } = context;
  if (!run) return [];
  const problems: LintProblem[] = [];
  for (const [at, parse] of question.gold.parses.entries()) {
    const query = toGoldQuery(parse, schema);
    if (query === undefined) continue;
    const { execution, answers } = await run(query);
    const label = parseLabel(question, at);
    if (execution.status !== 'answered')
      problems.push({ rule: 'not-run', message: `${label}${execution.message}` });
    else if (execution.incomplete)
      problems.push({ rule: 'not-run', message: `${label}${execution.incomplete.message}` });
    const message = answers && parse.answers && describeDifference(answers, parse.answers, context);
    if (message !== undefined) problems.push({ rule: 'answers-differ', message: `${label}${message}` });
  }
  return problems;
};

function describeDifference(
  answers: readonly string[],
  gold: readonly string[],
  { question, shape, schema: { namespace } }: LintContext,
): string | undefined {
  // For an unanswerable question, a count of 0 is no answer.
  const actual = byKey(isUnanswerable(question) && answers.join() === '0' ? [] : answers, namespace);
  const expected = byKey(gold, namespace);
  const missing = findExtra(expected, actual);
  // SimpleQuestions lists only one answer.
  const extra = shape === 'simplequestions' ? [] : findExtra(actual, expected);
  if (!missing.length && !extra.length) return undefined;
  if (isUnanswerable(question) && !expected.size)
    return `The question is marked unanswerable, but the KB gives ${formatAnswers(extra)}. Check that this is the KB of the dataset.`;
  const parts = [
    ...(missing.length ? [`does not give ${formatAnswers(missing)}`] : []),
    ...(extra.length ? [`also gives ${formatAnswers(extra)}`] : []),
  ];
  return `Of ${expected.size} gold ${expected.size === 1 ? 'answer' : 'answers'}, the KB ${parts.join(' and ')}. Fix the answers or the query, or check that this is the KB of the dataset.`;
}

/** Maps normalized answers to their original text. */
function byKey(answers: readonly string[], namespace: string): ReadonlyMap<string, string> {
  return new Map(answers.map((answer) => [answerKey(answer, namespace), answer]));
}

function findExtra(
  answers: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): readonly string[] {
  return [...answers].flatMap(([key, answer]) => (others.has(key) ? [] : [answer]));
}

function formatAnswers(answers: readonly string[]): string {
  const shown = answers
    .slice(0, 3)
    .map((answer) => (answer.length > 60 ? `${answer.slice(0, 60)}…` : answer));
  return `${shown.join(', ')}${answers.length > 3 ? ` and ${answers.length - 3} more` : ''}`;
}
