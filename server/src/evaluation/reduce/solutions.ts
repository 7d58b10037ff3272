/** What each solution of a query rests on: without one of its facts it is none. */
import type { KnowledgeBase, Limits, RdfTerm } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import { evidenceQueries } from '../../core/query/evidence-query';
import { patternOf } from '../../core/query/pattern';
import { fromSparql } from '../../core/logical-form/from-sparql';
import { toSparql } from '../../core/logical-form/to-sparql';
import type { QueryModel, Term, Triple } from '../../core/language/sparql/model';
import { parseQuery } from '../../core/language/sparql/parse';
import { PUBLISHED } from '../run-gold';
import { factKey, idIn, idOf, isOfTheFrame, written } from './fact';

/** A fact that a triple of the query matches. Ids; an end that is a value has none. */
export interface Support {
  readonly key: string;
  readonly relation: string;
  readonly ends: readonly string[];
}

/** The facts of one solution, in the order of the triples: that of all other solutions. */
export type Solution = readonly Support[];

/** More than these would take too much with them. */
const MOST_SOLUTIONS = 300;

/**
 * None where it is not known what the query rests on: where another fact would take the place of one that goes, as with a
 * superlative, or where there are too many.
 */
export async function solutionsOf(
  query: string,
  kb: KnowledgeBase,
  schema: KbSchema,
  limits: Limits,
  signal: AbortSignal,
): Promise<readonly Solution[]> {
  const model = flat(parseQuery(query, 'virtuoso'), schema);
  const { limit, orderBy, groupBy, having, groups } = model.query;
  const nested = groups.some(({ children }) => children.some(({ kind }) => kind === 'subselect'));
  if (limit || orderBy.length || groupBy || having.length || nested) return [];
  const [all] = evidenceQueries(model, [], MOST_SOLUTIONS + 1);
  if (all === undefined) return [];
  const execution = await kb.execute(all, { ...limits, maxRows: MOST_SOLUTIONS + 1 }, signal);
  if (execution.status !== 'answered' || execution.answer.kind !== 'table' || execution.incomplete) return [];
  const { columns, rows } = execution.answer;
  if (rows.length > MOST_SOLUTIONS) return [];
  const triples = patternOf(model.query)
    .triples.filter(({ manner, seen, triple }) => !manner && seen && isTakable(triple, schema))
    .map(({ triple }) => triple);
  const solutions = rows.map((row) =>
    triples.flatMap((triple) => supportOf(triple, (name) => row[columns.indexOf(name)], schema) ?? []),
  );
  return solutions.every(({ length }) => length > 0 && length === triples.length) ? solutions : [];
}

/** A form that is put into SPARQL has no nested queries but those of superlatives. */
function flat(model: QueryModel, schema: KbSchema): QueryModel {
  const form = fromSparql(model, schema, PUBLISHED);
  return 'expr' in form && !form.losses.length
    ? parseQuery(toSparql(form.expr, schema, PUBLISHED), 'sparql11')
    : model;
}

function isTakable({ predicate }: Triple, schema: KbSchema): boolean {
  return (
    predicate.kind === 'link' &&
    !schema.isTyping(predicate.iri.iri) &&
    !isOfTheFrame(idOf(predicate.iri.iri, schema.namespace))
  );
}

type ValueOf = (variable: string) => RdfTerm | null | undefined;

function supportOf(
  { subject, predicate, object }: Triple,
  valueOf: ValueOf,
  schema: KbSchema,
): Support | undefined {
  const [from, to] = [termOf(subject, valueOf), termOf(object, valueOf)];
  if (from === undefined || to === undefined || predicate.kind !== 'link') return undefined;
  const relation = predicate.iri.iri;
  return {
    key: factKey({ subject: from, relation, object: to }, schema),
    relation: idOf(relation, schema.namespace),
    ends: [from, to].flatMap((end) => idIn(end, schema) ?? []),
  };
}

function termOf(term: Term, valueOf: ValueOf): string | undefined {
  if (term.kind === 'iri') return `<${term.iri}>`;
  if (term.kind === 'literal') return `"${term.value}"`;
  const value = term.kind === 'variable' ? valueOf(term.name) : undefined;
  return value ? written(value) : undefined;
}
