/** Validates SPARQL JSON results of an endpoint. */
import type { QueryAnswer, RdfTerm, AnswerRow } from '../kb/knowledge-base';
import { isRecord, parseJson } from '../language/text/json';

/** Every row has all columns, so their number is limited. */
const MAX_COLUMNS = 10_000;

/** If `order` is given, only these columns are returned. */
export function readForeignResults(
  text: string,
  order: readonly string[] = [],
  maxRows = Infinity,
): QueryAnswer | { readonly problem: string } {
  const parsed = parseJson(text);
  if (parsed === undefined)
    return {
      problem: text.trimEnd().endsWith('}') ? 'Its answer is not valid JSON.' : 'Its answer is incomplete.',
    };
  if (!isRecord(parsed)) return { problem: NO_RESULTS };
  if (typeof parsed['boolean'] === 'boolean') return { kind: 'boolean', value: parsed['boolean'] };
  const { head, results } = parsed;
  const vars = isRecord(head) ? head['vars'] : undefined;
  const bindings = isRecord(results) ? results['bindings'] : undefined;
  if (!isArray(bindings)) return { problem: NO_RESULTS };
  const found = isArray(vars) ? vars.filter((name) => typeof name === 'string') : [];
  if (found.length > MAX_COLUMNS)
    return { problem: `Its answer has ${found.length} columns, and the limit is ${MAX_COLUMNS}.` };
  const columns = order.length ? order.filter((name) => found.includes(name)) : found;
  // Virtuoso answers ASK with one row for true and none for false.
  if (columns.length === 1 && columns[0] === '__ASK_RETVAL')
    return { kind: 'boolean', value: bindings.some(isTrue) };
  return {
    kind: 'table',
    columns,
    rows: bindings.slice(0, maxRows).map((binding) => toRow(binding, columns)),
  };
}

const NO_RESULTS = 'Its answer is JSON, but not SPARQL results.';

function isTrue(binding: unknown): boolean {
  const value = isRecord(binding) ? binding['__ASK_RETVAL'] : undefined;
  return isRecord(value) && value['value'] !== '0' && value['value'] !== 'false';
}

function toRow(binding: unknown, columns: readonly string[]): AnswerRow {
  return columns.map((column) => (isRecord(binding) ? toTerm(binding[column]) : null));
}

/** Accepts `typed-literal`, which predates the standard and which Virtuoso still writes. */
function toTerm(value: unknown): RdfTerm | null {
  const triple = readTripleTerm(value);
  if (triple) return triple;
  if (!isRecord(value) || typeof value['value'] !== 'string') return null;
  const { type, value: text, datatype, 'xml:lang': language } = value;
  if (type === 'uri' || type === 'iri') return { type: 'uri', value: text };
  if (type === 'bnode') return { type: 'bnode', value: text.replace(/^_:/, '') };
  return {
    type: 'literal',
    value: text,
    ...(typeof datatype === 'string' && datatype !== XSD_STRING && { datatype }),
    ...(typeof language === 'string' && language !== '' && { 'xml:lang': language }),
  };
}

/** A triple term of RDF 1.2 as text, because answers have no triples in their cells. */
export function readTripleTerm(term: unknown): RdfTerm | undefined {
  if (!isRecord(term) || !isRecord(term['value'])) return undefined;
  const { subject, predicate, object } = term['value'];
  const written = [subject, predicate, object].map((part) => {
    const inner = toTerm(part);
    if (!inner) return '?';
    if (inner.type === 'uri') return `<${inner.value}>`;
    if (inner.type === 'bnode') return `_:${inner.value}`;
    return isRecord(part) && isRecord(part['value']) ? inner.value : JSON.stringify(inner.value);
  });
  return { type: 'literal', value: `<<( ${written.join(' ')} )>>` };
}

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
