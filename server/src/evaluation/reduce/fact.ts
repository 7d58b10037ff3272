/** A fact of a line of N-Triples. Terms stay as written, because most lines are only copied. */
import type { RdfTerm } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import { OWL, RDF, RDFS } from '../../core/language/rdf/names';
import { readNTriples } from '../../core/query/n-triples';
import { answerKey } from '../score/answer-key';

export interface Fact {
  /** `<…>` or `_:…` */
  readonly subject: string;
  /** An IRI. */
  readonly relation: string;
  readonly object: string;
}

const TRIPLE = /^\s*(<[^>]*>|_:[^\s<]+)\s*<([^>]*)>\s*(\S.*)$/;

/** Undefined for an empty line or a comment. */
export function factOf(line: string): Fact | undefined {
  const statement = line.trimEnd();
  const [, subject, relation, object] = statement.endsWith('.')
    ? (TRIPLE.exec(statement.slice(0, -1).trimEnd()) ?? [])
    : [];
  if (subject !== undefined && relation !== undefined && object !== undefined)
    return { subject, relation, object };
  // A line with a trailing comment needs the real parser.
  const [triple] = readNTriples(line);
  if (!triple) return undefined;
  const [from, by, to] = triple;
  return { subject: written(from), relation: by.value, object: written(to) };
}

export function written(term: RdfTerm): string {
  if (term.type === 'uri') return `<${term.value}>`;
  if (term.type === 'bnode') return `_:${term.value}`;
  const behind = term.datatype === undefined ? '' : `^^<${term.datatype}>`;
  return `${JSON.stringify(term.value)}${term['xml:lang'] === undefined ? behind : `@${term['xml:lang']}`}`;
}

/** The ID of an IRI in angle brackets; undefined for a value or a blank node. */
export function idIn(term: string, { namespace }: Pick<KbSchema, 'namespace'>): string | undefined {
  if (!term.startsWith('<')) return undefined;
  return idOf(term.slice(1, -1), namespace);
}

export function idOf(iri: string, namespace: string): string {
  return iri.startsWith(namespace) ? iri.slice(namespace.length) : iri;
}

/** Names and types of things are removed with them, never at random. */
export function isStructural(relation: string): boolean {
  return (
    /^(?:type|common|freebase|kg)\./.test(relation) ||
    [RDF, RDFS, OWL].some((vocabulary) => relation.startsWith(vocabulary))
  );
}

type Reverses = Pick<KbSchema, 'namespace' | 'relation'>;

/** The same key for a fact and for its reverse. */
export function factKey(fact: Fact, schema: Reverses): string {
  const relation = idOf(fact.relation, schema.namespace);
  const reverse = schema.relation(relation)?.reverse;
  const [subject, object] = [termKey(fact.subject), termKey(fact.object)];
  return reverse !== undefined && reverse < relation
    ? `${object} ${reverse} ${subject}`
    : `${subject} ${relation} ${object}`;
}

/** Engines differ in how they write values. */
function termKey(term: string): string {
  if (!term.startsWith('"')) return term;
  const [, , literal] = readNTriples(`<s:s> <p:p> ${term} .`)[0] ?? [];
  return literal ? `"${answerKey(literal.value)}"` : term;
}
