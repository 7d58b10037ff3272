/** Finds the facts that each solution of a query needs. */
import type { KnowledgeBase, ExecutionLimits, RdfTerm } from '../../core/kb/knowledge-base';
import type { KbSchema } from '../../core/schema/schema';
import { evidenceQueries } from '../../core/query/evidence-query';
import { patternOf } from '../../core/query/pattern';
import { fromSparql } from '../../core/logical-form/from-sparql';
import { toSparql } from '../../core/logical-form/to-sparql';
import type { QueryModel, Term, Triple } from '../../core/language/sparql/model';
import { parseQuery } from '../../core/language/sparql/parse';
import { LAST_DUMP } from '../run-gold';
import { factKey, termId, stripNamespace, isStructural, formatTerm } from './fact';

/** A fact that matches a triple pattern of the query. */
export interface SupportingFact {
  readonly key: string;
  readonly relation: string;
  readonly ends: readonly string[];
}

/** The facts of one solution, in the order of the triple patterns. */
export type Solution = readonly SupportingFact[];

const MAX_SOLUTIONS = 300;

/** Empty if the needed facts are unknown: another fact could replace a removed one, as in a superlative, or there are too many. */
export async function findSolutions(
  query: string,
  kb: KnowledgeBase,
  schema: KbSchema,
  limits: ExecutionLimits,
  signal: AbortSignal,
): Promise<readonly Solution[]> {
  const model = unnest(parseQuery(query, 'virtuoso'), schema);
  const { limit, orderBy, groupBy, having, groups } = model.query;
  const hasSubselect = groups.some(({ children }) => children.some(({ kind }) => kind === 'subselect'));
  if (limit || orderBy.length || groupBy || having.length || hasSubselect) return [];
  const [all] = evidenceQueries(model, [], MAX_SOLUTIONS + 1);
  if (all === undefined) return [];
  const execution = await kb.execute(all, { ...limits, maxRows: MAX_SOLUTIONS + 1 }, signal);
  if (execution.status !== 'answered' || execution.answer.kind !== 'table' || execution.incomplete) return [];
  const { columns, rows } = execution.answer;
  if (rows.length > MAX_SOLUTIONS) return [];
  const triples = patternOf(model.query)
    .triples.filter(({ manner, isBound, triple }) => !manner && isBound && isRemovable(triple, schema))
    .map(({ triple }) => triple);
  const solutions = rows.map((row) =>
    triples.flatMap((triple) => findSupport(triple, (name) => row[columns.indexOf(name)], schema) ?? []),
  );
  return solutions.every(({ length }) => length > 0 && length === triples.length) ? solutions : [];
}

/** Rewrites the query by its logical form, which needs subselects only for superlatives. */
function unnest(model: QueryModel, schema: KbSchema): QueryModel {
  const form = fromSparql(model, schema, LAST_DUMP);
  return 'expr' in form && !form.losses.length
    ? parseQuery(toSparql(form.expr, schema, LAST_DUMP), 'sparql11')
    : model;
}

function isRemovable({ predicate }: Triple, schema: KbSchema): boolean {
  return (
    predicate.kind === 'link' &&
    !schema.isTyping(predicate.iri.iri) &&
    !isStructural(stripNamespace(predicate.iri.iri, schema.namespace))
  );
}

type ValueOf = (variable: string) => RdfTerm | null | undefined;

function findSupport(
  { subject, predicate, object }: Triple,
  valueOf: ValueOf,
  schema: KbSchema,
): SupportingFact | undefined {
  const [from, to] = [resolveTerm(subject, valueOf), resolveTerm(object, valueOf)];
  if (from === undefined || to === undefined || predicate.kind !== 'link') return undefined;
  const relation = predicate.iri.iri;
  return {
    key: factKey({ subject: from, relation, object: to }, schema),
    relation: stripNamespace(relation, schema.namespace),
    ends: [from, to].flatMap((end) => termId(end, schema) ?? []),
  };
}

function resolveTerm(term: Term, valueOf: ValueOf): string | undefined {
  if (term.kind === 'iri') return `<${term.iri}>`;
  if (term.kind === 'literal') return `"${term.value}"`;
  const value = term.kind === 'variable' ? valueOf(term.name) : undefined;
  return value ? formatTerm(value) : undefined;
}
