/**
 * Candidates that the schema allows for an entity although the KB has no such facts about it. If one of them scores higher
 * than every real candidate, the KB probably lacks the facts.
 */
import type { KbSchema } from '../../schema/schema';
import { endTypeOf, leadsToMediator } from '../surroundings/directions';
import type { Hop } from '../surroundings/surroundings';
import { isSystem } from '../../schema/domain-index';
import { createCandidate, type Candidate } from '../enumerate/candidate';
import { pathCandidate } from '../enumerate/entity-paths';
import { pathKey } from '../enumerate/duplicates';
import type { LinkedEntity, Linking } from '../../question/linking/linking';
import { contentWordsOutside } from '../../language/english/words';
import { overlaps } from '../../language/text/range';
import type { EnumerationPorts } from '../enumerate/enumerate';
import type { LinkedQuestion } from './linked-question';

/** The relations that queries use most. */
const MAX_RELATIONS = 300;
const MAX_RELATIONS_OF_MEDIATOR = 8;
/** Candidates that cover no word of the question: those that queries use most. */
const MAX_UNMENTIONED = 100;

/**
 * They have the start, the count and the number of answers of the best candidate. Those that are rarely used and cover no word of the
 * question are left out.
 */
export function hypotheticalCandidates(
  best: Candidate,
  candidates: Iterable<Candidate>,
  { words }: Pick<LinkedQuestion, 'words'>,
  { schema, isUncovered }: Pick<EnumerationPorts, 'schema' | 'isUncovered'>,
): readonly Candidate[] {
  const { start, ends = 1, counts } = best;
  if (!start) return [];
  const open = contentWordsOutside(words, [start.mention]);
  const isMentioned = (candidate: Candidate): boolean =>
    open.some(({ word }) => !isUncovered(candidate, word));
  const existing = new Set<string>();
  for (const each of candidates) if (each.start?.id === start.id) existing.add(pathKey(each.hops, schema));
  return pathsFrom(start.types, schema)
    .filter((hops) => !existing.has(pathKey(hops, schema)))
    .map((hops) => {
      const plain = pathCandidate(start, hops, ends, schema);
      return counts ? createCandidate({ ...plain, counts }) : plain;
    })
    .filter((candidate, at) => at < MAX_UNMENTIONED || isMentioned(candidate));
}

/**
 * The most likely entity for the same words as the start of the candidate that may have facts of this kind, but has none in the
 * KB. Undefined if the start is likelier.
 */
export function likelierStart(
  { start, hops: [first] }: Candidate,
  candidates: Iterable<Candidate>,
  { entities }: Pick<Linking, 'entities'>,
  schema: KbSchema,
): LinkedEntity | undefined {
  const mention = start?.mention;
  if (!first || !mention || start.match === 'given') return undefined;
  const type = endTypeOf({ ...first, reverse: !first.reverse }, schema) ?? '';
  const key = pathKey([first], schema);
  const known = new Set<string>();
  for (const each of candidates)
    if (each.start && pathKey(each.hops.slice(0, 1), schema) === key) known.add(each.start.id);
  return entities.find(
    (entity) =>
      entity.score > start.score &&
      entity.mention &&
      overlaps(entity.mention, mention) &&
      !known.has(entity.id) &&
      entity.types.some((each) => schema.includesType(each, type)),
  );
}

type Hops = readonly Hop[];

/** Limits the combinations of types in the cache. */
const MAX_CACHED = 200;
const cache = new WeakMap<KbSchema, Map<string, readonly Hops[]>>();

/** Paths of one step, or of two through a mediator, that the schema has for entities of these types; cached. */
function pathsFrom(types: readonly string[], schema: KbSchema): readonly Hops[] {
  const cached = cache.get(schema) ?? new Map<string, readonly Hops[]>();
  cache.set(schema, cached);
  const key = types.join(' ');
  let paths = cached.get(key);
  if (!paths) {
    const relations = new Set(
      types.flatMap((type) => [...schema.includedTypes(type)].flatMap((each) => schema.relationsOf(each))),
    );
    paths = schema
      .sortByUse([...relations].filter((each) => !isSystem(each)))
      .slice(0, MAX_RELATIONS)
      .flatMap((relation) => pathsBy({ relation, reverse: false }, schema));
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, paths);
  }
  return paths;
}

function pathsBy(hop: Hop, schema: KbSchema): readonly Hops[] {
  if (!leadsToMediator(hop, schema)) return [[hop]];
  const mediator = schema.relation(hop.relation)?.range ?? '';
  // The second step may be the reverse of the first: a marriage has two spouses.
  return schema
    .sortByUse(schema.relationsOf(mediator).filter((each) => !isSystem(each)))
    .slice(0, MAX_RELATIONS_OF_MEDIATOR)
    .map((relation) => [hop, { relation, reverse: false }]);
}
