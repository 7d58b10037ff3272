import { diffArrays } from 'diff';

/** Lines that are replaced by others; either may be none. Counted from 0. */
export interface Hunk {
  readonly before: Lines;
  readonly after: Lines;
}

export interface Lines {
  readonly start: number;
  readonly count: number;
}

/** The differences between two texts by line. Line endings are ignored. */
export function hunksOf(before: string, after: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [old, fresh] = [0, 0];
  let open: { before: Lines; after: Lines } | undefined;
  for (const { added, removed, count } of diffArrays([...linesOf(before)], [...linesOf(after)])) {
    if (!added && !removed) {
      if (open) hunks.push(open);
      open = undefined;
      old += count;
      fresh += count;
      continue;
    }
    const begun = open ?? { before: { start: old, count: 0 }, after: { start: fresh, count: 0 } };
    open = {
      before: removed ? { ...begun.before, count: begun.before.count + count } : begun.before,
      after: added ? { ...begun.after, count: begun.after.count + count } : begun.after,
    };
    if (removed) old += count;
    if (added) fresh += count;
  }
  return open ? [...hunks, open] : hunks;
}

/** `before` with one hunk made as in `after`, with the ends of lines that it has. */
export function withHunk(before: string, after: string, { before: old, after: fresh }: Hunk): string {
  const lines = [...linesOf(before)];
  lines.splice(old.start, old.count, ...linesOf(after).slice(fresh.start, fresh.start + fresh.count));
  return lines.join(endOfLine(before) ?? endOfLine(after) ?? '\n');
}

/** The hunk that contains a line of one side, or else the one next to it. */
export function hunkAt(hunks: readonly Hunk[], side: keyof Hunk, line: number): Hunk | undefined {
  const has = ({ start, count }: Lines): boolean => start <= line && line < start + count;
  const meets = ({ start, count }: Lines): boolean => line === start + count || line === start - 1;
  return hunks.find((hunk) => has(hunk[side])) ?? hunks.find((hunk) => meets(hunk[side]));
}

/** A text with other ends of lines. */
export function withEnds(text: string, endOfLine: string): string {
  return linesOf(text).join(endOfLine);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

function endOfLine(text: string): string | undefined {
  return /\r\n|\n/.exec(text)?.[0];
}
