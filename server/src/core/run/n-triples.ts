/** N-Triples as an engine writes them → triples. */
import type { RdfTerm, RdfTriple } from '../kb/knowledge-base';
import { XSD } from '../rdf/names';

const TERM =
  /\s*(?:<([^>]*)>|_:([^\s]+)|"((?:[^"\\]|\\.)*)"(?:@([A-Za-z]+(?:-[A-Za-z0-9]+)*(?:--[a-z]+)?)|\^\^<([^>]*)>)?)/y;

/** What is no triple is passed over. */
export function readNTriples(text: string): readonly RdfTriple[] {
  return text.split(/\r?\n/).flatMap((line) => {
    TERM.lastIndex = 0;
    const [subject, predicate, object] = [readTerm(line), readTerm(line), readTerm(line)];
    return subject && predicate && object ? [[subject, predicate, object] as const] : [];
  });
}

function readTerm(line: string): RdfTerm | undefined {
  const found = TERM.exec(line);
  if (!found) return undefined;
  const [, iri, blank, value, language, datatype] = found;
  if (iri !== undefined) return { type: 'uri', value: unescaped(iri) };
  if (blank !== undefined) return { type: 'bnode', value: blank };
  return {
    type: 'literal',
    value: unescaped(value ?? ''),
    ...(language !== undefined && { 'xml:lang': language }),
    ...(datatype !== undefined && datatype !== `${XSD}string` && { datatype: unescaped(datatype) }),
  };
}

const SIGNS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gs, (_, short, long, sign: string) => {
    const code = (short ?? long) as string | undefined;
    return code === undefined ? (SIGNS[sign] ?? sign) : String.fromCodePoint(parseInt(code, 16));
  });
}
