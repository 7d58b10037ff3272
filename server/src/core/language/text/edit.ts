import type { TextRange } from './range';

export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** The text after the edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { range, newText } of inOrder(edits)) {
    result += text.slice(at, range.start) + newText;
    at = range.end;
  }
  return result + text.slice(at);
}

/** Tells where a range of the text is after the edits; what replaces a part of it belongs to it. */
export function afterEdits(edits: readonly TextEdit[]): (range: TextRange) => TextRange {
  const ordered = inOrder(edits);
  // What all edits before one have added, or taken away.
  const moved = [0];
  for (const { range, newText } of ordered)
    moved.push((moved[moved.length - 1] ?? 0) + newText.length - (range.end - range.start));
  /** How many edits begin before an offset. */
  const countBefore = (offset: number): number => {
    let [low, high] = [0, ordered.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ordered[middle]?.range.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return ({ start, end }) => {
    let count = countBefore(start);
    // What is inserted right at the start comes before the range.
    while (ordered[count]?.range.end === start) count++;
    const before = ordered[count - 1];
    const inside = before !== undefined && before.range.end > start;
    const from = inside ? before.range.start + (moved[count - 1] ?? 0) : start + (moved[count] ?? 0);
    const last = countBefore(end);
    const edit = ordered[last - 1];
    const cut = edit !== undefined && edit.range.end > end;
    const to = cut
      ? edit.range.start + (moved[last - 1] ?? 0) + edit.newText.length
      : end + (moved[Math.max(last, count)] ?? 0);
    return { start: from, end: Math.max(from, to) };
  };
}

/** The other way round: tells where what is at a range of the edited text was; what an edit wrote was what it replaced. */
export function beforeEdits(edits: readonly TextEdit[]): (range: TextRange) => TextRange {
  const ordered = inOrder(edits);
  const placeOf = (offset: number): TextRange => {
    let moved = 0;
    for (const { range, newText } of ordered) {
      const start = range.start + moved;
      if (offset < start) break;
      if (offset < start + newText.length) return range;
      moved += newText.length - (range.end - range.start);
    }
    return { start: offset - moved, end: offset - moved };
  };
  return ({ start, end }) => ({ start: placeOf(start).start, end: placeOf(end).end });
}

/** Takes in sets of edits as long as they keep out of each other's way. */
export class ApartEdits {
  private readonly taken: TextRange[] = [];

  /** Whether the edits were taken in. */
  add(edits: readonly TextEdit[]): boolean {
    const places = edits.map(({ range }) => ({ range, at: this.placeOf(range) }));
    const apart = places.every(
      ({ range, at }) =>
        (this.taken[at - 1]?.end ?? 0) <= range.start && range.end <= (this.taken[at]?.start ?? Infinity),
    );
    if (apart) for (const { range } of places) this.taken.splice(this.placeOf(range), 0, range);
    return apart;
  }

  private placeOf({ start, end }: TextRange): number {
    let [low, high] = [0, this.taken.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.taken[middle];
      if (other && (other.start < start || (other.start === start && other.end <= end))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  if (edits.length < 2) return edits;
  // What is inserted where another edit begins comes before what that one writes.
  return [...edits].sort(
    ({ range: left }, { range: right }) => left.start - right.start || left.end - right.end,
  );
}
