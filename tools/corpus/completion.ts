/**
 * How often completion has the right relation at the top: each relation of a gold query is hidden in turn and typed anew.
 * How much a relation is used in queries is counted on the other nine tenths of the questions, never on the one at hand.
 */
import { relationPlace, type RelationPlace } from '../../server/src/core/edit/complete/relation-place';
import { placeAt } from '../../server/src/core/edit/complete/place';
import { rankRelations } from '../../server/src/core/edit/complete/relations';
import { infer } from '../../server/src/core/schema/inference/inference';
import { scopesOf } from '../../server/src/core/schema/inference/scopes';
import { labelOf } from '../../server/src/core/schema/labels';
import { useLevel, type KbSchema, type UsageLevels } from '../../server/src/core/schema/schema';
import type { IriTerm, Select } from '../../server/src/core/language/sparql/model';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { irisIn } from '../schema/uses';
import type { GoldQuery } from './questions';

const FOLDS = 10;

export const TYPINGS = [
  'first three letters of the id',
  'first three letters of its last part',
  'a word of its label',
  'nothing',
] as const;
export type Typing = (typeof TYPINGS)[number];

/** A relation that is hidden, and what is typed for it. */
export interface Hidden {
  readonly id: string;
  readonly set: string;
  readonly fold: number;
  readonly place: RelationPlace;
  readonly typed: readonly (readonly [Typing, string])[];
}

/** With `question`, the question stands above the query, as the editor reads it. */
export function hideRelations(
  gold: readonly GoldQuery[],
  schema: KbSchema,
  { question }: { readonly question: boolean } = { question: false },
): readonly Hidden[] {
  const headed = question
    ? gold.map((one) => ({
        ...one,
        query: `# question: ${one.question.replace(/\s+/g, ' ')}\n${one.query}`,
      }))
    : gold;
  return headed.flatMap(({ set, query: text }, index) =>
    relationsIn(parseQuery(text, 'virtuoso').query).flatMap((iri) => {
      const id = schema.idOf(iri.iri);
      if (id === undefined || !schema.hasRelation(id) || id.startsWith('http')) return [];
      const { start, end } = iri.range;
      const place = placeAt(text.slice(0, start) + text.slice(end), start, 'virtuoso');
      if (place?.position !== 'relation') return [];
      const around = relationPlace(place, infer(place.query, schema), schema);
      return [{ id, set, fold: index % FOLDS, place: around, typed: typingsOf(id) }];
    }),
  );
}

/** How much each relation is used in the questions of the other folds. */
export function usesOutside(
  gold: readonly GoldQuery[],
  schema: KbSchema,
): readonly ((id: string) => UsageLevels)[] {
  const named = gold.map(({ query }) => irisIn(query));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const counts = new Map<string, number>();
    for (const [index, iris] of named.entries())
      if (index % FOLDS !== fold) for (const iri of iris) counts.set(iri, (counts.get(iri) ?? 0) + 1);
    return (id) => ({
      facts: schema.relation(id)?.use.facts ?? 0,
      queries: useLevel(counts.get(id.startsWith('http') ? id : schema.namespace + id) ?? 0),
    });
  });
}

export interface Tally {
  all: number;
  top1: number;
  top5: number;
}

export interface Miss {
  readonly typing: Typing;
  readonly typed: string;
  readonly id: string;
  readonly rank: number;
  readonly top: readonly string[];
}

export function measureCompletion(
  hidden: readonly Hidden[],
  uses: readonly ((id: string) => UsageLevels)[],
  schema: KbSchema,
): { readonly tallies: ReadonlyMap<string, Tally>; readonly misses: readonly Miss[] } {
  const tallies = new Map<string, Tally>();
  const misses: Miss[] = [];
  for (const { id, set, fold, place, typed: ways } of hidden) {
    const useOf = uses[fold];
    if (!useOf) continue;
    for (const [typing, typed] of ways) {
      const top = rankRelations(schema, typed, place, 20, useOf).map((ranked) => ranked.id);
      const rank = top.indexOf(id);
      for (const key of [typing, `${typing} | ${set}`]) {
        const tally = tallies.get(key) ?? { all: 0, top1: 0, top5: 0 };
        tally.all++;
        if (rank === 0) tally.top1++;
        if (rank >= 0 && rank < 5) tally.top5++;
        tallies.set(key, tally);
      }
      if (rank < 0 || rank > 4) misses.push({ typing, typed, id, rank, top: top.slice(0, 5) });
    }
  }
  return { tallies, misses };
}

const LITTLE_WORDS = new Set(['the', 'this', 'for', 'and', 'with', 'has']);

function typingsOf(id: string): readonly (readonly [Typing, string])[] {
  const last = id.slice(id.lastIndexOf('.') + 1);
  const words = labelOf(id)
    .split(/[^a-z0-9]+/i)
    .filter((word) => word.length > 2 && !LITTLE_WORDS.has(word));
  return [
    ['first three letters of the id', id.slice(0, 3)],
    ['first three letters of its last part', last.slice(0, 3)],
    ...[...new Set(words.length ? words : [last])].map((word) => ['a word of its label', word] as const),
    ['nothing', ''],
  ];
}

/** Each occurrence once. */
function relationsIn(select: Select): readonly IriTerm[] {
  const places = new Map<number, IriTerm>();
  for (const { iri } of scopesOf(select).relations) places.set(iri.range.start, iri);
  return [...places.values()];
}
