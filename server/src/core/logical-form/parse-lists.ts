/** Parses the brackets, words and strings of logical forms, without their meaning. */
import { unescapeString } from '../language/rdf/escapes';
import { range, type Located, type TextRange } from '../language/text/range';

export interface WordItem extends Located {
  readonly kind: 'word';
  readonly text: string;
}
/** A string with its suffix, such as `@en` or `^^xsd:float`. */
interface QuotedItem extends Located {
  readonly kind: 'quoted';
  readonly value: string;
  readonly suffix: string;
}
export interface ListItem extends Located {
  readonly kind: 'list';
  readonly items: readonly FormItem[];
}
export type FormItem = WordItem | QuotedItem | ListItem;

export interface FormProblem {
  readonly range: TextRange;
  readonly message: string;
}

interface ParsedLists {
  /** The outermost items. */
  readonly items: readonly FormItem[];
  readonly problems: readonly FormProblem[];
}

interface OpenList {
  readonly start: number;
  readonly items: FormItem[];
}

/**
 * An unclosed bracket would contain the rest of the text. If there is one, the text is parsed again with every bracket at the
 * start of a line as a new form, so that one mistake affects one form only.
 */
export function parseLists(text: string): ParsedLists {
  const parsed = parseOnce(text, { formsStartLines: false });
  const isUnclosed = parsed.problems.some(({ message }) => message === NOT_CLOSED);
  return isUnclosed ? parseOnce(text, { formsStartLines: true }) : parsed;
}

const NOT_CLOSED = "Missing ')': this bracket is never closed";

/** White space, a comment, a bracket, a string with its suffix, or a word. */
const TOKEN = /\s+|;[^\n\r]*|[()]|"((?:[^"\\]|\\[\s\S])*)("?)((?:@[\w-]+|\^\^[^\s()]+)?)|[^\s()"]+/y;

function parseOnce(text: string, { formsStartLines }: { readonly formsStartLines: boolean }): ParsedLists {
  const problems: FormProblem[] = [];
  const outermost: FormItem[] = [];
  const open: OpenList[] = [];
  const add = (item: FormItem): unknown => (open.at(-1)?.items ?? outermost).push(item);
  const close = (end: number): void => {
    const list = open.pop();
    if (list) add({ kind: 'list', items: list.items, range: range(list.start, end) });
  };
  const reportUnclosed = (end: number): void => {
    for (const { start } of open) problems.push({ range: range(start, start + 1), message: NOT_CLOSED });
    while (open.length) close(end);
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token, quoted, closing, suffix = ''] = match;
    const place = range(match.index, match.index + token.length);
    if (token === '(') {
      if (formsStartLines && open.length && isLineStart(text, place.start)) reportUnclosed(place.start);
      open.push({ start: place.start, items: [] });
    } else if (token === ')') {
      if (open.length) close(place.end);
      else problems.push({ range: place, message: "Unmatched ')'" });
    } else if (quoted !== undefined) {
      if (closing === '') problems.push({ range: place, message: 'Unclosed string: missing "' });
      add({ kind: 'quoted', value: unescapeString(quoted), suffix, range: place });
    } else if (!/^[\s;]/.test(token)) {
      add({ kind: 'word', text: token, range: place });
    }
  }
  reportUnclosed(text.trimEnd().length);
  return { items: outermost, problems: problems.sort((left, right) => left.range.start - right.range.start) };
}

function isLineStart(text: string, offset: number): boolean {
  return offset === 0 || /[\n\r]/.test(text[offset - 1] ?? '');
}
