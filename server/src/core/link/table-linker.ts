/** Links by a table of all names, which is made when it is first needed. */
import type { KbSchema } from '../kb/schema';
import type { EntityDirectory } from '../run/entity-directory';
import { chosenEntities } from './chosen';
import { findByName } from './find-by-name';
import { linkLiterals } from './literals';
import type { EntityChoice, EntityLinker, LinkedEntity, Linking } from './linking';
import { mentionsIn, type Mentions } from './mentions';
import type { NameTable } from './name-table';
import { LEARNT } from './learnt';
import { EntityRanker, type Learnt, type Scored } from './rank-entities';

/** A table, and what is to be known of it. */
export interface TableOfNames {
  readonly table: NameTable;
  readonly troubles: readonly string[];
}

export interface TableLinkerOptions {
  readonly schema: KbSchema;
  readonly directory: EntityDirectory;
  /** Asked for before each question: another one when the KB has changed. Rejects only when `signal` is aborted. */
  readonly names: (tell: (message: string) => void, signal: AbortSignal) => Promise<TableOfNames>;
  /** The day that counts as today. */
  readonly today: () => Date;
  /** What comes along, where it is not given. */
  readonly learnt?: Learnt;
}

const MOST_ENTITIES = 25;

export function tableLinker(options: TableLinkerOptions): EntityLinker {
  const { schema, directory, names, learnt = LEARNT } = options;
  const rankers = new WeakMap<NameTable, EntityRanker>();
  const rankerOf = (table: NameTable): EntityRanker => {
    let ranker = rankers.get(table);
    if (!ranker) rankers.set(table, (ranker = new EntityRanker(table, schema, learnt)));
    return ranker;
  };
  return {
    async link(
      question: string,
      chosen: readonly EntityChoice[] | undefined,
      signal: AbortSignal,
    ): Promise<Linking> {
      signal.throwIfAborted();
      const today = options.today();
      if (chosen) {
        const entities = await chosenEntities(question, chosen, schema, directory, signal);
        return { entities, literals: linkLiterals(question, entities, today), troubles: [] };
      }
      const { table, troubles } = await names(() => undefined, signal);
      const entities = linkedEntities(mentionsIn(question, table), table, rankerOf(table), schema);
      return { entities, literals: linkLiterals(question, entities, today), troubles };
    },
    async find(typed: string, most: number, signal: AbortSignal): Promise<readonly LinkedEntity[]> {
      signal.throwIfAborted();
      const { table } = await names(() => undefined, signal);
      return findByName(typed, most, table, schema);
    },
    async prepare(tell: (message: string) => void, signal: AbortSignal): Promise<void> {
      await names(tell, signal);
    },
  };
}

function linkedEntities(
  mentions: Mentions,
  table: NameTable,
  ranker: EntityRanker,
  schema: KbSchema,
): readonly LinkedEntity[] {
  const found = new Map<number, LinkedEntity>();
  for (const scored of ranker.rank(mentions)) {
    if (found.size >= MOST_ENTITIES) break;
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
  { match, coverage, entity }: Scored['candidate'],
  features: Scored['features'],
  table: NameTable,
): readonly string[] {
  const how = {
    exact: 'its name',
    folded: 'its name, written otherwise',
    plural: 'its name in another number',
    partial: `${Math.round(coverage * 100)} % of its name`,
    fuzzy: 'nearly its name',
  }[match];
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
