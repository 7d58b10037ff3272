/** The differences of two texts by line, and within changed lines by word. */
import { diffArrays } from 'diff';
import { lineSpans } from './segments';

export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly parts: readonly DiffPart[];
}

export interface DiffPart {
  readonly text: string;
  readonly changed: boolean;
}

/** Unchanged lines that are not near a change. */
export interface SkippedLines {
  readonly skipped: number;
}

/** Returns an empty list if nothing changed. */
export function wordDiff(before: string, after: string): readonly (DiffLine | SkippedLines)[] {
  const [old, current] = [linesIn(before), linesIn(after)];
  const changes = diffArrays(old, current, { maxEditLength: MAX_LINES }) ?? [
    { value: old, removed: true, added: false },
    { value: current, removed: false, added: true },
  ];
  if (changes.every(({ removed, added }) => !removed && !added)) return [];
  const lines: DiffLine[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    const next = changes[at + 1];
    if (!change) break;
    if (change.removed && next?.added) {
      lines.push(...changedLines(change.value, next.value));
      at += 1;
    } else if (change.removed) lines.push(...change.value.map((text) => whole('-', text)));
    else if (change.added) lines.push(...change.value.map((text) => whole('+', text)));
    else lines.push(...change.value.map((text) => unchanged(text)));
  }
  return withoutFarLines(lines);
}

const linesIn = (text: string): string[] => lineSpans(text).map(({ start, end }) => text.slice(start, end));

const whole = (sign: '+' | '-', text: string): DiffLine => ({ sign, parts: [{ text, changed: true }] });

const unchanged = (text: string): DiffLine => ({ sign: ' ', parts: [{ text, changed: false }] });

function changedLines(old: readonly string[], current: readonly string[]): readonly DiffLine[] {
  const changes = diffArrays(wordsIn(old), wordsIn(current), { maxEditLength: MAX_WORDS });
  if (!changes) return [...old.map((text) => whole('-', text)), ...current.map((text) => whole('+', text))];
  const side = (sign: '+' | '-'): readonly DiffLine[] => {
    const lines: DiffPart[][] = [[]];
    for (const { value, added, removed } of changes) {
      if (sign === '+' ? removed : added) continue;
      const changed = added || removed;
      value
        .join('')
        .split('\n')
        .forEach((text, place) => {
          if (place > 0) lines.push([]);
          if (text !== '') lines.at(-1)?.push({ text, changed });
        });
    }
    return lines.map((parts) => ({ sign, parts }));
  };
  return [...side('-'), ...side('+')];
}

/** Splits lines into words. IDs and variables are words, without a final full stop. */
const wordsIn = (lines: readonly string[]): string[] =>
  lines.join('\n').match(/[?$]?[\p{L}\p{N}_](?:[\p{L}\p{N}_:.-]*[\p{L}\p{N}_])?|[^\S\n]+|[^]/gu) ?? [];

function withoutFarLines(lines: readonly DiffLine[]): readonly (DiffLine | SkippedLines)[] {
  const near = new Set<number>();
  lines.forEach(({ sign }, at) => {
    if (sign === ' ') return;
    for (let other = at - CONTEXT_LINES; other <= at + CONTEXT_LINES; other += 1) near.add(other);
  });
  const shown: (DiffLine | SkippedLines)[] = [];
  let skipped = 0;
  lines.forEach((line, at) => {
    if (!near.has(at)) {
      skipped += 1;
      return;
    }
    if (skipped > 0) shown.push({ skipped });
    skipped = 0;
    shown.push(line);
  });
  if (skipped > 0) shown.push({ skipped });
  return shown;
}

const CONTEXT_LINES = 2;
/** Above this limit, the whole texts are shown as removed and added, because a comparison would be slow and unreadable. */
const MAX_LINES = 1000;
const MAX_WORDS = 1000;
