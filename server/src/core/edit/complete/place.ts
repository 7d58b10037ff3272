import type { Dialect, QueryModel } from '../../language/sparql/model';
import { parseQuery, queryRangeAt } from '../../language/sparql/parse';
import { tokenize, type SparqlToken } from '../../language/sparql/tokens';
import { range, type TextRange } from '../../language/text/range';
import { positionAfter, type SyntaxPosition, type CursorPosition } from './position';

/** The cursor in its query. */
export interface CompletionPlace {
  /** The word at the cursor, which an item replaces. */
  readonly word: TextRange;
  /** The part of the word before the cursor. */
  readonly typed: string;
  readonly position: SyntaxPosition;
  /** The tokens of the query before the word. */
  readonly before: readonly SparqlToken[];
  /** The query with the word replaced by a placeholder, so that it parses. */
  readonly query: QueryModel;
  /** The start of the query in the document. */
  readonly shift: number;
  /** The innermost open bracket. */
  readonly within: CursorPosition['within'];
  /** The value of the next token, or an empty string. */
  readonly next: string;
  /** Whether the word is a language tag: it follows `@`. */
  readonly afterAt: boolean;
  /** Whether `>` follows the word. */
  readonly closed: boolean;
  /** Whether no token follows on the line. */
  readonly endsLine: boolean;
}

/** The placeholder for the word at the cursor. */
export const CURSOR_IRI = 'urn:funfusic:here';

const WORD_BEFORE = /(?:<[^<>"{}|^`\\\s]*|[?$][\p{L}\p{N}_]*|[\p{L}\p{N}_.:%-]*)$/u;
const WORD_AFTER = /^(?:[\p{L}\p{N}_:%-]|\.(?=[\p{L}\p{N}_]))*/u;

/** Returns undefined in comments, strings and numbers, where nothing is completed. */
export function placeAt(text: string, offset: number, dialect: Dialect): CompletionPlace | undefined {
  const { start: shift, end } = queryRangeAt(text, offset);
  const queryText = text.slice(shift, end);
  const at = offset - shift;
  const typed = WORD_BEFORE.exec(queryText.slice(Math.max(0, at - 400), at))?.[0] ?? '';
  const { tokens, comments } = tokenize(queryText);
  if (comments.some((comment) => comment.start < at && at <= comment.end)) return undefined;
  const isInString = ({ type, value, start, end: after }: SparqlToken): boolean =>
    start < at && (type === 'string' ? at < after : type === 'invalid' && value === '"' && at <= after);
  if (tokens.some(isInString) || /^[\d.+-]/.test(typed)) return undefined;
  const start = at - typed.length;
  const rest =
    (typed.startsWith('<') ? /^[^<>"{}|^`\\\s]*/ : WORD_AFTER).exec(queryText.slice(at))?.[0] ?? '';
  const word = range(start, at + rest.length);
  // The brackets of `FILTER()` and `[]` are one token, which the cursor may split.
  const splitsToken = tokens.some((token) => token.start < start && start < token.end);
  const before = splitsToken
    ? tokenize(queryText.slice(0, start)).tokens
    : tokens.filter((token) => token.start < start);
  const follower = tokens.find((token) => token.start >= word.end);
  const next = splitsToken
    ? tokenize(queryText.slice(word.end, word.end + 200)).tokens[0]?.value
    : follower?.value;
  const missing = missingTripleEnd(queryText, before, typed, start);
  const { position, within } = missing
    ? { position: 'relation' as const, within: '{' as const }
    : positionAfter(before);
  const sameLine =
    splitsToken || (follower !== undefined && !queryText.slice(word.end, follower.start).includes('\n'));
  const placeholder = placeholderFor(position, {
    next,
    term: sameLine && !splitsToken && follower !== undefined && isTerm(follower),
    sameLine,
  });
  const head = missing
    ? queryText.slice(0, missing.at) + missing.text + queryText.slice(missing.at, start)
    : queryText.slice(0, start);
  return {
    word: range(start + shift, word.end + shift),
    typed,
    position,
    within,
    before,
    next: next ?? '',
    query: parseQuery(head + placeholder + queryText.slice(word.end), dialect),
    shift,
    afterAt: queryText[start - 1] === '@',
    closed: queryText[word.end] === '>',
    endsLine: !sameLine && !typed.startsWith('<'),
  };
}

/**
 * The text that completes an unfinished triple on the line above, if the current line starts another one:
 * `?x ns:a.b.c ⏎ ?y ns:d|`.
 */
function missingTripleEnd(
  text: string,
  before: readonly SparqlToken[],
  typed: string,
  start: number,
): { readonly at: number; readonly text: string } | undefined {
  const last = before[before.length - 1];
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (!typed || !last || last.start < lineStart || !['variable', 'pname', 'iri'].includes(last.type))
    return undefined;
  const above = before.slice(0, -1);
  const end = above[above.length - 1];
  // Only one term may precede the word on its line.
  if (!end || end.end > lineStart) return undefined;
  const { position, within } = positionAfter(above);
  if (within !== '{') return undefined;
  if (position === 'object') return { at: end.end, text: ' ?funfusic_left .' };
  if (position === 'relation' && last.type === 'variable')
    return { at: end.end, text: ' ?funfusic_lost ?funfusic_left .' };
  return undefined;
}

/** A placeholder that makes the query parse as if the word were complete. */
function placeholderFor(
  position: SyntaxPosition,
  {
    next,
    term,
    sameLine,
  }: { readonly next: string | undefined; readonly term: boolean; readonly sameLine: boolean },
): string {
  const isContinued = next !== undefined && [',', ';', '.', '}', ']', ')', '/', '|'].includes(next);
  if (position === 'alias') return '?funfusic_alias';
  if (position === 'expression' || position === 'datatype') return `<${CURSOR_IRI}>`;
  const end = isContinued ? '' : ' .';
  if (position === 'object') return `<${CURSOR_IRI}>${end}`;
  // A subject is completed by the relation that follows it.
  if (position === 'subject' || position === 'triple-end') return term ? `<${CURSOR_IRI}>` : '';
  if (position !== 'relation') return '';
  const isFollowed = term || (sameLine && (next === '/' || next === '|'));
  return isFollowed ? `<${CURSOR_IRI}>` : `<${CURSOR_IRI}> ?funfusic_object${end}`;
}

function isTerm({ type, value }: SparqlToken): boolean {
  return (
    ['variable', 'iri', 'pname', 'blank', 'string', 'number', 'boolean'].includes(type) ||
    value === '(' ||
    value === '['
  );
}
