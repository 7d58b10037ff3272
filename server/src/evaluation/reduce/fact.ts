/** A fact as a line of N-Triples has it. Terms stay as they are written, because nearly all lines are only handed on. */
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

const LINE = /^\s*(<[^>]*>|_:\S+)\s*<([^>]*)>\s*(.*\S)\s*\.\s*$/;

/** Nothing for an empty line or a comment. */
export function factOf(line: string): Fact | undefined {
  const [, subject, relation, object] = LINE.exec(line) ?? [];
  if (subject !== undefined && relation !== undefined && object !== undefined)
    return { subject, relation, object };
  // With a comment behind it, which can only be told from a value by reading the value.
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

/** The id of an IRI that is written between angle brackets; nothing for a value or a blank node. */
export function idIn(term: string, { namespace }: Pick<KbSchema, 'namespace'>): string | undefined {
  if (!term.startsWith('<')) return undefined;
  return idOf(term.slice(1, -1), namespace);
}

export function idOf(iri: string, namespace: string): string {
  return iri.startsWith(namespace) ? iri.slice(namespace.length) : iri;
}

/** Names and types hold a KB together: they are taken with what they are of, and not by chance. */
export function isOfTheFrame(relation: string): boolean {
  return (
    /^(?:type|common|freebase|kg)\./.test(relation) ||
    [RDF, RDFS, OWL].some((vocabulary) => relation.startsWith(vocabulary))
  );
}

type Reverses = Pick<KbSchema, 'namespace' | 'relation'>;

/** One spelling of a fact and of the same fact told from its other end. */
export function factKey(fact: Fact, schema: Reverses): string {
  const relation = idOf(fact.relation, schema.namespace);
  const reverse = schema.relation(relation)?.reverse;
  const [subject, object] = [termKey(fact.subject), termKey(fact.object)];
  return reverse !== undefined && reverse < relation
    ? `${object} ${reverse} ${subject}`
    : `${subject} ${relation} ${object}`;
}

/** Engines write values in a way of their own. */
function termKey(term: string): string {
  if (!term.startsWith('"')) return term;
  const [, , literal] = readNTriples(`<s:s> <p:p> ${term} .`)[0] ?? [];
  return literal ? `"${answerKey(literal.value)}"` : term;
}
