/** Relations that say the same from the other end. */
import { numberIn, type SchemaQueries } from './schema-queries';
import type { Profiles, RelationProfile, Tally } from './profiles';
import type { SchemaSurvey } from './survey';

/** One pair of facts may be mirrored by chance. */
const ENOUGH = 2;

/** Each relation with its reverse, both ways. What mirrors itself, as being married does, has none. */
export async function findReverses(
  asking: SchemaQueries,
  { declared }: SchemaSurvey,
  { relations }: Profiles,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const pair = (left: string, right: string): void => {
    if (found.has(left) || found.has(right)) return;
    found.set(left, right);
    found.set(right, left);
  };
  for (const [left, right] of declared.inverses)
    if (relations.has(left) && relations.has(right)) pair(left, right);

  // The types on both ends of mirrored relations are the same numbers, turned round: few pairs are left to ask for.
  const byPrint = new Map<string, string[]>();
  const candidates: (readonly [string, string])[] = [];
  for (const [relation, profile] of relations) {
    if (profile.nodes < ENOUGH || profile.nodes < profile.facts || found.has(relation)) continue;
    for (const other of byPrint.get(print(profile, profile.objects, profile.subjects)) ?? [])
      candidates.push([other, relation]);
    const own = print(profile, profile.subjects, profile.objects);
    byPrint.set(own, [...(byPrint.get(own) ?? []), relation]);
  }
  for (const [left, right] of candidates) {
    if (found.has(left) || found.has(right)) continue;
    const query = `SELECT (COUNT(*) AS ?n) { ?s <${left}> ?o . ?o <${right}> ?s }`;
    const mirrored = await asking.rows(query);
    if (mirrored?.whole && numberIn(mirrored.rows[0]?.[0]) === relations.get(left)?.facts) pair(left, right);
  }
  return found;
}

function print({ nodes }: RelationProfile, from: Tally, to: Tally): string {
  const tally = (of: Tally): unknown => [...of].sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([nodes, tally(from), tally(to)]);
}
