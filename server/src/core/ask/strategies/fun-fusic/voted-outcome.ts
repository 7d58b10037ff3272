/** The outcome of fun-fusic if the attempts of the repair loop decide, without the weights of ranked candidates. */
import type { Attempt } from '../../../repair/attempt';
import { isChecked, isEmpty } from '../../../repair/checks';
import type { RepairTrace } from '../../../repair/repair-events';
import type { CandidateQuery } from '../../ask-events';
import type { Votes } from '../../ask-ports';
import type { StrategyOutcome } from '../../strategy';

export function toVotedOutcome(trace: RepairTrace, votes: Votes): StrategyOutcome {
  const { attempts, result } = trace;
  const { kind, level, explanation, missing, nearest, round } = result;
  const chosen = attempts.find((attempt) => attempt.round === round);
  const hasAnswer = kind === 'repaired' && chosen !== undefined && !isEmpty(chosen);
  const others = attempts.filter((attempt) => attempt !== chosen);
  const { confidence, because } = confidenceOf(trace, chosen);
  return {
    considered: [
      ...(chosen ? [toCandidate(chosen, hasAnswer || kind === 'unanswerable')] : []),
      ...others.map((attempt) => toCandidate(attempt, false)),
    ],
    verdict: hasAnswer ? 'answer' : kind === 'unanswerable' || kind === 'failed' ? kind : 'nothing',
    ...(level && { level }),
    confidence,
    because,
    explanation,
    ...(missing && { missing }),
    ...(nearest && { nearest }),
    rounds: attempts.length,
    repair: trace,
    // A later check must not change what the published vote has decided.
    judged: votes === 'published',
  };
}

/** Heuristics, not probabilities: highest for a query that passed every check, lower for the vote, lowest for the rest. */
function confidenceOf(
  { result: { basis, support } }: RepairTrace,
  chosen: Attempt | undefined,
): Pick<StrategyOutcome, 'confidence' | 'because'> {
  if (!chosen) return { confidence: 0, because: [] };
  const rounds =
    chosen.round === 0 ? 'at once' : `after ${chosen.round} ${chosen.round === 1 ? 'repair' : 'repairs'}`;
  if (basis === 'verified')
    return { confidence: 0.8 - 0.05 * chosen.round, because: [`The query passed every check ${rounds}.`] };
  if (support)
    return {
      confidence: 0.3 + (0.3 * support.agreeing) / support.of,
      because: [
        `${support.agreeing} of ${support.of} queries give this answer, but none passed every check.`,
      ],
    };
  return { confidence: 0.3, because: ['No query passed every check; this one has the fewest problems.'] };
}

export function toCandidate(attempt: Attempt, chosen: boolean): CandidateQuery {
  const { query, findings, execution, answers, thought, round, agreement } = attempt;
  return {
    query,
    score: -round,
    because: [thought, agreement?.explanation].flatMap((text) => (text ? [text] : [])),
    findings,
    checked: isChecked(attempt),
    ...(execution && { execution }),
    ...(answers && { answers }),
    chosen,
  };
}
