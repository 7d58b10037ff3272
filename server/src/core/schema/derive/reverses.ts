/** Finds pairs of inverse relations. */
import { addToList } from '../../language/text/multimap';
import { formatIris, toBatches, toNumber, type SchemaQueries } from './schema-queries';
import type { Profiles, RelationProfile, TypeCounts } from './profiles';
import type { SchemaSurvey } from './survey';

/** With fewer facts the reverse may be a coincidence. */
const MIN_FACTS = 2;

type Pair = readonly [left: string, right: string];

/** Maps each relation to its reverse, in both directions. A symmetric relation has none. */
export async function findReverses(
  queries: SchemaQueries,
  { declarations }: SchemaSurvey,
  { relations }: Profiles,
): Promise<ReadonlyMap<string, string>> {
  const reverses = new Map<string, string>();
  const addPair = (left: string, right: string): void => {
    if (reverses.has(left) || reverses.has(right)) return;
    reverses.set(left, right);
    reverses.set(right, left);
  };
  for (const [left, right] of declarations.inverses)
    if (relations.has(left) && relations.has(right)) addPair(left, right);

  // Inverse relations have the same type counts with subjects and objects swapped, so few pairs have to be queried.
  const byFingerprint = new Map<string, string[]>();
  const candidates: Pair[] = [];
  for (const [relation, profile] of relations) {
    if (profile.nodes < MIN_FACTS || profile.nodes < profile.facts || reverses.has(relation)) continue;
    for (const other of byFingerprint.get(fingerprint(profile, profile.objects, profile.subjects)) ?? [])
      candidates.push([other, relation]);
    addToList(byFingerprint, fingerprint(profile, profile.subjects, profile.objects), relation);
  }
  const isOpen = ([left, right]: Pair): boolean => !reverses.has(left) && !reverses.has(right);
  const facts = (relation: string): number => relations.get(relation)?.facts ?? 0;
  // Many pairs in one query, as values: Virtuoso needs long to plan a pattern with a relation that it has not seen before.
  for (const batch of toBatches(filterLazily(candidates, isOpen), ([left]) => facts(left))) {
    const counts = new Map<string, number>();
    await queries.each(
      [batch],
      (pairs) =>
        `SELECT ?left ?right (COUNT(*) AS ?n) { VALUES (?left ?right) { ${pairs.map((pair) => `(${formatIris(pair)})`).join(' ')} } ?s ?left ?o . ?o ?right ?s } GROUP BY ?left ?right`,
      ([left, right, count]) => counts.set(`${left?.value} ${right?.value}`, toNumber(count)),
      () => undefined,
    );
    for (const [left, right] of batch)
      if (counts.get(`${left} ${right}`) === facts(left)) addPair(left, right);
  }
  return reverses;
}

/** Tests an item only when it is needed. */
function* filterLazily<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (isWanted(item)) yield item;
}

function fingerprint({ nodes }: RelationProfile, from: TypeCounts, to: TypeCounts): string {
  const sorted = (counts: TypeCounts): unknown =>
    [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([nodes, sorted(from), sorted(to)]);
}
