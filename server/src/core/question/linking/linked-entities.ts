/** Converts ranked mention candidates to linked entities. */
import { isTitle } from '../../language/english/titles';
import type { KbSchema } from '../../schema/schema';
import type { LinkedEntity } from './linking';
import type { Mentions } from './mentions';
import type { NameTable } from './name-table';
import type { EntityRanker, ScoredMentionCandidate } from './rank-entities';

const MAX_ENTITIES = 20;
/** This many entities are returned even if their score is low. */
const MIN_ENTITIES = 5;
/** The score of any other entity must be at least the best score divided by this. */
const MAX_SCORE_RATIO = 60;

/** The most likely first, each once. */
export function linkedEntities(
  mentions: Mentions,
  table: NameTable,
  ranker: EntityRanker,
  schema: KbSchema,
): readonly LinkedEntity[] {
  const entities = new Map<number, LinkedEntity>();
  const ranked = withoutTitles(ranker.rank(mentions), mentions, table);
  const minScore = (ranked[0]?.score ?? 0) / MAX_SCORE_RATIO;
  for (const scored of ranked) {
    if (entities.size >= MAX_ENTITIES || (entities.size >= MIN_ENTITIES && scored.score < minScore)) break;
    if (!entities.has(scored.candidate.entity))
      entities.set(
        scored.candidate.entity,
        toLinkedEntity(withWholeMention(scored, ranked), mentions, table, schema),
      );
  }
  return [...entities.values()];
}

/** With the longer name of the same entity, if the question has it: “Harvard Law School” rather than “Harvard Law”. */
function withWholeMention(
  scored: ScoredMentionCandidate,
  ranked: readonly ScoredMentionCandidate[],
): ScoredMentionCandidate {
  const { candidate, score } = scored;
  if (candidate.match !== 'exact') return scored;
  const lengthOf = ({ from, to }: ScoredMentionCandidate['candidate']): number => to - from;
  const [longest] = ranked
    .filter(
      ({ candidate: { entity, match, from, to } }) =>
        entity === candidate.entity && match === 'exact' && from <= candidate.from && candidate.to <= to,
    )
    .sort((left, right) => lengthOf(right.candidate) - lengthOf(left.candidate));
  return longest ? { ...longest, score } : scored;
}

/** Without entities that only a title mentions: “president obama” is not about presidents. */
function withoutTitles(
  ranked: readonly ScoredMentionCandidate[],
  { tokens }: Mentions,
  table: NameTable,
): readonly ScoredMentionCandidate[] {
  const titles = new Set(
    ranked
      .filter(({ score }) => score >= MIN_TITLED_SCORE)
      .flatMap(({ candidate: { entity, from } }) =>
        isTitled(table, entity, tokens, from) ? [from - 1] : [],
      ),
  );
  return ranked.filter(({ candidate: { from, to } }) => !(to === from + 1 && titles.has(from)));
}

/** A person with a lower score is hardly meant, so the word before is not a title. */
const MIN_TITLED_SCORE = 0.05;

function isTitled(table: NameTable, entity: number, tokens: Mentions['tokens'], from: number): boolean {
  return hasTitle(tokens, from) && table.typesOf(entity).includes('people.person');
}

function toLinkedEntity(
  { candidate, score, features }: ScoredMentionCandidate,
  { tokens }: Mentions,
  table: NameTable,
  schema: KbSchema,
): LinkedEntity {
  const { entity, name, from, to, match } = candidate;
  const id = table.idOf(entity);
  const start = isTitled(table, entity, tokens, from) ? from - 1 : from;
  const alias = table.nameText(name);
  const main = table.nameText(table.mainNameOf(entity));
  return {
    iri: iriOf(id, schema),
    id,
    name: main,
    types: table.typesOf(entity),
    mention: { start: tokens[start]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 },
    ...(alias !== main && { alias }),
    match,
    score: Math.round(score * 1e4) / 1e4,
    popularity: table.popularityOf(entity),
    because: reasons(candidate, features, table),
  };
}

/** Whether the word before a name is a title, which is then a part of the mention: “president obama”, but not “vice president obama”. */
function hasTitle(tokens: Mentions['tokens'], from: number): boolean {
  const [before, title] = [tokens[from - 2]?.word, tokens[from - 1]?.word];
  return title !== undefined && isTitle(title) && !(before !== undefined && NO_TITLE_AFTER.has(before));
}

/** “who was the vice president obama chose”, “which president lincoln …” */
const NO_TITLE_AFTER = new Set('vice deputy which what'.split(' '));

function reasons(
  { match, by, coverage, entity }: ScoredMentionCandidate['candidate'],
  features: ScoredMentionCandidate['features'],
  table: NameTable,
): readonly string[] {
  const how = {
    exact: 'matches its name',
    plural: 'matches its name in singular or plural',
    partial: `matches ${Math.round(coverage * 100)} % of its name`,
    fuzzy: 'similar to its name',
    people: 'demonym of its name',
    initials: 'initials of its name',
  }[by ?? match];
  return [
    features.has('alias') ? how.replace('name', 'alias') : how,
    `${table.popularityOf(entity).toLocaleString('en')} facts`,
    ...(features.has('type near') || features.has('type far') ? ['its type fits the question'] : []),
    ...(features.has('nested') ? ['part of a longer name'] : []),
  ];
}

export function iriOf(id: string, schema: KbSchema): string {
  return id.includes('://') ? id : schema.namespace + id;
}
