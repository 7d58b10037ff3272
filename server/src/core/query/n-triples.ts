/** Reads N-Triples as engines write them. */
import type { RdfTerm, RdfTriple } from '../kb/knowledge-base';
import { XSD } from '../language/rdf/names';
import { unescapeString } from '../language/rdf/escapes';

const TERM =
  /\s*(?:<([^>]*)>|_:([^\s]+)|"((?:[^"\\]|\\.)*)"(?:@([A-Za-z]+(?:-[A-Za-z0-9]+)*(?:--[a-z]+)?)|\^\^<([^>]*)>)?)/y;

/** Reads up to `maxTriples`, and skips lines that are not triples. */
export function readNTriples(text: string, maxTriples = Infinity): readonly RdfTriple[] {
  const triples: RdfTriple[] = [];
  for (let start = 0; start < text.length && triples.length < maxTriples;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const triple = readTriple(text.slice(start, end));
    if (triple) triples.push(triple);
    start = end + 1;
  }
  return triples;
}

function readTriple(line: string): RdfTriple | undefined {
  TERM.lastIndex = 0;
  const [subject, predicate, object] = [readTerm(line), readTerm(line), readTerm(line)];
  return subject && predicate && object ? [subject, predicate, object] : undefined;
}

function readTerm(line: string): RdfTerm | undefined {
  const found = TERM.exec(line);
  if (!found) return undefined;
  const [, iri, blank, value, language, datatype] = found;
  if (iri !== undefined) return { type: 'uri', value: unescapeString(iri) };
  if (blank !== undefined) return { type: 'bnode', value: blank };
  return {
    type: 'literal',
    value: unescapeString(value ?? ''),
    ...(language !== undefined && { 'xml:lang': language }),
    ...(datatype !== undefined && datatype !== `${XSD}string` && { datatype: unescapeString(datatype) }),
  };
}
