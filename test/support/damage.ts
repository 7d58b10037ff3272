import type { SeededRandom } from '../../server/src/evaluation/seeded-random';

export interface TokenRange {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Replacement tokens by token type. */
export type TokensByType = ReadonlyMap<string, readonly string[]>;

/** Changes a text in one place: removes, duplicates, replaces or swaps a token, or removes a few characters. */
export function damage(
  text: string,
  tokens: readonly TokenRange[],
  donors: TokensByType,
  draw: SeededRandom,
): string {
  if (!tokens.length) return text;
  const token = draw.pick(tokens);
  const { start, end } = token;
  const written = text.slice(start, end);
  const randomToken = (): string => draw.pick(donors.get(draw.pick([...donors.keys()])) ?? [written]);
  switch (draw.below(8)) {
    case 0:
      return text.slice(0, start) + text.slice(end);
    case 1:
      return `${text.slice(0, end)} ${written}${text.slice(end)}`;
    case 2:
      return text.slice(0, start) + randomToken() + text.slice(end);
    case 3:
      return `${text.slice(0, start)} ${randomToken()} ${text.slice(start)}`;
    case 4:
      return swapTokens(text, token, draw.pick(tokens));
    case 5: {
      const at = draw.below(text.length + 1);
      return text.slice(0, at) + text.slice(at + 1 + draw.below(3));
    }
    default:
      return text.slice(0, start) + draw.pick(donors.get(token.type) ?? [written]) + text.slice(end);
  }
}

function swapTokens(text: string, one: TokenRange, other: TokenRange): string {
  const [first, second] = one.start <= other.start ? [one, other] : [other, one];
  if (first.end > second.start) return text;
  return (
    text.slice(0, first.start) +
    text.slice(second.start, second.end) +
    text.slice(first.end, second.start) +
    text.slice(first.start, first.end) +
    text.slice(second.end)
  );
}
