/** Which of two attempts is better. The given query wins ties. */
import type { Attempt } from './attempt';
import { certainFindings, faultsOf, isEmpty } from './checks';
import { scopesOf } from '../schema/inference/scopes';
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { relationCost } from '../schema/inference/relation-cost';

/** Negative if the left one is better; 0 if they differ only in wording. */
export function compareAttempts(left: Attempt, right: Attempt): number {
  for (const cost of COSTS) {
    const difference = cost(left) - cost(right);
    if (difference) return difference;
  }
  return 0;
}

/** Costs of an attempt, the most important first. An answer to another question is worse than none. */
const COSTS: readonly ((attempt: Attempt) => number)[] = [
  (attempt) => certainFindings(attempt).length,
  ({ execution }) => (execution === undefined ? 1 : execution.status === 'answered' ? 0 : 2),
  ({ agreement }) => Number(agreement?.verdict === 'different'),
  (attempt) => Number(isEmpty(attempt)),
  ({ agreement }) => Number(agreement?.verdict !== 'same'),
  (attempt) => faultsOf(attempt).length,
];

/** The best attempt; ties go to the one nearest to the given query, then to the earliest. */
export function bestOf(attempts: readonly Attempt[], given: string | undefined): Attempt | undefined {
  const [first, ...others] = attempts;
  if (!first) return undefined;
  return others.reduce((best, next) => {
    const difference =
      compareAttempts(next, best) ||
      (given === undefined ? 0 : wordDistance(given, next) - wordDistance(given, best));
    return difference < 0 ? next : best;
  }, first);
}

/** The number of words that differ, in any position. */
function wordDistance(given: string, { query }: Attempt): number {
  const left = countWords(given);
  const right = countWords(query);
  let distance = 0;
  for (const word of new Set([...left.keys(), ...right.keys()]))
    distance += Math.abs((left.get(word) ?? 0) - (right.get(word) ?? 0));
  return distance;
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.split(/\s+/)) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** From this cost on, two relations share at most their domain. */
const MIN_UNRELATED_COST = 2.8;

/**
 * Whether a change replaces a relation with an unrelated one. It may have answers, but without a
 * question nobody asked for them.
 */
export function isUnrelatedChange(given: QueryModel, proposal: QueryModel, schema: KbSchema): boolean {
  const [before, after] = [relationsOf(given, schema), relationsOf(proposal, schema)];
  const removed = [...before].filter((id) => !after.has(id));
  const added = [...after].filter((id) => !before.has(id));
  return (
    removed.length > 0 &&
    added.length > 0 &&
    added.every((id) =>
      removed.every(
        (other) =>
          schema.relation(other)?.reverse !== id && relationCost(schema, other, id) >= MIN_UNRELATED_COST,
      ),
    )
  );
}

function relationsOf({ query }: QueryModel, schema: KbSchema): ReadonlySet<string> {
  return new Set(scopesOf(query).relations.flatMap(({ iri }) => schema.idOf(iri.iri) ?? []));
}
