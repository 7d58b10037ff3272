/** Writes terms and triples as N-Triples and Turtle. */
import type { RdfTerm, RdfTriple } from '../core/kb/knowledge-base';
import { quoteString } from '../core/language/rdf/escapes';
import { RDF, XSD } from '../core/language/rdf/names';

/** Prefixes that Turtle may use, by namespace. */
export interface RdfPrefix {
  readonly prefix: string;
  readonly iri: string;
}

export function writeNTriples(triples: readonly RdfTriple[]): string {
  return triples.map((triple) => `${triple.map((term) => formatRdfTerm(term)).join(' ')} .\n`).join('');
}

/** Writes one block for each subject. Declares the prefixes that are used. */
export function writeTurtle(triples: readonly RdfTriple[], prefixes: readonly RdfPrefix[]): string {
  const used = new Set<RdfPrefix>();
  const shorten = (iri: string): string | undefined => {
    for (const prefix of prefixes) {
      const local = iri.startsWith(prefix.iri) ? iri.slice(prefix.iri.length) : '';
      if (!LOCAL_NAME.test(local)) continue;
      used.add(prefix);
      return `${prefix.prefix}:${local}`;
    }
    return undefined;
  };
  const bySubject = new Map<string, Map<string, Set<string>>>();
  for (const [subject, predicate, object] of triples) {
    const subjectText = formatRdfTerm(subject, shorten);
    const predicateText = predicate.value === `${RDF}type` ? 'a' : formatRdfTerm(predicate, shorten);
    const facts = bySubject.get(subjectText) ?? new Map<string, Set<string>>();
    bySubject.set(subjectText, facts);
    const objects = facts.get(predicateText) ?? new Set<string>();
    facts.set(predicateText, objects);
    objects.add(formatRdfTerm(object, shorten));
  }
  const blocks = [...bySubject].map(([subject, facts]) => {
    const lines = [...facts].map(([predicate, objects]) => `${predicate} ${[...objects].join(', ')}`);
    return `${subject} ${lines.join(' ;\n  ')} .\n`;
  });
  const declared = prefixes.filter((prefix) => used.has(prefix));
  const head = declared.map(({ prefix, iri }) => `@prefix ${prefix}: ${formatIri(iri)} .\n`).join('');
  return [...(head ? [head] : []), ...blocks].join('\n');
}

/** Local names that need no escape in Turtle. */
const LOCAL_NAME = /^[A-Za-z0-9_](?:[\w.-]*[\w-])?$/;

/** Formats a term as in N-Triples; with `shorten`, IRIs as in Turtle. */
export function formatRdfTerm(
  term: RdfTerm,
  shorten: (iri: string) => string | undefined = () => undefined,
): string {
  if (term.type === 'uri') return shorten(term.value) ?? formatIri(term.value);
  if (term.type === 'bnode') return formatBlankNode(term.value);
  const text = quoteString(term.value);
  if (term['xml:lang'] !== undefined) return `${text}@${term['xml:lang']}`;
  const { datatype } = term;
  return datatype === undefined || datatype === `${XSD}string`
    ? text
    : `${text}^^${shorten(datatype) ?? formatIri(datatype)}`;
}

/** Engines use labels that the standards do not allow, such as `nodeID://b10001`. */
export function formatBlankNode(label: string): string {
  return `_:${label.replace(/[^A-Za-z0-9_]/g, (character) => `x${character.charCodeAt(0).toString(16)}`)}`;
}

function formatIri(iri: string): string {
  return `<${iri.replace(NOT_IN_IRI, (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)}>`;
}

const NOT_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/g;
