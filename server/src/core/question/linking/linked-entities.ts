/** Converts ranked mention candidates to linked entities. */
import type { KbSchema } from '../../schema/schema';
import type { LinkedEntity } from './linking';
import type { Mentions } from './mentions';
import type { NameTable } from './name-table';
import type { EntityRanker, Scored } from './rank-entities';

const MOST_ENTITIES = 20;
/** These are told however unlikely they are; of the others, those that are not much less likely than the best. */
const ALWAYS = 5;
const MUCH_LESS = 60;

/** The likeliest first, each once. */
export function linkedEntities(
  mentions: Mentions,
  table: NameTable,
  ranker: EntityRanker,
  schema: KbSchema,
): readonly LinkedEntity[] {
  const found = new Map<number, LinkedEntity>();
  const ranked = ranker.rank(mentions);
  const least = (ranked[0]?.score ?? 0) / MUCH_LESS;
  for (const scored of ranked) {
    if (found.size >= MOST_ENTITIES || (found.size >= ALWAYS && scored.score < least)) break;
    if (!found.has(scored.candidate.entity))
      found.set(scored.candidate.entity, asLinked(scored, mentions, table, schema));
  }
  return [...found.values()];
}

function asLinked(
  { candidate, score, features }: Scored,
  { tokens }: Mentions,
  table: NameTable,
  schema: KbSchema,
): LinkedEntity {
  const { entity, name, from, to, match } = candidate;
  const id = table.idOf(entity);
  const alias = table.nameText(name);
  const main = table.nameText(table.mainNameOf(entity));
  return {
    iri: iriOf(id, schema),
    id,
    name: main,
    types: table.typesOf(entity),
    mention: { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 },
    ...(alias !== main && { alias }),
    match,
    score: Math.round(score * 1e4) / 1e4,
    popularity: table.popularityOf(entity),
    because: reasons(candidate, features, table),
  };
}

function reasons(
  { match, by, coverage, entity }: Scored['candidate'],
  features: Scored['features'],
  table: NameTable,
): readonly string[] {
  const how = {
    exact: 'its name',
    plural: 'its name in another number',
    partial: `${Math.round(coverage * 100)} % of its name`,
    fuzzy: 'nearly its name',
    people: 'what its people are called',
    initials: 'the first letters of its name',
  }[by ?? match];
  return [
    features.has('alias') ? how.replace('name', 'alias') : how,
    `${table.popularityOf(entity).toLocaleString('en')} facts`,
    ...(features.has('type near') || features.has('type far') ? ['what it is fits'] : []),
    ...(features.has('nested') ? ['a longer name covers it'] : []),
  ];
}

export function iriOf(id: string, schema: KbSchema): string {
  return id.includes('://') ? id : schema.namespace + id;
}
