/** What was ranked as forms that are run, and how likely each is in the end. */
import type { KbSchema } from '../../../schema/schema';
import type { SExpr } from '../../../logical-form/sexpr';
import type { CandidateQuery } from '../../ask-events';
import type { Candidate } from '../../../candidates/enumerate/candidate';
import type { Ranking } from '../../../candidates/rank/rank';
import { candidateOrder } from '../../../candidates/rank/candidate-order';
import { filterByGender } from './gender-filter';
import { describeCandidate, reasonsFor } from './describe-candidate';

/** A form to be run. */
export interface RankedForm {
  readonly expr: SExpr;
  readonly path: string;
  readonly score: number;
  readonly because: readonly string[];
  /** Where it is one of those that were ranked. */
  readonly place?: number;
  readonly candidate?: Candidate;
}

/** In the order in which they are run. */
export function formsOf(ranking: Ranking, most: number, schema: KbSchema): readonly RankedForm[] {
  return candidateOrder(ranking, most).flatMap((place): readonly RankedForm[] => {
    const ranked = ranking.ranked[place];
    if (!ranked) return [];
    const { candidate, score } = ranked;
    const path = describeCandidate(candidate);
    const form = {
      expr: candidate.expr,
      path,
      score,
      because: reasonsFor(candidate, ranking),
      place,
      candidate,
    };
    const narrowed = filterByGender(ranking.asked.words, candidate, schema);
    return narrowed ? [{ ...form, expr: narrowed, path: `${path}, of one sex` }, form] : [form];
  });
}

/** By their scores, the others are so much less likely than the one that answers first; what each leaves out is counted by itself. */
export function withConfidence(
  considered: readonly CandidateQuery[],
  chosen: CandidateQuery,
  confidence: number,
  left: (one: CandidateQuery) => number,
): readonly CandidateQuery[] {
  return considered.map((one) => ({
    ...one,
    confidence: confidence * left(one) * Math.min(1, Math.exp(one.score - chosen.score)),
  }));
}
