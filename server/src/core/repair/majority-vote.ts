/** Self-consistency: the attempts vote with their answers. Empty answers do not count. */
import type { Attempt } from './attempt';
import { groupBy } from '../language/text/multimap';
import { certainFindings, faultsOf, mayVote, isEmpty } from './checks';
import type { Usage } from '../model/language-model';
import { requestStructured } from '../model/structured-reply';
import { REPLIES } from '../model/prompts/replies';
import type { RepairPorts } from './repair-ports';

interface Majority {
  readonly answers: readonly string[];
  readonly attempts: readonly Attempt[];
  readonly support: { readonly agreeing: number; readonly of: number };
}

/** Attempts that failed only on intent or emptiness, and the last one if it has no strong finding. */
export function votingAttempts(attempts: readonly Attempt[]): readonly Attempt[] {
  const last = attempts.at(-1);
  return attempts.filter(
    (attempt) =>
      attempt.answers !== undefined &&
      (mayVote(attempt) || (attempt === last && !certainFindings(attempt).length)),
  );
}

/** A single vote confirms nothing. */
const MIN_VOTES = 2;

/** The most frequent answer, if at least half of the pool gave it, independent of their order. */
export function majorityOf(pool: readonly Attempt[]): Majority | undefined {
  const [first] = rankAnswers(pool);
  if (!first) return undefined;
  const [attempts, answers] = first;
  const support = { agreeing: attempts.length, of: pool.length };
  return support.agreeing >= MIN_VOTES && support.agreeing * 2 >= support.of
    ? { answers, attempts, support }
    : undefined;
}

/** The attempts that vote in the published code: all that failed only on intent or emptiness, also if their queries are equal. */
export function publishedPool(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter((attempt) => attempt.answers !== undefined && mayVote(attempt));
}

/** The first of the most frequent answers, if two attempts gave it, whatever their share is. */
export function publishedMajorityOf(attempts: readonly Attempt[]): Majority | undefined {
  const pool = publishedPool(attempts);
  const votes = [...groupByAnswers(pool).values()];
  const most = Math.max(...votes.map(({ length }) => length), MIN_VOTES);
  const first = votes.find(({ length }) => length === most);
  return (
    first && {
      answers: first[0]?.answers ?? [],
      attempts: first,
      support: { agreeing: most, of: pool.length },
    }
  );
}

type VotedAnswer = readonly [attempts: readonly Attempt[], answers: readonly string[]];

/** By number of votes, then by agreement and faults, then by the answers. */
function rankAnswers(pool: readonly Attempt[]): readonly VotedAnswer[] {
  return [...groupByAnswers(pool)]
    .sort(
      ([leftKey, left], [rightKey, right]) =>
        right.length - left.length ||
        countAgreeing(right) - countAgreeing(left) ||
        fewestFaults(left) - fewestFaults(right) ||
        (leftKey < rightKey ? -1 : 1),
    )
    .map(([, attempts]) => [attempts, attempts[0]?.answers ?? []]);
}

/** In the order of the first attempt with each answer. */
function groupByAnswers(pool: readonly Attempt[]): ReadonlyMap<string, readonly Attempt[]> {
  const answered = pool.filter((attempt) => !isEmpty(attempt));
  return groupBy(answered, ({ answers }) => JSON.stringify(answers));
}

function countAgreeing(attempts: readonly Attempt[]): number {
  return attempts.filter(({ agreement }) => agreement?.verdict === 'same').length;
}

function fewestFaults(attempts: readonly Attempt[]): number {
  return Math.min(...attempts.map((attempt) => faultsOf(attempt).length));
}

/** Without a model: the attempt with the fewest problems, then the earliest. */
export function fewestProblems(attempts: readonly Attempt[]): Attempt | undefined {
  return [...attempts].sort(
    (left, right) =>
      faultsOf(left).length - faultsOf(right).length ||
      left.findings.length - right.findings.length ||
      left.round - right.round,
  )[0];
}

/** Queries that ask the question, but whose answer is empty. */
export function agreeingButEmpty(pool: readonly Attempt[]): readonly Attempt[] {
  return pool.filter((attempt) => attempt.agreement?.verdict === 'same' && isEmpty(attempt));
}

/** Lets the model choose the attempt whose back-translation is closest to the question. */
export async function chooseReading(
  question: string,
  attempts: readonly Attempt[],
  { model, prompts }: NonNullable<RepairPorts['model']>,
  onProgress: (part: string) => void,
  signal: AbortSignal,
): Promise<{ readonly chosen: Attempt | undefined; readonly usage: Usage }> {
  const readings = attempts.flatMap(({ reading }, index) => {
    const words = reading?.question.replace(/\s+/g, ' ');
    return words === undefined ? [] : [`${index + 1}. ${words}`];
  });
  const messages = prompts.render('choose-reading', { question, readings: readings.join('\n') });
  const request = { purpose: 'choose-reading', messages };
  const reply = await requestStructured(model, request, REPLIES['choose-reading'], onProgress, signal);
  return {
    chosen: reply.status === 'ok' ? attempts[reply.value.choice - 1] : undefined,
    usage: { calls: reply.calls, tokens: reply.usage },
  };
}
