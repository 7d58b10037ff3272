/** Brackets, words and quoted texts, with their places: what every logical form is made of, whatever it means. */
import { range, type Located, type TextRange } from '../language/text/range';

export interface FormWord extends Located {
  readonly kind: 'word';
  readonly text: string;
}
/** `"…"`, with what follows it at once: `@en`, `^^xsd:float`. */
interface Quoted extends Located {
  readonly kind: 'quoted';
  readonly value: string;
  readonly suffix: string;
}
export interface List extends Located {
  readonly kind: 'list';
  readonly items: readonly Item[];
}
export type Item = FormWord | Quoted | List;

export interface FormProblem {
  readonly range: TextRange;
  readonly message: string;
}

interface Lists {
  /** The outermost ones. */
  readonly items: readonly Item[];
  readonly problems: readonly FormProblem[];
}

interface Open {
  readonly start: number;
  readonly items: Item[];
}

/**
 * A bracket that is never closed takes in all that follows. As forms begin at the beginning of a line, the text is then read again
 * with every such bracket as a new beginning, so that one mistake spoils one form.
 */
export function readLists(text: string): Lists {
  const read = readOnce(text, false);
  return read.problems.some(({ message }) => message === NOT_CLOSED) ? readOnce(text, true) : read;
}

const NOT_CLOSED = "Missing ')': this bracket is never closed";

/** Blanks, a comment, a bracket, a quoted text with its suffix, or a word. */
const TOKEN = /\s+|;[^\n\r]*|[()]|"((?:[^"\\]|\\[\s\S])*)("?)((?:@[\w-]+|\^\^[^\s()]+)?)|[^\s()"]+/y;

function readOnce(text: string, linesBegin: boolean): Lists {
  const problems: FormProblem[] = [];
  const outermost: Item[] = [];
  const open: Open[] = [];
  const add = (item: Item): unknown => (open[open.length - 1]?.items ?? outermost).push(item);
  const close = (end: number): void => {
    const list = open.pop();
    if (list) add({ kind: 'list', items: list.items, range: range(list.start, end) });
  };
  const leaveOpen = (end: number): void => {
    for (const { start } of open) problems.push({ range: range(start, start + 1), message: NOT_CLOSED });
    while (open.length) close(end);
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token, quoted, closing, suffix = ''] = match;
    const place = range(match.index, match.index + token.length);
    if (token === '(') {
      if (linesBegin && open.length && atLineStart(text, place.start)) leaveOpen(place.start);
      open.push({ start: place.start, items: [] });
    } else if (token === ')') {
      if (open.length) close(place.end);
      else problems.push({ range: place, message: "Unmatched ')'" });
    } else if (quoted !== undefined) {
      if (closing === '') problems.push({ range: place, message: 'Unclosed string: missing "' });
      add({ kind: 'quoted', value: unescaped(quoted), suffix, range: place });
    } else if (!/^[\s;]/.test(token)) {
      add({ kind: 'word', text: token, range: place });
    }
  }
  leaveOpen(text.trimEnd().length);
  return { items: outermost, problems: problems.sort((left, right) => left.range.start - right.range.start) };
}

function atLineStart(text: string, offset: number): boolean {
  return offset === 0 || /[\n\r]/.test(text[offset - 1] ?? '');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}
