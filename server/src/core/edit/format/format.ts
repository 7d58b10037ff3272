/**
 * Gives queries their layout by changing the space between tokens, and the case of keywords. It works on tokens and not
 * on a tree, so that nothing can be lost on the way; and a query that does not parse is left exactly as it is.
 */
import type { Dialect, QueryModel } from '../../language/sparql/model';
import { looksLikeSeparator, parseDocument } from '../../language/sparql/parse';
import { applyEdits, type TextEdit } from '../../language/text/edit';
import { layOut } from './clauses';
import { saysTheSame } from './guard';
import { print, type Style } from './print';
import { lineEndOf, lineEndsIn, smallestEdit, isBlankLine } from './space';
import type { KeywordCase } from './spelling';

export interface FormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly keywordCase: KeywordCase;
  /** White space at the end of comments; elsewhere there is none afterwards in any case. */
  readonly trimTrailingWhitespace: boolean;
  readonly insertFinalNewline: boolean;
  readonly trimFinalNewlines: boolean;
}

export const defaultFormat: FormatOptions = {
  tabSize: 2,
  insertSpaces: true,
  keywordCase: 'upper',
  trimTrailingWhitespace: true,
  insertFinalNewline: true,
  trimFinalNewlines: true,
};

interface Formatted {
  readonly edits: readonly TextEdit[];
  /** Set when the edits would have changed more than the layout, which is a defect: then there are none. */
  readonly defect?: string;
}

export function formatDocument(text: string, dialect: Dialect, options: FormatOptions): Formatted {
  return formatQueries(text, parseDocument(text, dialect), options);
}

/** The queries must be all those of the text. */
export function formatQueries(
  text: string,
  queries: readonly QueryModel[],
  options: FormatOptions,
  wanted: (edit: TextEdit) => boolean = () => true,
): Formatted {
  const edits = queries.flatMap((query) => editsFor(query, options)).filter(wanted);
  if (!edits.length || saysTheSame(text, applyEdits(text, edits))) return { edits };
  return {
    edits: [],
    defect: 'The formatter would have changed more than the layout, so it changed nothing.',
  };
}

function editsFor(query: QueryModel, options: FormatOptions): readonly TextEdit[] {
  const { text, tokens, range, parses } = query;
  // The line of `###` above a query is not in its range.
  const comments = query.comments.filter((comment) => comment.start >= range.start);
  const layout = parses ? layOut(tokens) : undefined;
  const start = Math.min(tokens[0]?.start ?? Infinity, comments[0]?.start ?? Infinity);
  const end = Math.max(tokens[tokens.length - 1]?.end ?? 0, comments[comments.length - 1]?.end ?? 0);
  if (!layout || start >= end) return [];
  const style = styleOf(text, options);
  const before = smallestEdit(text, range.start, start, spaceBefore(text, range.start, start, style));
  const after = smallestEdit(text, end, range.end, spaceAfter(text, end, range.end, style, options));
  return [
    ...(before ? [before] : []),
    ...print({ text, tokens, comments }, layout, style),
    ...(after ? [after] : []),
  ];
}

function styleOf(
  text: string,
  { tabSize, insertSpaces, keywordCase, trimTrailingWhitespace }: FormatOptions,
): Style {
  const indentWidth = Math.max(1, tabSize);
  return {
    indent: insertSpaces ? ' '.repeat(indentWidth) : '\t',
    indentWidth,
    lineEnd: lineEndOf(text),
    keywordCase,
    trimsComments: trimTrailingWhitespace,
  };
}

/** Nothing at the beginning of a file, but for the mark of its encoding; a new line below a line of `###`. */
function spaceBefore(text: string, from: number, to: number, { lineEnd, indent }: Style): string {
  const step = looksLikeSeparator(text.slice(to, to + 4)) ? indent : '';
  if (from === 0) return (text.startsWith('\uFEFF') ? '\uFEFF' : '') + step;
  return (isBlankLine(text.slice(from, to)) ? lineEnd + lineEnd : lineEnd) + step;
}

/** At most a blank line before the next `###`; at the end of the file as many lines as the options say. */
function spaceAfter(
  text: string,
  from: number,
  to: number,
  { lineEnd }: Style,
  { insertFinalNewline, trimFinalNewlines }: FormatOptions,
): string {
  const present = lineEndsIn(text.slice(from, to));
  const most = to < text.length ? 2 : trimFinalNewlines ? 1 : present;
  const least = to === text.length && insertFinalNewline ? 1 : 0;
  return lineEnd.repeat(Math.max(least, Math.min(most, present)));
}
