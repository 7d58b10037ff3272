/** Merges a proposal into the author's text: inserts new tokens, removes old ones, and keeps everything else. */
import { diffArrays } from 'diff';
import type { QueryModel } from '../../language/sparql/model';
import { applyEdits, type TextEdit } from '../../language/text/edit';
import { range } from '../../language/text/range';
import type { QueryToken } from './query-tokens';

export function mergeTokens(
  author: QueryModel,
  authorTokens: readonly QueryToken[],
  model: QueryModel,
  wanted: readonly QueryToken[],
): string {
  const style = styleOf(author, authorTokens);
  const edits: TextEdit[] = [];
  let [at, next, removed] = [0, 0, 0];
  const flush = (added: readonly QueryToken[]): void => {
    const removedTokens = authorTokens.slice(at, at + removed);
    if (removedTokens.length || added.length)
      edits.push(
        toEdit(
          author,
          style,
          { before: authorTokens[at - 1], removedTokens, after: authorTokens[at + removed] },
          model,
          wanted,
          added,
        ),
      );
    at += removed;
    removed = 0;
  };
  for (const change of diffArrays(keysOf(authorTokens), keysOf(wanted))) {
    if (change.removed) {
      removed += change.count;
    } else if (change.added) {
      flush(wanted.slice(next, next + change.count));
      next += change.count;
    } else {
      flush([]);
      at += change.count;
      next += change.count;
    }
  }
  flush([]);
  return applyEdits(author.text, edits);
}

function keysOf(words: readonly QueryToken[]): string[] {
  return words.map(({ key }) => key);
}

interface Hunk {
  readonly before: QueryToken | undefined;
  readonly removedTokens: readonly QueryToken[];
  readonly after: QueryToken | undefined;
}

function toEdit(
  author: QueryModel,
  style: Style,
  { before, removedTokens, after }: Hunk,
  model: QueryModel,
  wanted: readonly QueryToken[],
  added: readonly QueryToken[],
): TextEdit {
  const { text } = author;
  const [first, last] = [removedTokens[0], removedTokens.at(-1)];
  const comments = first && last ? commentsWithin(author, first.token.start, last.token.end) : [];
  const addedText = writeAdded(style, model, wanted, added);
  if (first && last && added.length && !comments.length)
    return { range: range(first.token.start, last.token.end), newText: addedText };
  const [start, end] = [
    before?.token.end ?? first?.token.start ?? after?.token.start ?? 0,
    after?.token.start ?? text.length,
  ];
  const gapBefore = text.slice(start, first?.token.start ?? end);
  const gapAfter = last ? text.slice(last.token.end, end) : '';
  if (!added.length) {
    // Keeps every comment, and of the gaps around the removed tokens the one with a line break.
    const kept = [...commentsIn(gapBefore), ...comments];
    const keepsAfter = !after || kept.length || gapAfter.includes('\n') || !gapBefore.includes('\n');
    const rest = keepsAfter ? gapAfter : gapBefore;
    const newText = kept.length
      ? `${/^\s*/.exec(gapBefore)?.[0] || ' '}${kept.join(style.newLine(depthAt(author, end)))}${startsLine(gapAfter) ? gapAfter : style.newLine(depthAt(author, end)) + gapAfter.trimStart()}`
      : rest || (after ? ' ' : '');
    return { range: range(start, end), newText };
  }
  const [wantedFirst, wantedLast] = [added[0], added.at(-1)];
  const lead = wantedFirst ? gapOf(style, model, wanted, wanted.indexOf(wantedFirst)) : ' ';
  const trail = wantedLast ? gapOf(style, model, wanted, wanted.indexOf(wantedLast) + 1) : ' ';
  if (removedTokens.length) {
    const line = style.newLine(depthAt(author, end));
    return {
      range: range(start, end),
      newText: `${gapBefore}${addedText} ${comments.join(line)}${startsLine(gapAfter) ? gapAfter : line + gapAfter.trimStart()}`,
    };
  }
  if (!after) {
    const line = lineBefore(style, wanted, wanted.length - added.length);
    return { range: range(start, end), newText: appendAtEnd(style, gapBefore, addedText, lead, line) };
  }
  // Inserted between two tokens: the author's gap, with its comments, stays on the side with the line break.
  const hasComment = commentsIn(gapBefore).length > 0;
  const keepFirst = hasComment || (gapBefore.includes('\n') && lead.includes('\n') && after.key !== '}');
  const newText = keepFirst
    ? `${gapBefore}${addedText}${trail}`
    : `${lead}${addedText}${gapBefore === '' || (trail === '' && gapBefore === ' ') ? trail : gapBefore}`;
  return { range: range(start, end), newText };
}

/** Keeps a comment on the last line there and text below the query below it; a closing brace gets its own line. */
function appendAtEnd(style: Style, tail: string, addedText: string, lead: string, line: string): string {
  if (!style.inLines) return lead + addedText + tail;
  const remark = /^[^\S\r\n]*#[^\r\n]*/.exec(tail)?.[0] ?? '';
  return `${remark}${remark || addedText.startsWith('}') ? line : lead}${addedText}${tail.slice(remark.length)}`;
}

/** The inserted tokens in the author's spelling, with the line breaks of the proposal. */
function writeAdded(
  style: Style,
  model: QueryModel,
  wanted: readonly QueryToken[],
  added: readonly QueryToken[],
): string {
  return added
    .map((word, at) => (at ? gapOf(style, model, wanted, wanted.indexOf(word)) : '') + word.text)
    .join('');
}

/** The white space before a token, in the author's style. */
function gapOf(style: Style, model: QueryModel, wanted: readonly QueryToken[], at: number): string {
  const [left, right] = [wanted[at - 1], wanted[at]];
  if (!left || !right) return ' ';
  const gap = model.text.slice(left.token.end, right.token.start);
  return gap.includes('\n') ? lineBefore(style, wanted, at) : gap === '' ? '' : ' ';
}

function lineBefore(style: Style, wanted: readonly QueryToken[], at: number): string {
  const depth = wanted
    .slice(0, at)
    .reduce((deep, { key }) => deep + (key === '{' ? 1 : key === '}' ? -1 : 0), 0);
  return style.newLine(wanted[at]?.key === '}' ? depth - 1 : depth);
}

interface Style {
  readonly inLines: boolean;
  readonly newLine: (depth: number) => string;
}

/** A one-line query stays on one line; otherwise blocks are indented as the author does. */
function styleOf({ text }: QueryModel, authorTokens: readonly QueryToken[]): Style {
  const [first, last] = [authorTokens[0], authorTokens.at(-1)];
  const body = first && last ? text.slice(first.token.start, last.token.end) : '';
  const end = /\r\n|\n|\r/.exec(body)?.[0];
  if (end === undefined) return { inLines: false, newLine: () => ' ' };
  const indent = /(?:\r\n|\n|\r)([ \t]+)\S/.exec(body)?.[1] ?? '  ';
  return { inLines: true, newLine: (depth) => end + indent.repeat(Math.max(0, depth)) };
}

function depthAt({ tokens }: QueryModel, offset: number): number {
  let depth = 0;
  for (const { value, start } of tokens) {
    if (start >= offset) break;
    depth += value === '{' ? 1 : value === '}' ? -1 : 0;
  }
  return depth;
}

function commentsWithin({ text, comments }: QueryModel, start: number, end: number): readonly string[] {
  return comments
    .filter((comment) => comment.start >= start && comment.end <= end)
    .map((comment) => text.slice(comment.start, comment.end).trimEnd());
}

/** A gap contains only white space and comments. */
function commentsIn(gap: string): readonly string[] {
  return gap.match(/#[^\r\n]*/g)?.map((comment) => comment.trimEnd()) ?? [];
}

function startsLine(gap: string): boolean {
  return /^[^\S\r\n]*[\r\n]/.test(gap);
}
