/** Pairs of phrases in a description and parts of its query. */
import type { QueryDescription } from '../../../server/src/protocol/index';
import { isValidSpan, type Span } from './segments';

export type PairSide = 'phrase' | 'part';

export interface Pair {
  readonly phrase: Span;
  readonly part: Span;
}

/** The valid pairs. A model may return ranges outside the texts. */
export const pairsOf = ({ pairs, question }: QueryDescription, query: string): readonly Pair[] =>
  pairs.filter(({ phrase, part }) => isValidSpan(phrase, question.length) && isValidSpan(part, query.length));

/** The distinct spans of a side, in the order of the text. */
export function distinctSpans(pairs: readonly Pair[], side: PairSide): readonly Span[] {
  const spans = new Map(pairs.map((pair) => [keyOfSpan(pair[side]), pair[side]]));
  return [...spans.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The spans of the other side that belong to a span. */
export function partnersOf(pairs: readonly Pair[], side: PairSide, span: Span): readonly Span[] {
  const key = keyOfSpan(span);
  return pairs.flatMap((pair) =>
    keyOfSpan(pair[side]) === key ? [pair[side === 'phrase' ? 'part' : 'phrase']] : [],
  );
}

export const keyOfSpan = ({ start, end }: Span): string => `${start}-${end}`;
