/**
 * Measures how often completion lists the right relation first: each relation of a gold query is hidden in turn and typed again.
 * Uses of relations are counted in the other nine tenths of the questions.
 */
import { relationPlace, type RelationPlace } from '../../server/src/core/edit/complete/relation-place';
import { placeAt } from '../../server/src/core/edit/complete/place';
import { rankRelations } from '../../server/src/core/edit/complete/rank-relations';
import { infer } from '../../server/src/core/schema/inference/inference';
import { scopesOf } from '../../server/src/core/schema/inference/scopes';
import { labelOf } from '../../server/src/core/schema/labels';
import { toUsageLevel, type KbSchema, type UsageLevels } from '../../server/src/core/schema/schema';
import type { IriTerm, Select } from '../../server/src/core/language/sparql/model';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { findIris } from '../schema/uses';
import type { GoldQuery } from './questions';

const FOLDS = 10;

export const TYPINGS = [
  'first three letters of the id',
  'first three letters of its last part',
  'a word of its label',
  'nothing',
] as const;
export type Typing = (typeof TYPINGS)[number];

/** A hidden relation and the texts that are typed for it. */
export interface HiddenRelation {
  readonly id: string;
  readonly set: string;
  readonly fold: number;
  readonly place: RelationPlace;
  readonly typed: readonly (readonly [Typing, string])[];
}

/** With `question`, the query has a header with its question. */
export function hideRelations(
  gold: readonly GoldQuery[],
  schema: KbSchema,
  { question }: { readonly question: boolean } = { question: false },
): readonly HiddenRelation[] {
  const headed = question
    ? gold.map((one) => ({
        ...one,
        query: `# question: ${one.question.replace(/\s+/g, ' ')}\n${one.query}`,
      }))
    : gold;
  return headed.flatMap(({ set, query: text }, index) =>
    findRelations(parseQuery(text, 'virtuoso').query).flatMap((iri) => {
      const id = schema.idOf(iri.iri);
      if (id === undefined || !schema.hasRelation(id) || id.startsWith('http')) return [];
      const { start, end } = iri.range;
      const place = placeAt(text.slice(0, start) + text.slice(end), start, 'virtuoso');
      if (place?.position !== 'relation') return [];
      const around = relationPlace(place, infer(place.query, schema), schema);
      return [{ id, set, fold: index % FOLDS, place: around, typed: listTypings(id) }];
    }),
  );
}

/** For each fold, returns the uses of a relation in the other folds. */
export function countUsesByFold(
  gold: readonly GoldQuery[],
  schema: KbSchema,
): readonly ((id: string) => UsageLevels)[] {
  const named = gold.map(({ query }) => findIris(query));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const counts = new Map<string, number>();
    for (const [index, iris] of named.entries())
      if (index % FOLDS !== fold) for (const iri of iris) counts.set(iri, (counts.get(iri) ?? 0) + 1);
    return (id) => ({
      facts: schema.relation(id)?.use.facts ?? 0,
      queries: toUsageLevel(counts.get(id.startsWith('http') ? id : schema.namespace + id) ?? 0),
    });
  });
}

export interface CompletionTally {
  all: number;
  top1: number;
  top5: number;
}

export interface CompletionMiss {
  readonly typing: Typing;
  readonly typed: string;
  readonly id: string;
  readonly rank: number;
  readonly top: readonly string[];
}

export function measureCompletion(
  hidden: readonly HiddenRelation[],
  uses: readonly ((id: string) => UsageLevels)[],
  schema: KbSchema,
): { readonly tallies: ReadonlyMap<string, CompletionTally>; readonly misses: readonly CompletionMiss[] } {
  const tallies = new Map<string, CompletionTally>();
  const misses: CompletionMiss[] = [];
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

const STOP_WORDS = new Set(['the', 'this', 'for', 'and', 'with', 'has']);

function listTypings(id: string): readonly (readonly [Typing, string])[] {
  const last = id.slice(id.lastIndexOf('.') + 1);
  const words = labelOf(id)
    .split(/[^a-z0-9]+/i)
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word));
  return [
    ['first three letters of the id', id.slice(0, 3)],
    ['first three letters of its last part', last.slice(0, 3)],
    ...[...new Set(words.length ? words : [last])].map((word) => ['a word of its label', word] as const),
    ['nothing', ''],
  ];
}

/** Finds each occurrence once. */
function findRelations(select: Select): readonly IriTerm[] {
  const places = new Map<number, IriTerm>();
  for (const { iri } of scopesOf(select).relations) places.set(iri.range.start, iri);
  return [...places.values()];
}
