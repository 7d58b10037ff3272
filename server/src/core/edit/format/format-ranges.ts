import type { QueryModel } from '../../language/sparql/model';
import { covers, range, type TextRange } from '../../language/text/range';
import { matchBrackets } from './match-brackets';

/** Extends a range to whole lines, without the last line end. A line of which nothing is selected is left out. */
export function expandToLines(text: string, { start, end }: TextRange): TextRange {
  let from = start;
  while (from > 0 && !isLineEnd(text, from - 1)) from--;
  let to = end;
  if (to > start && isLineEnd(text, to - 1)) to--;
  else while (to < text.length && !isLineEnd(text, to)) to++;
  if (text[to] === '\n' && text[to - 1] === '\r' && to > from) to--;
  return range(from, to);
}

/** The range to format on typing: the group after a closing brace, the previous line after a line break. */
export function rangeToFormatOnType(
  text: string,
  queries: readonly QueryModel[],
  offset: number,
  typed: string,
): TextRange | undefined {
  return typed === '}' ? groupEndingAt(queries, offset) : previousLine(text, offset);
}

function groupEndingAt(queries: readonly QueryModel[], offset: number): TextRange | undefined {
  const query = queries.find((one) => covers(one.range, range(offset, offset)));
  const close = query?.tokens.findIndex(({ end, value }) => end === offset && value === '}') ?? -1;
  if (!query || close < 0) return undefined;
  for (const [open, partner] of matchBrackets(query.tokens) ?? [])
    if (partner === close) return range(query.tokens[open]?.start ?? offset, offset);
  return undefined;
}

function previousLine(text: string, offset: number): TextRange | undefined {
  let start = offset;
  while (start > 0 && !isLineEnd(text, start - 1)) start--;
  if (start === 0) return undefined;
  const before = text[start - 2] === '\r' && text[start - 1] === '\n' ? start - 2 : start - 1;
  return range(before, before);
}

function isLineEnd(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code === 10 || code === 13;
}
