import type { QueryModel, Triple } from '../../sparql/model';
import type { TextEdit } from '../../text/edit';

/** Writes a triple behind another, after the list (`;`, `,`) that the other may be part of; on a line of its own where that one is. */
export function insertTriple({ text, tokens }: QueryModel, after: Triple, triple: string): TextEdit {
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
  const gap = line === undefined ? ' ' : `${/\r\n/.test(text) ? '\r\n' : '\n'}${line}`;
  return { range: { start: end, end }, newText: `${dot ? '' : ' .'}${gap}${triple} .` };
}

const OPENERS = new Set(['{', '(', '[']);
const CLOSERS = new Set(['}', ')', ']']);
/** Words that end a list of triples. */
const STOPS = new Set(['FILTER', 'OPTIONAL', 'UNION', 'MINUS', 'BIND', 'VALUES', 'GRAPH', 'SERVICE']);
