/** Gold run on the KB, and what comes held against the answers of the dataset. */
import { goldQueryOf } from '../run-gold';
import { answerKey } from '../score/answer-key';
import { isUnanswerable, readingOf, type LintCheck, type LintScene, type Told } from './lint-finding';

export const answersDiffer: LintCheck = async (scene) => {
  const { question, schema, run } = scene;
  if (!run) return [];
  const told: Told[] = [];
  for (const [at, parse] of question.gold.parses.entries()) {
    const query = goldQueryOf(parse, schema);
    if (query === undefined) continue;
    const { execution, answers } = await run(query);
    if (execution.status !== 'answered')
      told.push({ rule: 'not-run', message: `${readingOf(question, at)}${execution.message}` });
    else if (execution.incomplete)
      told.push({ rule: 'not-run', message: `${readingOf(question, at)}${execution.incomplete.message}` });
    const message = answers && parse.answers && differenceOf(answers, parse.answers, scene);
    if (message !== undefined)
      told.push({ rule: 'answers-differ', message: `${readingOf(question, at)}${message}` });
  }
  return told;
};

function differenceOf(
  given: readonly string[],
  gold: readonly string[],
  { question, shape, schema: { namespace } }: LintScene,
): string | undefined {
  // A count of nothing is no answer, where there is said to be none.
  const found = spellings(isUnanswerable(question) && given.join() === '0' ? [] : given, namespace);
  const wanted = spellings(gold, namespace);
  const missing = notAmong(wanted, found);
  // SimpleQuestions has one answer of perhaps many.
  const more = shape === 'simplequestions' ? [] : notAmong(found, wanted);
  if (!missing.length && !more.length) return undefined;
  if (isUnanswerable(question) && !wanted.size)
    return `The question is called unanswerable, but the KB gives ${listed(more)}. Is this the KB that the dataset is for?`;
  const parts = [
    ...(missing.length ? [`does not give ${listed(missing)}`] : []),
    ...(more.length ? [`gives ${listed(more)} besides`] : []),
  ];
  return `Of ${wanted.size} gold ${wanted.size === 1 ? 'answer' : 'answers'}, the KB ${parts.join(' and ')}. Mend the answers or the query; or is this not the KB that the dataset is for?`;
}

/** Each by what it counts as. */
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
