/** Chooses the type that all, or nearly all, subjects or objects of a relation have. */
import type { SchemaQueries } from './schema-queries';
import { toNumber } from './schema-queries';
import type { TypeCounts } from './profiles';
import type { TypeOrder } from './type-order';

interface Side {
  readonly relation: string;
  readonly end: 'subject' | 'object';
  readonly facts: number;
  readonly tally: TypeCounts;
  /** Preferred types, from a declaration or from the id; the first that fits is chosen. */
  readonly hints: readonly string[];
}

interface Choice {
  readonly type: string;
  /** The types of the few nodes that do not have the chosen type. */
  readonly exceptions: readonly string[];
}

/** A type is chosen if at least this share of the nodes has it; the types of the other nodes are exceptions. */
const MIN_SHARE = 0.98;
/** With fewer facts it is a coincidence which narrow types the nodes share. */
const MIN_FACTS = 10;
/** Types with more subclasses than this are not queried for exceptions. */
const MAX_SUBCLASSES = 300;

export async function chooseType(
  queries: SchemaQueries,
  typing: string,
  order: TypeOrder,
  counts: ReadonlyMap<string, number>,
  { relation, end, facts, tally, hints }: Side,
): Promise<Choice | undefined> {
  if (!facts) return undefined;
  const likely = [...addIncluded(tally, order)]
    .filter(([type, count]) => count >= facts * MIN_SHARE && !order.isGeneral(type))
    .map(([type]) => type);
  const size = (type: string): number => counts.get(type) || Infinity;
  const isCertain = (type: string): boolean => (tally.get(type) ?? 0) >= facts;
  const narrowest = [...likely].sort(
    (left, right) =>
      Number(isCertain(right)) - Number(isCertain(left)) ||
      size(left) - size(right) ||
      (left < right ? -1 : 1),
  );
  const ranked = facts >= MIN_FACTS ? narrowest : findWidest(likely, order);
  const candidates = [...hints.filter((hint) => likely.includes(hint)), ...ranked].slice(0, 3);
  for (const type of candidates) {
    if (isCertain(type)) return { type, exceptions: [] };
    const exceptions = await findExceptions(queries, typing, order, { relation, end, facts }, type);
    if (exceptions) return { type, exceptions };
  }
  return undefined;
}

/** Returns the types that all others include. */
function findWidest(types: readonly string[], order: TypeOrder): readonly string[] {
  return types.filter((type) => types.every((other) => order.above(other).has(type)));
}

/** Adds the counts of each type to the types that it includes. A node with several types is counted several times. */
function addIncluded(tally: TypeCounts, order: TypeOrder): TypeCounts {
  const all = new Map<string, number>();
  for (const [type, facts] of tally)
    for (const above of order.above(type)) all.set(above, (all.get(above) ?? 0) + facts);
  return all;
}

/** Returns undefined if there are too many exceptions, or some have no type. */
async function findExceptions(
  queries: SchemaQueries,
  typing: string,
  order: TypeOrder,
  { relation, end, facts }: Pick<Side, 'relation' | 'end' | 'facts'>,
  type: string,
): Promise<readonly string[] | undefined> {
  const below = [...order.below(type)];
  if (below.length > MAX_SUBCLASSES) return undefined;
  const node = end === 'subject' ? '?s' : '?o';
  const within =
    below.length === 1
      ? `${node} <${typing}> <${type}>`
      : `${node} <${typing}> ?own . FILTER (?own IN (${below.map((iri) => `<${iri}>`).join(', ')}))`;
  const found = await queries.rows(
    `SELECT ?type (COUNT(*) AS ?n) { ?s <${relation}> ?o . FILTER NOT EXISTS { ${within} } OPTIONAL { ${node} <${typing}> ?type } } GROUP BY ?type`,
  );
  if (!found?.isComplete) return undefined;
  const rows = found.rows.filter(([, count]) => toNumber(count) > 0);
  const largest = Math.max(0, ...rows.map(([, count]) => toNumber(count)));
  if (largest > facts * (1 - MIN_SHARE)) return undefined;
  return rows.every(([term]) => term?.type === 'uri') ? rows.map(([term]) => term?.value ?? '') : undefined;
}
