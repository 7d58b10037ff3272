/** The facts that each solution of a query needs. */
import type { KnowledgeBase, Limits, RdfTerm } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import { evidenceQueries } from '../../core/query/evidence-query';
import { patternOf } from '../../core/query/pattern';
import { fromSparql } from '../../core/logical-form/from-sparql';
import { toSparql } from '../../core/logical-form/to-sparql';
import type { QueryModel, Term, Triple } from '../../core/language/sparql/model';
import { parseQuery } from '../../core/language/sparql/parse';
import { PUBLISHED } from '../run-gold';
import { factKey, idIn, idOf, isStructural, written } from './fact';

/** A fact that matches a triple of the query. Values have no ID. */
export interface Support {
  readonly key: string;
  readonly relation: string;
  readonly ends: readonly string[];
}

/** The facts of one solution, in the order of the triples. */
export type Solution = readonly Support[];

const MAX_SOLUTIONS = 300;

/**
 * Empty if the needed facts are unknown: another fact could replace a removed one, as with a superlative, or there are too many.
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
  const [all] = evidenceQueries(model, [], MAX_SOLUTIONS + 1);
  if (all === undefined) return [];
  const execution = await kb.execute(all, { ...limits, maxRows: MAX_SOLUTIONS + 1 }, signal);
  if (execution.status !== 'answered' || execution.answer.kind !== 'table' || execution.incomplete) return [];
  const { columns, rows } = execution.answer;
  if (rows.length > MAX_SOLUTIONS) return [];
  const triples = patternOf(model.query)
    .triples.filter(({ manner, seen, triple }) => !manner && seen && isRemovable(triple, schema))
    .map(({ triple }) => triple);
  const solutions = rows.map((row) =>
    triples.flatMap((triple) => supportOf(triple, (name) => row[columns.indexOf(name)], schema) ?? []),
  );
  return solutions.every(({ length }) => length > 0 && length === triples.length) ? solutions : [];
}

/** SPARQL from a logical form has nested queries only for superlatives. */
function flat(model: QueryModel, schema: KbSchema): QueryModel {
  const form = fromSparql(model, schema, PUBLISHED);
  return 'expr' in form && !form.losses.length
    ? parseQuery(toSparql(form.expr, schema, PUBLISHED), 'sparql11')
    : model;
}

function isRemovable({ predicate }: Triple, schema: KbSchema): boolean {
  return (
    predicate.kind === 'link' &&
    !schema.isTyping(predicate.iri.iri) &&
    !isStructural(idOf(predicate.iri.iri, schema.namespace))
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
