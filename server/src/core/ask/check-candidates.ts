/**
 * The candidates of every strategy pass the same checks: the verifiers, the run, the back-translation, and whether the query
 * asks the question. If one fails, the next is checked.
 */
import type { Attempt } from '../repair/attempt';
import type { RepairSession } from '../repair/repair-session';
import { bestOf } from '../repair/compare-attempts';
import { certainOf, faultsOf, isChecked, isEmpty } from '../repair/checks';
import { sameWords, tryQuery } from '../repair/try-query';
import type { RepairEvent } from '../repair/repair-events';
import type { CandidateQuery } from './ask-events';
import { confidenceFactor } from './confidence';

interface CheckedCandidates {
  /** The best candidate with an answer. */
  readonly attempt: Attempt | undefined;
  /** All candidates with their findings. */
  readonly considered: readonly CandidateQuery[];
}

/** Candidates that are checked, unless one has no fault. */
const MAX_TURNS = 3;

export async function* checkCandidates(
  considered: readonly CandidateQuery[],
  session: RepairSession,
  /** Attempts that the repair loop has checked already. */
  known: readonly Attempt[],
): AsyncGenerator<RepairEvent, CheckedCandidates> {
  const looked = new Map<CandidateQuery, Attempt>();
  for (const candidate of inTurn(considered)) {
    session.signal.throwIfAborted();
    if (isLessLikely(candidate, looked)) break;
    const before = known.findLast(({ query }) => sameWords(query, candidate.query));
    const attempt = before ?? (yield* look(candidate, session, looked.size));
    looked.set(candidate, attempt);
    if (!faultsOf(attempt).length && !isEmpty(attempt)) break;
    if (looked.size >= MAX_TURNS) break;
  }
  const best = likeliest(looked) ?? bestOf([...looked.values()].filter(isAnAnswer), undefined);
  return { attempt: best, considered: considered.map((each) => withFound(each, looked.get(each), best)) };
}

/** With known confidences, a likely candidate with a fault may still beat an unlikely one without. */
function likeliest(looked: ReadonlyMap<CandidateQuery, Attempt>): Attempt | undefined {
  const answers = [...looked].filter(([, attempt]) => isAnAnswer(attempt));
  if (!answers.every(([{ confidence }]) => confidence !== undefined)) return undefined;
  return answers.reduce<readonly [CandidateQuery, Attempt] | undefined>(
    (best, next) => (best && leftOf(best) >= leftOf(next) ? best : next),
    undefined,
  )?.[1];
}

function isLessLikely({ confidence }: CandidateQuery, looked: ReadonlyMap<CandidateQuery, Attempt>): boolean {
  return (
    confidence !== undefined &&
    [...looked].some((before) => isAnAnswer(before[1]) && leftOf(before) >= confidence)
  );
}

function leftOf([{ confidence = 0 }, attempt]: readonly [CandidateQuery, Attempt]): number {
  return confidence * confidenceFactor(attempt);
}

/** The chosen candidate first, then the others. Candidates without an answer are skipped. */
function inTurn(considered: readonly CandidateQuery[]): readonly CandidateQuery[] {
  const fit = considered.filter(({ answers }) => answers === undefined || answers.length > 0);
  const chosen = fit.find((each) => each.chosen);
  return chosen ? [chosen, ...fit.filter((each) => each !== chosen)] : fit;
}

async function* look(
  { query, execution }: CandidateQuery,
  session: RepairSession,
  turn: number,
): AsyncGenerator<RepairEvent, Attempt> {
  return yield* tryQuery(session, { by: 'search', query, ...(execution && { execution }) }, turn);
}

/** A query with a strong finding, or one that is known to ask something else, is not an answer even if it was run. */
function isAnAnswer(attempt: Attempt): boolean {
  const { execution, agreement } = attempt;
  if (agreement?.by === 'gold' && agreement.verdict === 'different') return false;
  return execution?.status === 'answered' && !certainOf(attempt).length && !isEmpty(attempt);
}

function withFound(
  each: CandidateQuery,
  attempt: Attempt | undefined,
  best: Attempt | undefined,
): CandidateQuery {
  if (!attempt) return { ...each, chosen: false };
  const { findings, execution, answers } = attempt;
  return {
    ...each,
    findings,
    checked: isChecked(attempt),
    ...(execution && { execution }),
    ...(answers && { answers }),
    chosen: attempt === best,
  };
}
