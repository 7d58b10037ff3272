/** Runs gold on the KB and compares the answers with the dataset. */
import { goldQueryOf } from '../run-gold';
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
    const query = goldQueryOf(parse, schema);
    if (query === undefined) continue;
    const { execution, answers } = await run(query);
    if (execution.status !== 'answered')
      problems.push({ rule: 'not-run', message: `${parseLabel(question, at)}${execution.message}` });
    else if (execution.incomplete)
      problems.push({
        rule: 'not-run',
        message: `${parseLabel(question, at)}${execution.incomplete.message}`,
      });
    const message = answers && parse.answers && differenceOf(answers, parse.answers, context);
    if (message !== undefined)
      problems.push({ rule: 'answers-differ', message: `${parseLabel(question, at)}${message}` });
  }
  return problems;
};

function differenceOf(
  given: readonly string[],
  gold: readonly string[],
  { question, shape, schema: { namespace } }: LintContext,
): string | undefined {
  // A count of 0 is no answer to an unanswerable question.
  const found = spellings(isUnanswerable(question) && given.join() === '0' ? [] : given, namespace);
  const wanted = spellings(gold, namespace);
  const missing = notAmong(wanted, found);
  // SimpleQuestions lists only one answer.
  const more = shape === 'simplequestions' ? [] : notAmong(found, wanted);
  if (!missing.length && !more.length) return undefined;
  if (isUnanswerable(question) && !wanted.size)
    return `The question is marked unanswerable, but the KB gives ${listed(more)}. Check that this is the KB of the dataset.`;
  const parts = [
    ...(missing.length ? [`does not give ${listed(missing)}`] : []),
    ...(more.length ? [`also gives ${listed(more)}`] : []),
  ];
  return `Of ${wanted.size} gold ${wanted.size === 1 ? 'answer' : 'answers'}, the KB ${parts.join(' and ')}. Fix the answers or the query, or check that this is the KB of the dataset.`;
}

/** By their normalized form. */
function spellings(answers: readonly string[], namespace: string): ReadonlyMap<string, string> {
  return new Map(answers.map((answer) => [answerKey(answer, namespace), answer]));
}

function notAmong(
  answers: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): readonly string[] {
  return [...answers].flatMap(([key, answer]) => (others.has(key) ? [] : [answer]));
}

function listed(answers: readonly string[]): string {
  const shown = answers
    .slice(0, 3)
    .map((answer) => (answer.length > 60 ? `${answer.slice(0, 60)}…` : answer));
  return `${shown.join(', ')}${answers.length > 3 ? ` and ${answers.length - 3} more` : ''}`;
}
