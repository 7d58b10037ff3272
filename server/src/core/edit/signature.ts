/** Which function is being called at a place, and which of its parameters is being written. */
import { XSD } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import type { Token } from '../language/sparql/tokens';
import { CASTS, FUNCTIONS, type FunctionWord } from '../language/sparql/vocabulary';
import { nameAt } from './names';

interface Signature {
  readonly word: FunctionWord;
  /** Index among its parameters; 0 when it has none. */
  readonly active: number;
}

export function signatureAt(query: QueryModel, offset: number): Signature | undefined {
  if (query.comments.some(({ start, end }) => start < offset && offset <= end)) return undefined;
  for (const { before, separators } of openBrackets(query.tokens, offset)) {
    const word = before && wordOf(query, before);
    if (word) return { word, active: activeParameter(word, separators) };
  }
  return undefined;
}

interface OpenBracket {
  /** What stands before it. */
  readonly before: Token | undefined;
  /** How many arguments have been finished since. */
  separators: number;
}

/** What begins a clause or ends one: a bracket that is still open before it has been forgotten. */
const CLAUSES = new Set([
  'FILTER',
  'BIND',
  'OPTIONAL',
  'MINUS',
  'UNION',
  'VALUES',
  'GRAPH',
  'SERVICE',
  'WHERE',
]);
const ENDS = new Set(['{', '}', '.']);

/** The brackets that are open at a place, the innermost first. */
function openBrackets(tokens: readonly Token[], offset: number): readonly OpenBracket[] {
  let open: OpenBracket[] = [];
  for (const [index, { type, value, start, end }] of tokens.entries()) {
    if (start >= offset) break;
    if (type === 'keyword' && CLAUSES.has(value)) open = [];
    if (type !== 'punctuation') continue;
    const before = tokens[index - 1];
    if (value === '(' || (value === '()' && offset < end)) open.push({ before, separators: 0 });
    else if (value === ')') open.pop();
    else if (ENDS.has(value)) open = [];
    else if (value === ',' || value === ';') {
      const innermost = open.at(-1);
      if (innermost) innermost.separators++;
    }
  }
  return open.reverse();
}

function wordOf(query: QueryModel, token: Token): FunctionWord | undefined {
  if (token.type === 'keyword') return FUNCTIONS.get(token.value);
  if (token.type !== 'pname' && token.type !== 'iri') return undefined;
  const iri = nameAt(query, token.start)?.iri ?? '';
  // Virtuoso also takes the lower case.
  return CASTS.get(iri === `${XSD}datetime` ? `${XSD}dateTime` : iri);
}

/** What is too much is shown as one more of the last, where the mistake is. */
function activeParameter({ parameters }: FunctionWord, separators: number): number {
  return Math.max(0, Math.min(separators, parameters.length - 1));
}
