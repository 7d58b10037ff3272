/** Where the cursor is: the word that is being typed, what may stand there, and what the query around it says. */
import type { Dialect, QueryModel } from '../../language/sparql/model';
import { parseQuery, queryTextAt } from '../../language/sparql/parse';
import { tokenize, type Token } from '../../language/sparql/tokens';
import { range, type TextRange } from '../../language/text/range';
import { standingAfter, type Position, type Standing } from './position';

export interface CompletionPlace {
  /** The word that the cursor is in: what an item replaces. */
  readonly word: TextRange;
  /** The word up to the cursor. */
  readonly typed: string;
  readonly position: Position;
  /** Tokens of the query before the word. */
  readonly before: readonly Token[];
  /** The query, with something in the place of the word so that it can be read. */
  readonly query: QueryModel;
  /** What is added to an offset in `query` to find it in the document. */
  readonly shift: number;
  /** The bracket that the word is in. */
  readonly within: Standing['within'];
  /** The keyword or sign that follows, if one does. */
  readonly next: string;
  /** Whether `@` stands before the word: it will be a language. */
  readonly tagged: boolean;
  /** Whether the angle bracket that closes an IRI is there already. */
  readonly closed: boolean;
  /** Whether nothing follows on the line. */
  readonly endsLine: boolean;
}

/** What stands for the word that is not written yet. */
export const HERE = 'urn:funfusic:here';

const WORD_BEFORE = /(?:<[^<>"{}|^`\\\s]*|[?$][\p{L}\p{N}_]*|[\p{L}\p{N}_.:%-]*)$/u;
const WORD_AFTER = /^(?:[\p{L}\p{N}_:%-]|\.(?=[\p{L}\p{N}_]))*/u;

/** Nothing where nothing can be completed: in comments, strings and numbers. */
export function placeAt(text: string, offset: number, dialect: Dialect): CompletionPlace | undefined {
  const { start: shift, end } = queryTextAt(text, offset);
  const own = text.slice(shift, end);
  const at = offset - shift;
  const typed = WORD_BEFORE.exec(own.slice(Math.max(0, at - 400), at))?.[0] ?? '';
  const { tokens, comments } = tokenize(own);
  if (comments.some((comment) => comment.start < at && at <= comment.end)) return undefined;
  const inText = ({ type, value, start, end: after }: Token): boolean =>
    start < at && (type === 'string' ? at < after : type === 'invalid' && value === '"' && at <= after);
  if (tokens.some(inText) || /^[\d.+-]/.test(typed)) return undefined;
  const start = at - typed.length;
  const rest = (typed.startsWith('<') ? /^[^<>"{}|^`\\\s]*/ : WORD_AFTER).exec(own.slice(at))?.[0] ?? '';
  const word = range(start, at + rest.length);
  // `FILTER()` and `[]` have both brackets in one token, and the cursor may be between them.
  const parted = tokens.some((token) => token.start < start && start < token.end);
  const before = parted
    ? tokenize(own.slice(0, start)).tokens
    : tokens.filter((token) => token.start < start);
  const next = parted
    ? tokenize(own.slice(word.end, word.end + 200)).tokens[0]?.value
    : tokens.find((token) => token.start >= word.end)?.value;
  const follower = tokens.find((token) => token.start >= word.end);
  const left = leftUnfinished(own, before, typed, start);
  const { position, within } = left
    ? { position: 'relation' as const, within: '{' as const }
    : standingAfter(before);
  const sameLine = parted || (follower !== undefined && !own.slice(word.end, follower.start).includes('\n'));
  const hole = filler(position, {
    next,
    term: sameLine && !parted && follower !== undefined && isTerm(follower),
    sameLine,
  });
  const head = left ? own.slice(0, left.at) + left.rest + own.slice(left.at, start) : own.slice(0, start);
  return {
    word: range(start + shift, word.end + shift),
    typed,
    position,
    within,
    before,
    next: next ?? '',
    query: parseQuery(head + hole + own.slice(word.end), dialect),
    shift,
    tagged: own[start - 1] === '@',
    closed: own[word.end] === '>',
    endsLine: !sameLine && !typed.startsWith('<'),
  };
}

/**
 * A line above that stops in the middle of a triple, where this one begins another: `?x ns:a.b.c ⏎ ?y ns:d|`. What is
 * missing there is thought to be there.
 */
function leftUnfinished(
  text: string,
  before: readonly Token[],
  typed: string,
  start: number,
): { readonly at: number; readonly rest: string } | undefined {
  const last = before[before.length - 1];
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (!typed || !last || last.start < lineStart || !['variable', 'pname', 'iri'].includes(last.type))
    return undefined;
  const above = before.slice(0, -1);
  const end = above[above.length - 1];
  // The term is alone on its line, before the word.
  if (!end || end.end > lineStart) return undefined;
  const { position, within } = standingAfter(above);
  if (within !== '{') return undefined;
  if (position === 'object') return { at: end.end, rest: ' ?funfusic_left .' };
  if (position === 'relation' && last.type === 'variable')
    return { at: end.end, rest: ' ?funfusic_lost ?funfusic_left .' };
  return undefined;
}

/** What makes the rest of the query readable as it would be once the word is written. */
function filler(
  position: Position,
  {
    next,
    term,
    sameLine,
  }: { readonly next: string | undefined; readonly term: boolean; readonly sameLine: boolean },
): string {
  const goesOn = next !== undefined && [',', ';', '.', '}', ']', ')', '/', '|'].includes(next);
  switch (position) {
    case 'relation': {
      if (term || (sameLine && (next === '/' || next === '|'))) return `<${HERE}>`;
      return `<${HERE}> ?funfusic_object${goesOn ? '' : ' .'}`;
    }
    case 'object':
      return `<${HERE}>${goesOn ? '' : ' .'}`;
    case 'expression':
      return `<${HERE}>`;
    case 'datatype':
      return `<${HERE}>`;
    case 'alias':
      return '?funfusic_alias';
    case 'start':
    case 'prefix':
    case 'namespace':
    case 'projection':
    case 'subject':
    case 'triple-end':
    case 'modifier':
    case 'ordering':
    case 'data':
    case 'number':
    case 'other':
      return '';
  }
}

function isTerm({ type, value }: Token): boolean {
  return (
    ['variable', 'iri', 'pname', 'blank', 'string', 'number', 'boolean'].includes(type) ||
    value === '(' ||
    value === '['
  );
}
