import type { QueryModel, Triple } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';
import { lineBreakOf } from '../text/declarations';

/** Inserts a triple after another and its predicate list. It gets its own line if the other one has. */
export function insertTriple(query: QueryModel, after: Triple, triple: string, filter?: string): TextEdit {
  const { end, dot, gap } = insertionPoint(query, after);
  const filterText = filter === undefined ? '' : gap + filter;
  return { range: { start: end, end }, newText: `${dot ? '' : ' .'}${gap}${triple} .${filterText}` };
}

/** Inserts a filter after a triple and its predicate list. */
export function insertFilter(query: QueryModel, after: Triple, filter: string): TextEdit {
  const { end, gap } = insertionPoint(query, after);
  return { range: { start: end, end }, newText: gap + filter };
}

interface InsertionPoint {
  readonly end: number;
  /** Whether a full stop precedes it. */
  readonly dot: boolean;
  readonly gap: string;
}

function insertionPoint({ text, tokens }: QueryModel, after: Triple): InsertionPoint {
  let end = after.range.end;
  let depth = 0;
  let dot = false;
  for (const token of tokens) {
    if (token.start < after.range.end) continue;
    if (OPENERS.has(token.value)) depth++;
    else if (CLOSERS.has(token.value)) depth--;
    const isDot = token.value === '.' && depth === 0;
    if (depth < 0 || (depth === 0 && (token.value === '{' || STOPS.has(token.value)))) break;
    end = token.end;
    if (isDot) {
      dot = true;
      break;
    }
  }
  const line = /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, after.range.start))?.[1];
  const gap = line === undefined ? ' ' : lineBreakOf(text) + line;
  return { end, dot, gap };
}

const OPENERS = new Set(['{', '(', '[']);
const CLOSERS = new Set(['}', ')', ']']);
/** Keywords that end a list of triples. */
const STOPS = new Set(['FILTER', 'OPTIONAL', 'UNION', 'MINUS', 'BIND', 'VALUES', 'GRAPH', 'SERVICE']);
