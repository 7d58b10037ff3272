/**
 * Checks the candidates of a strategy: the verifiers, the run, the back-translation, and whether the query asks the question.
 * If one fails, the next is checked.
 */
import type { Attempt } from '../repair/attempt';
import type { RepairSession } from '../repair/repair-session';
import { bestOf } from '../repair/compare-attempts';
import { certainFindings, faultsOf, isChecked, isEmpty } from '../repair/checks';
import { isSameQuery, tryQuery } from '../repair/try-query';
import type { RepairEvent } from '../repair/repair-events';
import type { CandidateQuery } from './ask-events';
import { confidenceFactor } from './confidence';
import type { StrategyOutcome } from './strategy';

interface CheckedCandidates {
  /** The best candidate with an answer. */
  readonly attempt: Attempt | undefined;
  /** All candidates with their findings. */
  readonly considered: readonly CandidateQuery[];
}

/** Limits the checked candidates. The first one without a fault ends the check. */
const MAX_CHECKED = 3;

export async function* checkCandidates(
  { considered, repair, judged = false }: Pick<StrategyOutcome, 'considered' | 'repair' | 'judged'>,
  session: RepairSession,
): AsyncGenerator<RepairEvent, CheckedCandidates> {
  const known = repair?.attempts ?? [];
  const checked = new Map<CandidateQuery, Attempt>();
  for (const candidate of inCheckOrder(considered)) {
    session.signal.throwIfAborted();
    if (isLessLikely(candidate, checked)) break;
    const { query, execution } = candidate;
    const attempt =
      known.findLast((other) => isSameQuery(other.query, query)) ??
      (yield* tryQuery(session, { by: 'search', query, ...(execution && { execution }) }, checked.size));
    checked.set(candidate, attempt);
    if (judged && isAnAnswer(attempt)) break;
    if (!faultsOf(attempt).length && !isEmpty(attempt)) break;
    if (checked.size >= MAX_CHECKED) break;
  }
  const answers = [...checked.values()].filter(isAnAnswer);
  const best = judged ? answers[0] : (findMostConfident(checked) ?? bestOf(answers, undefined));
  return {
    attempt: best,
    considered: considered.map((candidate) => withCheck(candidate, checked.get(candidate), best)),
  };
}

/** Returns undefined if a confidence is unknown. A likely candidate with a fault can beat an unlikely one without. */
function findMostConfident(checked: ReadonlyMap<CandidateQuery, Attempt>): Attempt | undefined {
  const answers = [...checked].filter(([, attempt]) => isAnAnswer(attempt));
  if (!answers.every(([{ confidence }]) => confidence !== undefined)) return undefined;
  return answers.reduce<readonly [CandidateQuery, Attempt] | undefined>(
    (best, next) => (best && checkedConfidence(best) >= checkedConfidence(next) ? best : next),
    undefined,
  )?.[1];
}

/** Whether a checked candidate is at least as likely, even with its faults. */
function isLessLikely(
  { confidence }: CandidateQuery,
  checked: ReadonlyMap<CandidateQuery, Attempt>,
): boolean {
  return (
    confidence !== undefined &&
    [...checked].some((other) => isAnAnswer(other[1]) && checkedConfidence(other) >= confidence)
  );
}

function checkedConfidence([{ confidence = 0 }, attempt]: readonly [CandidateQuery, Attempt]): number {
  return confidence * confidenceFactor(attempt);
}

/** The chosen candidate first, then the others. Candidates without an answer are skipped. */
function inCheckOrder(considered: readonly CandidateQuery[]): readonly CandidateQuery[] {
  const candidates = considered.filter(({ answers }) => answers === undefined || answers.length > 0);
  const chosen = candidates.find((candidate) => candidate.chosen);
  return chosen ? [chosen, ...candidates.filter((candidate) => candidate !== chosen)] : candidates;
}

/** Excludes queries with a strong finding and queries that differ from the gold query. */
function isAnAnswer(attempt: Attempt): boolean {
  const { execution, agreement } = attempt;
  if (agreement?.by === 'gold' && agreement.verdict === 'different') return false;
  return execution?.status === 'answered' && !certainFindings(attempt).length && !isEmpty(attempt);
}

function withCheck(
  candidate: CandidateQuery,
  attempt: Attempt | undefined,
  best: Attempt | undefined,
): CandidateQuery {
  if (!attempt) return { ...candidate, chosen: false };
  const { findings, execution, answers } = attempt;
  return {
    ...candidate,
    findings,
    checked: isChecked(attempt),
    ...(execution && { execution }),
    ...(answers && { answers }),
    chosen: attempt === best,
  };
}
