/** The linked entities of a question, which the user can correct. */
import type { EntityChoice, LinkedEntity, LinkedLiteral, Linking } from '../../../server/src/protocol/index';
import { isValidSpan, type Span } from '../trace/segments';

/** An entity that the question is taken to mention. */
export interface EntityChip {
  readonly entity: LinkedEntity;
  /** Whether the query uses it; undefined if there is no query. */
  readonly used: boolean | undefined;
}

/**
 * Returns the entities of the query and those that the user has chosen. Without either, returns the best match of each mention, without
 * overlaps.
 */
export function chipsOf(linking: Linking, used?: readonly LinkedEntity[]): readonly EntityChip[] {
  const usedIris = new Set(used?.map(({ iri }) => iri));
  const given = linking.entities.filter(({ match }) => match === 'given');
  if (given.length > 0 || usedIris.size > 0) {
    const known = new Set(linking.entities.map(({ iri }) => iri));
    const shown = linking.entities.filter(({ iri, match }) => match === 'given' || usedIris.has(iri));
    const others = used?.filter(({ iri }) => !known.has(iri)) ?? [];
    return [...shown, ...others]
      .sort((a, b) => startOf(a) - startOf(b))
      .map((entity) => ({ entity, used: used && usedIris.has(entity.iri) }));
  }
  const chosen: LinkedEntity[] = [];
  for (const entity of linking.entities)
    if (chosen.length < MAX_GUESSED && !chosen.some((other) => overlap(other.mention, entity.mention)))
      chosen.push(entity);
  return chosen.sort((a, b) => startOf(a) - startOf(b)).map((entity) => ({ entity, used: undefined }));
}

const MAX_GUESSED = 4;

/** Entities without a mention come last. */
const startOf = ({ mention }: LinkedEntity): number => mention?.start ?? Infinity;

const overlap = (a: Span | undefined, b: Span | undefined): boolean =>
  a !== undefined && b !== undefined && a.start < b.end && b.start < a.end;

/** The choice of exactly these entities. */
export const choicesOf = (chips: readonly EntityChip[]): readonly EntityChoice[] =>
  chips.map(({ entity }) => choiceOf(entity));

export const choiceOf = ({ iri, mention }: LinkedEntity): EntityChoice => ({
  iri,
  ...(mention && { mention }),
});

/** Other matches of the same words. */
export function alternativesFor({ entity }: EntityChip, linking: Linking): readonly LinkedEntity[] {
  return linking.entities
    .filter(({ iri, mention }) => iri !== entity.iri && overlap(mention, entity.mention))
    .slice(0, MAX_OTHERS);
}

/** Other matches in the question, outside the chips. */
export function otherEntities(chips: readonly EntityChip[], linking: Linking): readonly LinkedEntity[] {
  return linking.entities
    .filter(
      ({ iri, mention }) =>
        !chips.some(({ entity }) => entity.iri === iri || overlap(entity.mention, mention)),
    )
    .slice(0, MAX_OTHERS);
}

const MAX_OTHERS = 8;

/** A part of the question with a meaning. */
export type Passage = Span &
  (
    | { readonly kind: 'entity'; readonly chip: EntityChip; readonly at: number }
    | { readonly kind: 'literal'; readonly literal: LinkedLiteral }
    /** A word that the query of the answer does not use. */
    | { readonly kind: 'ignored' }
  );

/** Returns the passages in order and without overlaps. Entities have priority over literals and ignored words. */
export function passagesOf(
  question: string,
  chips: readonly EntityChip[],
  literals: readonly LinkedLiteral[],
  ignored: readonly string[] = [],
): readonly Passage[] {
  const passages: Passage[] = [];
  const add = (passage: Passage): void => {
    const free = !passages.some((other) => overlap(other, passage));
    if (free && isValidSpan(passage, question.length)) passages.push(passage);
  };
  chips.forEach((chip, at) => {
    const { mention } = chip.entity;
    if (mention) add({ kind: 'entity', chip, at, start: mention.start, end: mention.end });
  });
  for (const literal of literals)
    add({ kind: 'literal', literal, start: literal.mention.start, end: literal.mention.end });
  for (const word of ignored)
    for (const span of occurrencesOf(word, question)) add({ kind: 'ignored', ...span });
  return passages.sort((a, b) => a.start - b.start);
}

/** Where a question has these words, regardless of upper and lower case. */
function occurrencesOf(words: string, question: string): readonly Span[] {
  const text = words.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (text === '') return [];
  return [...question.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`, 'giu'))].map(
    ({ index, 0: found }) => ({ start: index, end: index + found.length }),
  );
}
