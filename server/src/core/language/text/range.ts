/** A half-open range of UTF-16 offsets. Only the LSP layer uses lines and columns. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Located {
  readonly range: TextRange;
}

export function range(start: number, end: number): TextRange {
  return { start, end };
}

export function covers(outer: TextRange, inner: TextRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether one of the ranges covers it. */
export function isCovered(inner: TextRange, outers: readonly (TextRange | undefined)[]): boolean {
  return outers.some((outer) => outer && covers(outer, inner));
}

/** Whether the ranges share a character. */
export function overlaps(left: TextRange, right: TextRange): boolean {
  return left.start < right.end && right.start < left.end;
}

/** Whether the ranges overlap or are adjacent. */
export function touches(left: TextRange, right: TextRange): boolean {
  return left.start <= right.end && right.start <= left.end;
}
