/** Finds pairs of inverse relations. */
import { addToList } from '../../language/text/multimap';
import type { SchemaQueries } from './schema-queries';
import type { Profiles, RelationProfile, TypeCounts } from './profiles';
import type { SchemaSurvey } from './survey';

/** With fewer facts the reverse may be a coincidence. */
const MIN_FACTS = 2;

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
  const candidates: (readonly [string, string])[] = [];
  for (const [relation, profile] of relations) {
    if (profile.nodes < MIN_FACTS || profile.nodes < profile.facts || reverses.has(relation)) continue;
    for (const other of byFingerprint.get(fingerprint(profile, profile.objects, profile.subjects)) ?? [])
      candidates.push([other, relation]);
    addToList(byFingerprint, fingerprint(profile, profile.subjects, profile.objects), relation);
  }
  for (const [left, right] of candidates) {
    if (reverses.has(left) || reverses.has(right)) continue;
    const count = await queries.number(`SELECT (COUNT(*) AS ?n) { ?s <${left}> ?o . ?o <${right}> ?s }`);
    if (count !== undefined && count === relations.get(left)?.facts) addPair(left, right);
  }
  return reverses;
}

function fingerprint({ nodes }: RelationProfile, from: TypeCounts, to: TypeCounts): string {
  const sorted = (counts: TypeCounts): unknown =>
    [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([nodes, sorted(from), sorted(to)]);
}
