import { firstIndex, indexFrom } from './binary-search';
import type { TextRange } from './range';

export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** Applies edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { range, newText } of sortEdits(edits)) {
    result += text.slice(at, range.start) + newText;
    at = range.end;
  }
  return result + text.slice(at);
}

/** Maps ranges of the text to ranges after the edits. The replacement of a part of a range belongs to the range. */
export function mapThroughEdits(edits: readonly TextEdit[]): (range: TextRange) => TextRange {
  const sorted = sortEdits(edits);
  // The change of the length by the edits before each edit.
  const shifts = [0];
  for (const { range, newText } of sorted)
    shifts.push((shifts.at(-1) ?? 0) + newText.length - (range.end - range.start));
  /** Returns the number of edits that start before an offset. */
  const countBefore = (offset: number): number => indexFrom(sorted, offset, ({ range }) => range.start);
  return ({ start, end }) => {
    let count = countBefore(start);
    // An insertion at the start of the range is before it.
    while (sorted[count]?.range.end === start) count++;
    const before = sorted[count - 1];
    const inside = before !== undefined && before.range.end > start;
    const from = inside ? before.range.start + (shifts[count - 1] ?? 0) : start + (shifts[count] ?? 0);
    const last = countBefore(end);
    const edit = sorted[last - 1];
    const cut = edit !== undefined && edit.range.end > end;
    const to = cut
      ? edit.range.start + (shifts[last - 1] ?? 0) + edit.newText.length
      : end + (shifts[Math.max(last, count)] ?? 0);
    return { start: from, end: Math.max(from, to) };
  };
}

/** Maps ranges of the edited text back to the original text. An inserted text maps to the text that it replaces. */
export function mapBeforeEdits(edits: readonly TextEdit[]): (range: TextRange) => TextRange {
  const sorted = sortEdits(edits);
  const originalRange = (offset: number): TextRange => {
    let shift = 0;
    for (const { range, newText } of sorted) {
      const start = range.start + shift;
      if (offset < start) break;
      if (offset < start + newText.length) return range;
      shift += newText.length - (range.end - range.start);
    }
    return { start: offset - shift, end: offset - shift };
  };
  return ({ start, end }) => ({ start: originalRange(start).start, end: originalRange(end).end });
}

/** Collects sets of edits that do not overlap. */
export class DisjointEdits {
  private readonly taken: TextRange[] = [];

  /** Adds the edits, or returns false if one of them overlaps an earlier edit. */
  add(edits: readonly TextEdit[]): boolean {
    const places = edits.map(({ range }) => ({ range, at: this.findIndex(range) }));
    const isDisjoint = places.every(
      ({ range, at }) =>
        (this.taken[at - 1]?.end ?? 0) <= range.start && range.end <= (this.taken[at]?.start ?? Infinity),
    );
    if (isDisjoint) for (const { range } of places) this.taken.splice(this.findIndex(range), 0, range);
    return isDisjoint;
  }

  private findIndex({ start, end }: TextRange): number {
    return firstIndex(this.taken.length, (index) => {
      const other = this.taken[index] as TextRange;
      return other.start < start || (other.start === start && other.end <= end);
    });
  }
}

function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  if (edits.length < 2) return edits;
  // An insertion at the start of another edit comes first.
  return [...edits].sort(
    ({ range: left }, { range: right }) => left.start - right.start || left.end - right.end,
  );
}
