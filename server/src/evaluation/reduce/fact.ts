/** Facts in lines of N-Triples. Terms keep their original text, because most lines are only copied. */
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
export function parseFact(line: string): Fact | undefined {
  const statement = line.trimEnd();
  const [, subject, relation, object] = statement.endsWith('.')
    ? (TRIPLE.exec(statement.slice(0, -1).trimEnd()) ?? [])
    : [];
  if (subject !== undefined && relation !== undefined && object !== undefined)
    return { subject, relation, object };
  // A line with a trailing comment needs the real parser.
  const [triple] = readNTriples(line);
  if (!triple) return undefined;
  const [subjectTerm, predicate, objectTerm] = triple;
  return { subject: formatTerm(subjectTerm), relation: predicate.value, object: formatTerm(objectTerm) };
}

export function formatTerm(term: RdfTerm): string {
  if (term.type === 'uri') return `<${term.value}>`;
  if (term.type === 'bnode') return `_:${term.value}`;
  const datatype = term.datatype === undefined ? '' : `^^<${term.datatype}>`;
  return `${JSON.stringify(term.value)}${term['xml:lang'] === undefined ? datatype : `@${term['xml:lang']}`}`;
}

/** The ID of an IRI in angle brackets; undefined for a value or a blank node. */
export function termId(term: string, { namespace }: Pick<KbSchema, 'namespace'>): string | undefined {
  if (!term.startsWith('<')) return undefined;
  return stripNamespace(term.slice(1, -1), namespace);
}

export function stripNamespace(iri: string, namespace: string): string {
  return iri.startsWith(namespace) ? iri.slice(namespace.length) : iri;
}

/** Facts about names and types are removed only together with their entity, never at random. */
export function isStructural(relation: string): boolean {
  return (
    /^(?:type|common|freebase|kg)\./.test(relation) ||
    [RDF, RDFS, OWL].some((vocabulary) => relation.startsWith(vocabulary))
  );
}

type RelationLookup = Pick<KbSchema, 'namespace' | 'relation'>;

/** A fact and its reverse have the same key. */
export function factKey(fact: Fact, schema: RelationLookup): string {
  const relation = stripNamespace(fact.relation, schema.namespace);
  const reverse = schema.relation(relation)?.reverse;
  const [subject, object] = [termKey(fact.subject), termKey(fact.object)];
  return reverse !== undefined && reverse < relation
    ? `${object} ${reverse} ${subject}`
    : `${subject} ${relation} ${object}`;
}

/** Normalizes literals, because engines serialize them differently. */
function termKey(term: string): string {
  if (!term.startsWith('"')) return term;
  const [, , literal] = readNTriples(`<s:s> <p:p> ${term} .`)[0] ?? [];
  return literal ? `"${answerKey(literal.value)}"` : term;
}
