/** What of a question is linked, as it is shown and corrected. */
import type { EntityChoice, LinkedEntity, LinkedLiteral, Linking } from '../../../server/src/protocol/index';
import { clamped, type Span } from '../trace/segments';

/** An entity that counts as meant. */
export interface Chip {
  readonly entity: LinkedEntity;
  /** Whether the query names it; undefined where there is no query. */
  readonly used: boolean | undefined;
}

/**
 * Those that the query names; those that the user has given, used or not. Where there is no query, the likeliest of each
 * mention, none over another.
 */
export function chipsOf(linking: Linking, used?: readonly LinkedEntity[]): readonly Chip[] {
  const named = new Set(used?.map(({ iri }) => iri));
  const given = linking.entities.filter(({ match }) => match === 'given');
  if (given.length > 0 || named.size > 0) {
    const known = new Set(linking.entities.map(({ iri }) => iri));
    const shown = linking.entities.filter(({ iri, match }) => match === 'given' || named.has(iri));
    const others = used?.filter(({ iri }) => !known.has(iri)) ?? [];
    return [...shown, ...others]
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((entity) => ({ entity, used: used && named.has(entity.iri) }));
  }
  const chosen: LinkedEntity[] = [];
  for (const entity of linking.entities)
    if (chosen.length < MOST_GUESSED && !chosen.some((other) => overlap(other.mention, entity.mention)))
      chosen.push(entity);
  return chosen.sort((a, b) => placeOf(a) - placeOf(b)).map((entity) => ({ entity, used: undefined }));
}

const MOST_GUESSED = 4;

/** What has no place in the question stands behind what has one. */
const placeOf = ({ mention }: LinkedEntity): number => mention?.start ?? Infinity;

const overlap = (a: Span | undefined, b: Span | undefined): boolean =>
  a !== undefined && b !== undefined && a.start < b.end && b.start < a.end;

/** What the user says when these are meant, and no others. */
export const choicesOf = (chips: readonly Chip[]): readonly EntityChoice[] =>
  chips.map(({ entity }) => choiceOf(entity));

export const choiceOf = ({ iri, mention }: LinkedEntity): EntityChoice => ({
  iri,
  ...(mention && { mention }),
});

/** What else the same words may mean. */
export function othersFor({ entity }: Chip, linking: Linking): readonly LinkedEntity[] {
  return linking.entities
    .filter(({ iri, mention }) => iri !== entity.iri && overlap(mention, entity.mention))
    .slice(0, MOST_OTHERS);
}

/** What else the question may name, where no chip stands. */
export function notYet(chips: readonly Chip[], linking: Linking): readonly LinkedEntity[] {
  return linking.entities
    .filter(
      ({ iri, mention }) =>
        !chips.some(({ entity }) => entity.iri === iri || overlap(entity.mention, mention)),
    )
    .slice(0, MOST_OTHERS);
}

const MOST_OTHERS = 8;

/** A passage of the question that stands for something. */
export type Passage = Span &
  (
    | { readonly kind: 'entity'; readonly chip: Chip; readonly at: number }
    | { readonly kind: 'literal'; readonly literal: LinkedLiteral }
  );

/** In order, and none over another; entities before literals. */
export function passagesOf(
  question: string,
  chips: readonly Chip[],
  literals: readonly LinkedLiteral[],
): readonly Passage[] {
  const passages: Passage[] = [];
  const add = (passage: Passage): void => {
    const free = !passages.some((other) => overlap(other, passage));
    if (free && clamped(passage, question.length)) passages.push(passage);
  };
  chips.forEach((chip, at) => {
    const { mention } = chip.entity;
    if (mention) add({ kind: 'entity', chip, at, start: mention.start, end: mention.end });
  });
  for (const literal of literals)
    add({ kind: 'literal', literal, start: literal.mention.start, end: literal.mention.end });
  return passages.sort((a, b) => a.start - b.start);
}
