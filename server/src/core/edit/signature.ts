import { XSD } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import type { SparqlToken } from '../language/sparql/tokens';
import { CASTS, FUNCTIONS, SPARQL12_FUNCTIONS, type FunctionDoc } from '../language/sparql/vocabulary';
import { nameAt } from './names';

interface Signature {
  readonly word: FunctionDoc;
  /** The index of the active parameter; 0 if the function has none. */
  readonly active: number;
}

/** The function call at an offset. */
export function signatureAt(query: QueryModel, offset: number): Signature | undefined {
  if (query.comments.some(({ start, end }) => start < offset && offset <= end)) return undefined;
  for (const { before, separators } of openBrackets(query.tokens, offset)) {
    const word = before && functionOf(query, before);
    // Surplus arguments count as the last parameter.
    if (word) return { word, active: Math.max(0, Math.min(separators, word.parameters.length - 1)) };
  }
  return undefined;
}

interface OpenBracket {
  /** The token before the bracket. */
  readonly before: SparqlToken | undefined;
  /** The number of separators since the bracket. */
  separators: number;
}

/** Tokens that start or end a clause. A bracket that is still open before them was not closed. */
const CLAUSE_KEYWORDS = new Set('FILTER BIND OPTIONAL MINUS UNION VALUES GRAPH SERVICE WHERE'.split(' '));
const CLAUSE_ENDS = new Set(['{', '}', '.']);

/** The brackets that are open at an offset, the innermost first. */
function openBrackets(tokens: readonly SparqlToken[], offset: number): readonly OpenBracket[] {
  let open: OpenBracket[] = [];
  for (const [index, { type, value, start, end }] of tokens.entries()) {
    if (start >= offset) break;
    if (type === 'keyword' && CLAUSE_KEYWORDS.has(value)) open = [];
    if (type !== 'punctuation') continue;
    const before = tokens[index - 1];
    if (value === '(' || (value === '()' && offset < end)) open.push({ before, separators: 0 });
    else if (value === ')') open.pop();
    else if (CLAUSE_ENDS.has(value)) open = [];
    else if (value === ',' || value === ';') {
      const innermost = open.at(-1);
      if (innermost) innermost.separators++;
    }
  }
  return open.reverse();
}

function functionOf(query: QueryModel, token: SparqlToken): FunctionDoc | undefined {
  if (token.type === 'keyword') return FUNCTIONS.get(token.value);
  if (token.type === 'word') return SPARQL12_FUNCTIONS.get(token.value);
  if (token.type !== 'pname' && token.type !== 'iri') return undefined;
  const iri = nameAt(query, token.start)?.iri ?? '';
  // Virtuoso also accepts lower case.
  return CASTS.get(iri === `${XSD}datetime` ? `${XSD}dateTime` : iri);
}
