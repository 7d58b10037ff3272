/** Where the cursor is: the word that is being typed, what may stand there, and what the query around it says. */
import type { Dialect, QueryModel } from '../../sparql/model';
import { parseQuery, queryTextAt } from '../../sparql/parse';
import { tokenize, type Token } from '../../sparql/tokens';
import { range, type TextRange } from '../../text/range';
import { positionAfter, type Position } from './position';

export interface Place {
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
  /** Whether nothing follows on the line: more than a word can be written. */
  readonly open: boolean;
}

/** What stands for the word that is not written yet. */
export const HERE = 'urn:funfusic:here';

const WORD_BEFORE = /(?:<[^<>"{}|^`\\\s]*|[?$][\p{L}\p{N}_]*|[\p{L}\p{N}_.:%-]*)$/u;
const WORD_AFTER = /^(?:[\p{L}\p{N}_:%-]|\.(?=[\p{L}\p{N}_]))*/u;

/** Nothing where nothing can be completed: in comments, strings and numbers. */
export function placeAt(text: string, offset: number, dialect: Dialect): Place | undefined {
  const { start: shift, end } = queryTextAt(text, offset);
  const own = text.slice(shift, end);
  const at = offset - shift;
  const typed = WORD_BEFORE.exec(own.slice(Math.max(0, at - 400), at))?.[0] ?? '';
  const { tokens, comments } = tokenize(own);
  if (comments.some((comment) => comment.start < at && at <= comment.end)) return undefined;
  const inText = ({ type, value, start, end: after }: Token): boolean =>
    start < at && (type === 'string' ? at < after : type === 'invalid' && value === '"' && at <= after);
  if (tokens.some(inText)) return undefined;
  if (/^[\d.+-]/.test(typed)) return undefined;
  const start = at - typed.length;
  const rest = (typed.startsWith('<') ? /^[^<>"{}|^`\\\s]*>?/ : WORD_AFTER).exec(own.slice(at))?.[0] ?? '';
  const word = range(start, at + rest.length);
  const before = tokens.filter((token) => token.start < start);
  const position = positionAfter(before);
  const next = tokens.find((token) => token.start >= word.end);
  return {
    word: range(start + shift, word.end + shift),
    typed,
    position,
    before,
    query: parseQuery(own.slice(0, start) + filler(own, position, word, next) + own.slice(word.end), dialect),
    shift,
    open: /^[ \t]*[.}]?[ \t]*(?:\r?\n|$)/.test(own.slice(word.end, word.end + 200)),
  };
}

/** What makes the rest of the query readable as it would be once the word is written. */
function filler(text: string, position: Position, word: TextRange, next: Token | undefined): string {
  const sameLine = next !== undefined && !text.slice(word.end, next.start).includes('\n');
  const goesOn = next !== undefined && [',', ';', '.', '}', ']', ')', '/', '|'].includes(next.value);
  switch (position) {
    case 'relation': {
      if (sameLine && (isTerm(next) || next.value === '/' || next.value === '|')) return `<${HERE}>`;
      return `<${HERE}> ?funfusic_object${goesOn ? '' : ' .'}`;
    }
    case 'object':
      return `<${HERE}>${goesOn ? '' : ' .'}`;
    case 'expression':
      return `<${HERE}>`;
    case 'start':
    case 'prefix':
    case 'projection':
    case 'subject':
    case 'triple-end':
    case 'modifier':
    case 'ordering':
    case 'data':
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
