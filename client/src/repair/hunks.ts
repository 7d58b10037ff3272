import { diffArrays } from 'diff';

/** Lines that are replaced by others. Either side may be empty. Line numbers start at 0. */
export interface Hunk {
  readonly before: Lines;
  readonly after: Lines;
}

export interface Lines {
  readonly start: number;
  readonly count: number;
}

/** The differences between two texts by line. Line endings are ignored. */
export function diffHunks(before: string, after: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [oldLine, newLine] = [0, 0];
  let open: { before: Lines; after: Lines } | undefined;
  for (const { added, removed, count } of diffArrays([...linesOf(before)], [...linesOf(after)])) {
    if (!added && !removed) {
      if (open) hunks.push(open);
      open = undefined;
      oldLine += count;
      newLine += count;
      continue;
    }
    const hunk = open ?? { before: { start: oldLine, count: 0 }, after: { start: newLine, count: 0 } };
    open = {
      before: removed ? { ...hunk.before, count: hunk.before.count + count } : hunk.before,
      after: added ? { ...hunk.after, count: hunk.after.count + count } : hunk.after,
    };
    if (removed) oldLine += count;
    if (added) newLine += count;
  }
  return open ? [...hunks, open] : hunks;
}

/** Applies one hunk to `before` and keeps its line endings. */
export function applyHunk(before: string, after: string, { before: removed, after: added }: Hunk): string {
  const lines = [...linesOf(before)];
  lines.splice(removed.start, removed.count, ...linesOf(after).slice(added.start, added.start + added.count));
  return lines.join(endOfLine(before) ?? endOfLine(after) ?? '\n');
}

/** The hunk that contains a line of one side, or else the one next to it. */
export function hunkAt(hunks: readonly Hunk[], side: keyof Hunk, line: number): Hunk | undefined {
  const contains = ({ start, count }: Lines): boolean => start <= line && line < start + count;
  const adjoins = ({ start, count }: Lines): boolean => line === start + count || line === start - 1;
  return hunks.find((hunk) => contains(hunk[side])) ?? hunks.find((hunk) => adjoins(hunk[side]));
}

/** Replaces the line endings of a text. */
export function withLineEndings(text: string, endOfLine: string): string {
  return linesOf(text).join(endOfLine);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

function endOfLine(text: string): string | undefined {
  return /\r\n|\n/.exec(text)?.[0];
}
