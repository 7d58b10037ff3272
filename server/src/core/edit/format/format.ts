import type { QueryModel } from '../../language/sparql/model';
import { looksLikeSeparator } from '../../language/sparql/parse';
import { applyEdits, type TextEdit } from '../../language/text/edit';
import { layoutQuery } from './clauses';
import { hasSameTokens } from './same-tokens';
import { print, type PrintStyle } from './print';
import { lineEndingOf, countLineEnds, minimalEdit, isBlankLine } from './space';
import type { KeywordCase } from './keyword-case';

export interface FormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly keywordCase: KeywordCase;
  /** Applies to comments. Elsewhere trailing white space is always removed. */
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

interface FormatResult {
  readonly edits: readonly TextEdit[];
  /** Set if the edits would change more than the layout, which is a bug. Then there are no edits. */
  readonly defect?: string;
}

/**
 * Formats queries by changing only the white space between tokens and the case of keywords, so that nothing can get lost.
 * Queries that do not parse are left unchanged. `queries` are all queries of the text; `isWanted` selects the edits.
 */
export function formatQueries(
  text: string,
  queries: readonly QueryModel[],
  options: FormatOptions,
  isWanted: (edit: TextEdit) => boolean = () => true,
): FormatResult {
  const edits = queries.flatMap((query) => editsFor(query, options)).filter(isWanted);
  if (!edits.length || hasSameTokens(text, applyEdits(text, edits))) return { edits };
  return {
    edits: [],
    defect: 'The formatter would have changed more than the layout, so it changed nothing.',
  };
}

function editsFor(query: QueryModel, options: FormatOptions): readonly TextEdit[] {
  const { text, tokens, range, parses } = query;
  // The separator `###` above a query is not in its range.
  const comments = query.comments.filter((comment) => comment.start >= range.start);
  const layout = parses ? layoutQuery(tokens) : undefined;
  const start = Math.min(tokens[0]?.start ?? Infinity, comments[0]?.start ?? Infinity);
  const end = Math.max(tokens[tokens.length - 1]?.end ?? 0, comments[comments.length - 1]?.end ?? 0);
  if (!layout || start >= end) return [];
  const style = styleOf(text, options);
  const before = minimalEdit(text, range.start, start, spaceBefore(text, range.start, start, style));
  const after = minimalEdit(text, end, range.end, spaceAfter(text, end, range.end, style, options));
  return [
    ...(before ? [before] : []),
    ...print({ text, tokens, comments }, layout, style),
    ...(after ? [after] : []),
  ];
}

function styleOf(
  text: string,
  { tabSize, insertSpaces, keywordCase, trimTrailingWhitespace }: FormatOptions,
): PrintStyle {
  const indentWidth = Math.max(1, tabSize);
  return {
    indent: insertSpaces ? ' '.repeat(indentWidth) : '\t',
    indentWidth,
    lineEnd: lineEndingOf(text),
    keywordCase,
    trimsComments: trimTrailingWhitespace,
  };
}

/** The white space before a query: none at the start of the file except a BOM, a line break after `###`. */
function spaceBefore(text: string, from: number, to: number, { lineEnd, indent }: PrintStyle): string {
  const indentation = looksLikeSeparator(text.slice(to, to + 4)) ? indent : '';
  if (from === 0) return (text.startsWith('\uFEFF') ? '\uFEFF' : '') + indentation;
  return (isBlankLine(text.slice(from, to)) ? lineEnd + lineEnd : lineEnd) + indentation;
}

/** The white space after a query: at most one blank line before `###`, and at the end of the file as the options say. */
function spaceAfter(
  text: string,
  from: number,
  to: number,
  { lineEnd }: PrintStyle,
  { insertFinalNewline, trimFinalNewlines }: FormatOptions,
): string {
  const present = countLineEnds(text.slice(from, to));
  const max = to < text.length ? 2 : trimFinalNewlines ? 1 : present;
  const min = to === text.length && insertFinalNewline ? 1 : 0;
  return lineEnd.repeat(Math.max(min, Math.min(max, present)));
}
