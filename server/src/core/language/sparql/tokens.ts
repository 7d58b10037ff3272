/**
 * Splits SPARQL text into located tokens. Never fails: unknown text becomes an `invalid` or `word` token.
 * If two rules match, the longer match wins, as in the lexer of sparqljs, whose grammar checks these tokens.
 */

export type TokenType =
  | 'keyword'
  | 'word' // letters that are neither a keyword nor a prefixed name
  | 'variable'
  | 'iri' // <…>
  | 'pname' // prefix:local
  | 'pname-ns' // prefix:
  | 'blank' // _:label
  | 'string'
  | 'number'
  | 'boolean'
  | 'lang' // @en, @en--ltr
  | 'punctuation'
  | 'invalid';

export interface SparqlToken {
  readonly type: TokenType;
  readonly start: number;
  readonly end: number;
  /** The keyword in upper case, or the punctuation; otherwise empty. */
  readonly value: string;
  /** The name of the terminal in the grammar of sparqljs. */
  readonly terminal: string;
}

export interface Comment {
  readonly start: number;
  readonly end: number;
}

export interface Tokens {
  readonly text: string;
  readonly tokens: readonly SparqlToken[];
  readonly comments: readonly Comment[];
}

const PLAIN_KEYWORDS =
  'BASE PREFIX SELECT DISTINCT REDUCED AS CONSTRUCT WHERE DESCRIBE ASK FROM NAMED GROUP BY HAVING ORDER ASC DESC LIMIT OFFSET VALUES LOAD SILENT INTO CLEAR DROP CREATE ADD TO MOVE COPY WITH DELETE INSERT USING DEFAULT GRAPH ALL OPTIONAL SERVICE BIND UNDEF MINUS UNION FILTER IN NOT BOUND BNODE CONCAT COALESCE REGEX SUBSTR REPLACE EXISTS COUNT GROUP_CONCAT SEPARATOR';
const FUNCTION_TERMINALS: Readonly<Record<string, string>> = {
  FUNC_ARITY0: 'RAND NOW UUID STRUUID',
  FUNC_ARITY1:
    'LANG DATATYPE IRI URI ABS CEIL FLOOR ROUND STRLEN STR UCASE LCASE ENCODE_FOR_URI YEAR MONTH DAY HOURS MINUTES SECONDS TIMEZONE TZ MD5 SHA1 SHA256 SHA384 SHA512 ISIRI ISURI ISBLANK ISLITERAL ISNUMERIC',
  FUNC_ARITY2: 'LANGMATCHES CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER STRLANG STRDT SAMETERM',
  FUNC_ARITY3: 'IF',
  FUNC_AGGREGATE: 'SUM MIN MAX AVG SAMPLE',
};

/** Keyword in upper case → terminal of the grammar. */
export const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ...PLAIN_KEYWORDS.split(' ').map((keyword): [string, string] => [keyword, keyword]),
  ...Object.entries(FUNCTION_TERMINALS).flatMap(([terminal, words]) =>
    words.split(' ').map((word): [string, string] => [word, terminal]),
  ),
  ['A', 'a'],
  ['TRUE', 'BOOLEAN'],
  ['FALSE', 'BOOLEAN'],
]);

/** The keywords that begin a query. */
export const QUERY_KEYWORDS: ReadonlySet<string> = new Set(['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE']);

const KEYWORDS_LONGEST_FIRST = [...KEYWORDS.keys()].sort((left, right) => right.length - left.length);

/** An escaped character. It may be part of any name or IRI. */
const CODE_POINT = '\\\\u[0-9A-Fa-f]{4}|\\\\U[0-9A-Fa-f]{8}';
const LETTER =
  'A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD';
const ASTRAL = '[\\uD800-\\uDB7F][\\uDC00-\\uDFFF]';
const NAME_START = `(?:[${LETTER}_]|${ASTRAL}|${CODE_POINT})`;
const NAME = `(?:[${LETTER}_\\-0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]|${ASTRAL}|${CODE_POINT})`;
const PREFIX_START = `(?:[${LETTER}]|${ASTRAL})`;
// A name may contain dots but not end with one, so each run of dots must be followed by another character.
const PREFIX = `(?:${PREFIX_START}(?:${NAME}|\\.+(?=${NAME}))*)?`;
const ESCAPED = "%[0-9A-Fa-f]{2}|\\\\[_~.\\-!$&'()*+,;=/?#@%]";
const LOCAL_PART = `(?:${NAME}|:|${ESCAPED})`;
const LOCAL = `(?:${NAME_START}|[:0-9]|${ESCAPED})(?:${LOCAL_PART}|\\.+(?=${LOCAL_PART}))*`;

const SPACE = /\s+/y;
const NAME_TOKEN = new RegExp(`${PREFIX}:(${LOCAL})?`, 'y');
const PREFIX_TOKEN = new RegExp(PREFIX, 'y');
const BLANK = new RegExp(`_:(?:${NAME_START}|[0-9])(?:${NAME}|\\.+(?=${NAME}))*`, 'y');
const VARIABLE = new RegExp(
  `[?$](?:${NAME_START}|[0-9])(?:[${LETTER}_0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]|${ASTRAL}|${CODE_POINT})*`,
  'y',
);
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const IRI = new RegExp(`<(?:[^<>"{}|^\`\\\\\\u0000-\\u0020]|${CODE_POINT})*>`, 'y');
const NUMBER = /[+-]?(?:[0-9]+\.[0-9]*[eE][+-]?[0-9]+|\.?[0-9]+[eE][+-]?[0-9]+|[0-9]*\.[0-9]+|[0-9]+)/y;
const LANG = /@[a-zA-Z]+(?:-[a-zA-Z0-9]+)*(?:--[a-zA-Z]+)?/y;
const ESCAPE_SEQUENCE = /\\(?:[tbnrf\\"']|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})/y;
const ESCAPED_CODE_POINT = /\\u/i;
// One space at a time, because runs of spaces in a repeated group cause exponential backtracking.
const UPDATE_PAIR = /(INSERT|DELETE)(?:\s|#[^\n\r]*\n)+(DATA|WHERE)/iy;
const EMPTY_BRACKETS = /\([ \t\r\n]*\)|\[[ \t\r\n]*\]/y;
/** Symbols that SPARQL 1.1 lacks. The parser replaces them where SPARQL 1.2 or Virtuoso has them. */
const OTHER_SYMBOLS = new Set(['<<(', ')>>', '<<', '>>', '{|', '|}', '~', '`']);
const SYMBOL = /\^\^|\|\||&&|!=|<=|>=|<<\(|\)>>|<<|>>|\{\||\|\}|[(){}[\].,;*/^?+!|=<>~`-]/y;

export function tokenize(text: string): Tokens {
  const tokens: SparqlToken[] = [];
  const comments: Comment[] = [];
  const match = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
  /** An escaped character must be allowed where it is. */
  const matchName = (pattern: RegExp, at: number): number => {
    const end = match(pattern, at);
    if (end < 0 || !hasEscapes || !text.slice(at, end).includes('\\')) return end;
    const decoded = decodeCodePoints(text.slice(at, end));
    pattern.lastIndex = 0;
    return !ESCAPED_CODE_POINT.test(decoded) && pattern.test(decoded) && pattern.lastIndex === decoded.length
      ? end
      : -1;
  };
  const hasEscapes = ESCAPED_CODE_POINT.test(text);
  const push = (type: TokenType, start: number, end: number, value: string, terminal: string): number => {
    tokens.push({ type, start, end, value, terminal });
    return end;
  };

  let at = 0;
  /** No prefix before this offset is followed by a colon. Saves repeated searches in long runs of words. */
  let prefixSearchedTo = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 0xa0 || code > 127) {
      const end = match(SPACE, at);
      if (end > at) {
        at = end;
        continue;
      }
    }
    if (code === 35 /* # */) {
      let end = at;
      while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
      comments.push({ start: at, end });
      at = end;
      continue;
    }
    if (code === 63 /* ? */ || code === 36 /* $ */) {
      const end = matchName(VARIABLE, at);
      if (end > at) {
        at = push('variable', at, end, '', 'VAR');
        continue;
      }
    }
    if (isNameStart(code)) {
      const isBlank = code === 95; /* _ */
      const end = isBlank ? matchName(BLANK, at) : at < prefixSearchedTo ? -1 : matchName(NAME_TOKEN, at);
      if (end > at) {
        at = isBlank ? push('blank', at, end, '', 'BLANK_NODE_LABEL') : pushName(text, tokens, at, end);
        continue;
      }
      if (!isBlank && at >= prefixSearchedTo) prefixSearchedTo = match(PREFIX_TOKEN, at);
      const mayPair = code === 73 || code === 105 || code === 68 || code === 100; // I, i, D, d
      at = pushWord(text, tokens, at, mayPair ? match(UPDATE_PAIR, at) : -1, match(WORD, at));
      continue;
    }
    if (isDigit(code) || ((code === 46 || code === 43 || code === 45) && startsNumber(text, at))) {
      const end = match(NUMBER, at);
      at = push('number', at, end, '', numberTerminal(text.slice(at, end)));
      continue;
    }
    if (code === 60 /* < */) {
      const end = matchName(IRI, at);
      if (end > at) {
        at = push('iri', at, end, '', 'IRIREF');
        continue;
      }
    }
    if (code === 34 || code === 39) {
      const end = endOfString(text, at);
      at =
        end > at
          ? push('string', at, end, '', stringTerminal(text, at, end))
          : push('invalid', at, endOfBrokenString(text, at), '"', 'INVALID');
      continue;
    }
    if (code === 64 /* @ */) {
      const end = match(LANG, at);
      if (end > at) {
        // A direction is not part of SPARQL 1.1.
        at = push('lang', at, end, '', text.slice(at, end).includes('--') ? 'INVALID' : 'LANGTAG');
        continue;
      }
    }
    if (code === 40 || code === 91) {
      const end = match(EMPTY_BRACKETS, at);
      if (end > at) {
        at = push('punctuation', at, end, code === 40 ? '()' : '[]', code === 40 ? 'NIL' : 'ANON');
        continue;
      }
    }
    const end = match(SYMBOL, at);
    if (end > at) {
      const symbol = text.slice(at, end);
      at = push('punctuation', at, end, symbol, OTHER_SYMBOLS.has(symbol) ? 'INVALID' : symbol);
      continue;
    }
    // A whole character, so that a surrogate pair is not split.
    const width = code >= 0xd800 && code <= 0xdbff && at + 1 < text.length ? 2 : 1;
    at = push('invalid', at, at + width, text.slice(at, at + width), 'INVALID');
  }
  return { text, tokens, comments };
}

/** Escapes that are not characters stay. */
export function decodeCodePoints(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))/g,
    (escape, short?: string, long?: string) => {
      const code = Number.parseInt(short ?? long ?? '', 16);
      return isCharacter(code) ? String.fromCodePoint(code) : escape;
    },
  );
}

/** Whether a code point is that of a character. */
export function isCharacter(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

function pushName(text: string, tokens: SparqlToken[], start: number, end: number): number {
  const bare = text.charCodeAt(end - 1) === 58 && text.indexOf(':', start) === end - 1;
  tokens.push(
    bare
      ? { type: 'pname-ns', start, end, value: '', terminal: 'PNAME_NS' }
      : { type: 'pname', start, end, value: '', terminal: 'PNAME_LN' },
  );
  return end;
}

function pushWord(
  text: string,
  tokens: SparqlToken[],
  start: number,
  pairEnd: number,
  wordEnd: number,
): number {
  if (pairEnd > start) {
    const words = text.slice(start, pairEnd).toUpperCase();
    const terminal =
      (words.startsWith('INSERT') ? 'INSERT' : 'DELETE') + (words.endsWith('DATA') ? 'DATA' : 'WHERE');
    if (terminal !== 'INSERTWHERE') {
      tokens.push({ type: 'keyword', start, end: pairEnd, value: terminal, terminal });
      return pairEnd;
    }
  }
  if (wordEnd <= start) {
    const width = (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
    tokens.push({
      type: 'invalid',
      start,
      end: start + width,
      value: text.slice(start, start + width),
      terminal: 'INVALID',
    });
    return start + width;
  }
  const word = text.slice(start, wordEnd).toUpperCase();
  const keywords = splitIntoKeywords(word);
  if (!keywords) {
    tokens.push({ type: 'word', start, end: wordEnd, value: word, terminal: 'INVALID' });
    return wordEnd;
  }
  let at = start;
  for (const keyword of keywords) {
    const terminal = KEYWORDS.get(keyword) ?? 'INVALID';
    const type = terminal === 'BOOLEAN' ? 'boolean' : 'keyword';
    tokens.push({ type, start: at, end: at + keyword.length, value: keyword, terminal });
    at += keyword.length;
  }
  return wordEnd;
}

/** Splits `SELECT`, or `SELECTDISTINCT`, which the grammar accepts. Returns undefined for other words. */
function splitIntoKeywords(word: string): readonly string[] | undefined {
  if (KEYWORDS.has(word)) return [word];
  if (word.length > 40) return undefined;
  const keywords: string[] = [];
  for (let at = 0; at < word.length;) {
    const next = KEYWORDS_LONGEST_FIRST.find((keyword) => word.startsWith(keyword, at));
    if (!next) return undefined;
    keywords.push(next);
    at += next.length;
  }
  return keywords;
}

function numberTerminal(number: string): string {
  const sign = number.startsWith('+') ? '_POSITIVE' : number.startsWith('-') ? '_NEGATIVE' : '';
  const kind = /e/i.test(number) ? 'DOUBLE' : number.includes('.') ? 'DECIMAL' : 'INTEGER';
  return kind + sign;
}

function stringTerminal(text: string, at: number, end: number): string {
  const quote = text[at];
  const long = end - at >= 6 && text.startsWith(`${quote}${quote}${quote}`, at);
  return `STRING_LITERAL${long ? '_LONG' : ''}${quote === "'" ? 1 : 2}`;
}

/** Returns the end of the string that starts here, or -1 if it is not closed. */
function endOfString(text: string, at: number): number {
  const quote = text[at] ?? '"';
  const fence = quote.repeat(3);
  if (text.startsWith(fence, at)) {
    let end = text.indexOf(fence, at + 3);
    while (end >= 0 && isEscaped(text, end)) end = text.indexOf(fence, end + 1);
    // If it is not closed, the first two quotes are an empty string and the third starts another string.
    return end >= 0 && validEscapes(text, at + 3, end) ? end + 3 : at + 2;
  }
  for (let end = at + 1; end < text.length; end++) {
    const character = text[end];
    if (character === '\\') end++;
    else if (character === quote) return validEscapes(text, at + 1, end) ? end + 1 : -1;
    else if (character === '\n' || character === '\r') return -1;
  }
  return -1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

function validEscapes(text: string, start: number, end: number): boolean {
  // indexOf would search the rest of the text for every string without escapes.
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== 92 /* \ */) continue;
    ESCAPE_SEQUENCE.lastIndex = at;
    if (!ESCAPE_SEQUENCE.test(text) || ESCAPE_SEQUENCE.lastIndex > end) return false;
    at = ESCAPE_SEQUENCE.lastIndex - 1;
  }
  return true;
}

/** An unclosed string ends with its line, so that the following lines are still parsed. */
function endOfBrokenString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
  return end;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isNameStart(code: number): boolean {
  return (
    (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code === 58 || code > 127
  );
}

function startsNumber(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (isDigit(next)) return true;
  return text.charCodeAt(at) !== 46 && next === 46 && isDigit(text.charCodeAt(at + 2));
}
