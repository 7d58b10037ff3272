/** Half-open span of UTF-16 offsets. Lines and columns exist only at the edges. */
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

/** Whether they share a character. */
export function overlaps(left: TextRange, right: TextRange): boolean {
  return left.start < right.end && right.start < left.end;
}

export function touches(left: TextRange, right: TextRange): boolean {
  return left.start <= right.end && right.start <= left.end;
}
