/** The type that the subjects of a relation have, or its objects. Where it is not certain, none is named. */
import type { SchemaQueries } from './schema-queries';
import { numberIn } from './schema-queries';
import type { Tally } from './profiles';
import type { TypeOrder } from './type-order';

interface Side {
  readonly relation: string;
  readonly end: 'subject' | 'object';
  readonly facts: number;
  readonly tally: Tally;
  /** Types that are named for it, such as by a declaration or by its id; the first that fits is taken. */
  readonly hints: readonly string[];
}

interface Choice {
  readonly type: string;
  /** Types of those few nodes that stand there and do not have it. */
  readonly strangers: readonly string[];
}

/** A type that so many have is taken, and the others are remembered as strangers. */
const NEARLY_ALL = 0.98;
/** Of few nodes it is chance which narrow types they share. */
const ENOUGH = 10;
/** More subclasses than these are not asked about by name. */
const MOST_BELOW = 300;

export async function chooseType(
  asking: SchemaQueries,
  typing: string,
  order: TypeOrder,
  counts: ReadonlyMap<string, number>,
  { relation, end, facts, tally, hints }: Side,
): Promise<Choice | undefined> {
  if (!facts) return undefined;
  const withAbove = upwards(tally, order);
  const likely = [...withAbove]
    .filter(([type, most]) => most >= facts * NEARLY_ALL && !order.isGeneral(type))
    .map(([type]) => type);
  const size = (type: string): number => counts.get(type) || Infinity;
  const certain = (type: string): boolean => (tally.get(type) ?? 0) >= facts;
  const narrowest = [...likely].sort(
    (left, right) =>
      Number(certain(right)) - Number(certain(left)) || size(left) - size(right) || (left < right ? -1 : 1),
  );
  const inOrder = facts >= ENOUGH ? narrowest : widest(likely, order);
  const tried = [...hints.filter((hint) => likely.includes(hint)), ...inOrder].slice(0, 3);
  for (const type of tried) {
    if (certain(type)) return { type, strangers: [] };
    const strangers = await strangersOf(asking, typing, order, { relation, end, facts }, type);
    if (strangers) return { type, strangers };
  }
  return undefined;
}

/** The one that all others imply; none where they are of different kinds. */
function widest(types: readonly string[], order: TypeOrder): readonly string[] {
  return types.filter((type) => types.every((other) => order.above(other).has(type)));
}

/** How many facts have a node of the type, or of one that includes it: at most, as a node may have several. */
function upwards(tally: Tally, order: TypeOrder): Tally {
  const all = new Map<string, number>();
  for (const [type, facts] of tally)
    for (const above of order.above(type)) all.set(above, (all.get(above) ?? 0) + facts);
  return all;
}

/** Nothing where they are too many, or where some have no type at all. */
async function strangersOf(
  asking: SchemaQueries,
  typing: string,
  order: TypeOrder,
  { relation, end, facts }: Pick<Side, 'relation' | 'end' | 'facts'>,
  type: string,
): Promise<readonly string[] | undefined> {
  const below = [...order.below(type)];
  if (below.length > MOST_BELOW) return undefined;
  const node = end === 'subject' ? '?s' : '?o';
  const within =
    below.length === 1
      ? `${node} <${typing}> <${type}>`
      : `${node} <${typing}> ?own . FILTER (?own IN (${below.map((one) => `<${one}>`).join(', ')}))`;
  const found = await asking.rows(
    `SELECT ?type (COUNT(*) AS ?n) { ?s <${relation}> ?o . FILTER NOT EXISTS { ${within} } OPTIONAL { ${node} <${typing}> ?type } } GROUP BY ?type`,
  );
  if (!found?.whole) return undefined;
  const rows = found.rows.filter(([, count]) => numberIn(count) > 0);
  const most = Math.max(0, ...rows.map(([, count]) => numberIn(count)));
  if (most > facts * (1 - NEARLY_ALL)) return undefined;
  return rows.every(([one]) => one?.type === 'uri') ? rows.map(([one]) => one?.value ?? '') : undefined;
}
