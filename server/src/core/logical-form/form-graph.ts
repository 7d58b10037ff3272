/** Converts a query to a graph that a logical form can express, or throws the reason why it cannot. */
import { readIntent } from '../describe/query-intent';
import type { AnswerOrder } from '../describe/answer';
import type { Condition } from '../describe/conditions';
import {
  isNameRelation,
  isSingleRelation,
  type QueryEdge,
  type QueryNode,
  type Pattern,
  type TypeAssertion,
} from '../describe/query-graph';
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { labelOf } from '../schema/labels';

export interface FormGraph {
  readonly answer: QueryNode;
  readonly counted: boolean;
  readonly edges: readonly QueryEdge[];
  readonly typings: readonly TypeAssertion[];
  readonly conditions: readonly Condition[];
  readonly extreme: GraphExtreme | undefined;
  readonly losses: readonly string[];
}

/** Selects the solutions with the greatest or least value. */
interface GraphExtreme {
  readonly on: QueryNode;
  readonly which: 'max' | 'min';
  /** The shape of the inner SELECT that is ranked; undefined for all solutions. */
  readonly over: string | undefined;
}

/** Thrown for parts of a query that a logical form cannot express. `fromSparql` returns it as a problem. */
export class InexpressibleError extends Error {}

export function toFormGraph(query: QueryModel, schema: KbSchema): FormGraph {
  const { form } = query.query;
  if (!query.parses || form === 'none')
    throw new InexpressibleError('The query does not parse. Fix its syntax first.');
  if (form !== 'select')
    throw new InexpressibleError(`Only SELECT has a counterpart, and this is ${form.toUpperCase()}.`);
  const { select, pattern, answer } = readIntent(query, schema);
  const losses: string[] = [];
  if (select.groupBy) throw new InexpressibleError('Groups (GROUP BY) have no counterpart.');
  rejectFirst([...answer.leftOut, ...unsupportedParts(pattern, losses)]);
  const whole = mergeNested(pattern, losses);
  const node = answer.node;
  if (node?.variable === undefined) throw new InexpressibleError('It selects no variable.');
  const order = answer.order;
  const optional = optionalNodes(pattern);
  for (const extra of answer.extras) {
    if (extra !== order?.key && !optional.has(extra))
      throw new InexpressibleError(
        `It selects several variables, ${displayName(node)} and ${displayName(extra)}; a logical form has one.`,
      );
    losses.push(`The column ${displayName(extra)} is dropped.`);
  }
  if (
    !query.query.projection.some(({ variable }) => variable?.name === node.variable) &&
    selectsNames(query, whole, node)
  )
    losses.push(`The logical form returns entities (${displayName(node)}) instead of their names.`);
  if (query.query.star) losses.push(`The logical form returns the column ${displayName(node)} only.`);
  const { edges, typings, conditions } = whole;
  const extreme = findExtreme(conditions, order, answer, losses);
  const counted = answer.aggregate === 'COUNT';
  if (counted && !/\bDISTINCT\b/i.test(query.text.slice(query.range.start, query.range.end)))
    losses.push('Each answer is counted once.');
  return {
    answer: node,
    counted,
    edges: withoutNames(edges, conditions, new Set([node, ...(extreme ? [extreme.on] : [])])),
    typings,
    conditions: conditions.filter(({ kind }) => kind !== 'extreme').map(toEquality),
    extreme,
    losses,
  };
}

/** Throws if the query has parts that a logical form cannot express. */
function rejectFirst(parts: readonly string[]): void {
  const [first] = parts;
  if (first !== undefined) throw new InexpressibleError(`A logical form cannot express ${first}.`);
}

/** Returns the unsupported parts, except differences, which are only losses. */
function unsupportedParts({ leftOut }: Pattern, losses: string[]): readonly string[] {
  const isDifference = (what: string): boolean => what.endsWith('are not the same');
  losses.push(...leftOut.filter(isDifference).map((what) => `The logical form does not express ${what}.`));
  return leftOut.filter((what) => !isDifference(what));
}

/** Merges nested patterns. EXISTS is equivalent to its pattern, because answers are distinct. */
function mergeNested(pattern: Pattern, losses: string[]): Pick<Pattern, 'edges' | 'typings' | 'conditions'> {
  const edges = [...pattern.edges];
  const typings = [...pattern.typings];
  const conditions = [...pattern.conditions];
  for (const { kind, patterns } of pattern.nested) {
    if (kind === 'not') throw new InexpressibleError('Negation (NOT EXISTS, MINUS) has no counterpart.');
    if (kind === 'either' && patterns.length > 1)
      throw new InexpressibleError('A choice between patterns (UNION) has no counterpart.');
    if (kind === 'optional') {
      losses.push('OPTIONAL parts are dropped.');
      continue;
    }
    for (const inner of patterns) {
      rejectFirst(unsupportedParts(inner, losses));
      const parts = mergeNested(inner, losses);
      edges.push(...parts.edges);
      typings.push(...parts.typings);
      conditions.push(...parts.conditions);
    }
  }
  for (const edge of edges)
    if (edge.relation === undefined || edge.by || !isSingleRelation(edge))
      throw new InexpressibleError(
        edge.or.length
          ? 'A choice between relations (a|b) has no counterpart.'
          : edge.repeated !== undefined
            ? `A repeated relation (${labelOf(edge.relation ?? '')}${edge.repeated}) has no counterpart.`
            : 'A relation that is a variable has no counterpart.',
      );
  return { edges, typings, conditions };
}

function optionalNodes({ nested, edges }: Pattern): ReadonlySet<QueryNode> {
  const required = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const optional = nested
    .filter(({ kind }) => kind === 'optional')
    .flatMap(({ patterns }) =>
      patterns.flatMap((inner) => inner.edges.flatMap(({ from, to }) => [from, to])),
    );
  return new Set(optional.filter((node) => !required.has(node)));
}

function findExtreme(
  conditions: readonly Condition[],
  order: AnswerOrder | undefined,
  {
    aggregate,
    node,
    limit,
  }: {
    readonly aggregate: string | undefined;
    readonly node: QueryNode | undefined;
    readonly limit: number | undefined;
  },
  losses: string[],
): GraphExtreme | undefined {
  const [first, ...others] = conditions.filter((condition) => condition.kind === 'extreme');
  const isRanked = order && limit !== undefined;
  if (others.length || (first && isRanked))
    throw new InexpressibleError('Two extremes at once have no counterpart.');
  if (aggregate !== undefined && aggregate !== 'COUNT') {
    if ((aggregate !== 'MAX' && aggregate !== 'MIN') || !node || first || isRanked)
      throw new InexpressibleError(`${aggregate} has no counterpart.`);
    return { on: node, which: aggregate === 'MAX' ? 'max' : 'min', over: undefined };
  }
  if (first) return { on: first.on, which: first.which === 'largest' ? 'max' : 'min', over: first.over };
  if (limit !== undefined && !order)
    losses.push(`LIMIT ${limit} is dropped: a logical form returns all answers.`);
  if (order && limit === undefined) losses.push('The order is dropped.');
  if (!order || limit === undefined) return undefined;
  if (order.count) throw new InexpressibleError('Sorting by a count has no counterpart.');
  if (limit !== 1)
    throw new InexpressibleError(
      `LIMIT ${limit} has no counterpart: ARGMAX and ARGMIN return the first answer.`,
    );
  losses.push('If several answers share the first place, the logical form returns all of them.');
  return { on: order.key, which: order.descending ? 'max' : 'min', over: undefined };
}

/** Removes the edges to names that are only displayed. */
function withoutNames(
  edges: readonly QueryEdge[],
  conditions: readonly Condition[],
  kept: ReadonlySet<QueryNode>,
): readonly QueryEdge[] {
  const constrained = new Set(conditions.map(({ on }) => on));
  return edges.filter(
    ({ relation, to }) =>
      !isNameRelation(relation) || to.variable === undefined || constrained.has(to) || kept.has(to),
  );
}

/** Whether the query selects the names of a node. */
function selectsNames({ query }: QueryModel, { edges }: Pick<Pattern, 'edges'>, node: QueryNode): boolean {
  const names = edges
    .filter(({ from, relation }) => from === node && isNameRelation(relation))
    .map(({ to }) => to.variable);
  return query.projection.some(({ variable }) => names.includes(variable?.name));
}

export function displayName({ variable }: QueryNode): string {
  return variable === undefined || variable.startsWith('path ') ? 'a node between' : `?${variable}`;
}

/** Converts `IN` with one member, and BIND, to equality. */
function toEquality(condition: Condition): Condition {
  if (condition.kind !== 'one-of') return condition;
  const [value, ...others] = condition.values;
  if (!value || others.length)
    throw new InexpressibleError('A choice between values (VALUES, IN) has no counterpart.');
  const { on, part } = condition;
  return { kind: 'compare', on, operator: '=', value, year: false, part };
}
