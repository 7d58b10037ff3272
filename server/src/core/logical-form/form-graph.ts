/** What a query asks for, as a graph without all that a logical form takes for granted; or why no form can say it. */
import { intentOf } from '../describe/query-intent';
import type { Order } from '../describe/answer';
import type { Condition } from '../describe/conditions';
import { isNaming, isPlain, type Edge, type Node, type Pattern, type Typing } from '../describe/query-graph';
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { labelOf } from '../schema/labels';

export interface FormGraph {
  readonly answer: Node;
  readonly counted: boolean;
  readonly edges: readonly Edge[];
  readonly typings: readonly Typing[];
  readonly conditions: readonly Condition[];
  readonly extreme: GraphExtreme | undefined;
  readonly losses: readonly string[];
}

/** The solutions whose value is the greatest or least. */
interface GraphExtreme {
  readonly on: Node;
  readonly which: 'max' | 'min';
  /** Of all solutions; or those of an inner SELECT, by the shape of its pattern. */
  readonly over: string | undefined;
}

/** Thrown inside, and told as a problem: what a form cannot say lies anywhere in a query. */
export class NoCounterpart extends Error {}

export function formGraphOf(query: QueryModel, schema: KbSchema): FormGraph {
  const { form } = query.query;
  if (!query.parses || form === 'none')
    throw new NoCounterpart('The query does not parse. Fix its syntax first.');
  if (form !== 'select')
    throw new NoCounterpart(`Only SELECT has a counterpart, and this is ${form.toUpperCase()}.`);
  const { select, pattern, answer } = intentOf(query, schema);
  const losses: string[] = [];
  if (select.groupBy) throw new NoCounterpart('Groups (GROUP BY) have no counterpart.');
  refuse([...answer.leftOut, ...leftOutOf(pattern, losses)]);
  const whole = merged(pattern, losses);
  const node = answer.node;
  if (node?.variable === undefined) throw new NoCounterpart('It selects no variable.');
  const order = answer.order;
  const optional = optionalNodes(pattern);
  for (const extra of answer.extras) {
    if (extra !== order?.key && !optional.has(extra))
      throw new NoCounterpart(
        `It selects several variables, ${named(node)} and ${named(extra)}; a logical form has one.`,
      );
    losses.push(`The column ${named(extra)} is dropped.`);
  }
  if (
    !query.query.projection.some(({ variable }) => variable?.name === node.variable) &&
    namesOnly(query, whole, node)
  )
    losses.push(`The form returns entities (${named(node)}) instead of their names.`);
  if (query.query.star) losses.push(`The form returns the column ${named(node)} only.`);
  const { edges, typings, conditions } = whole;
  const extreme = extremeOf(conditions, order, answer, losses);
  const counted = answer.aggregate === 'COUNT';
  if (counted && !/\bDISTINCT\b/i.test(query.text.slice(query.range.start, query.range.end)))
    losses.push('Each answer is counted once.');
  return {
    answer: node,
    counted,
    edges: withoutNames(edges, conditions, new Set([node, ...(extreme ? [extreme.on] : [])])),
    typings,
    conditions: conditions.filter(({ kind }) => kind !== 'extreme').map(oneValue),
    extreme,
    losses,
  };
}

/** What the reader of queries could not read, or reads as more than a form can say. */
function refuse(leftOut: readonly string[]): void {
  const [first] = leftOut;
  if (first !== undefined) throw new NoCounterpart(`A logical form cannot express ${first}.`);
}

function leftOutOf({ leftOut }: Pattern, losses: string[]): readonly string[] {
  const isDifference = (what: string): boolean => what.endsWith('are not the same');
  losses.push(...leftOut.filter(isDifference).map((what) => `The form does not say ${what}.`));
  return leftOut.filter((what) => !isDifference(what));
}

/** EXISTS asks for no more than the same pattern outside does, where answers count once. */
function merged(pattern: Pattern, losses: string[]): Pick<Pattern, 'edges' | 'typings' | 'conditions'> {
  const edges = [...pattern.edges];
  const typings = [...pattern.typings];
  const conditions = [...pattern.conditions];
  for (const { kind, patterns } of pattern.nested) {
    if (kind === 'not') throw new NoCounterpart('Negation (NOT EXISTS, MINUS) has no counterpart.');
    if (kind === 'either' && patterns.length > 1)
      throw new NoCounterpart('A choice between patterns (UNION) has no counterpart.');
    if (kind === 'optional') {
      losses.push('OPTIONAL parts are dropped.');
      continue;
    }
    for (const inner of patterns) {
      refuse(leftOutOf(inner, losses));
      const parts = merged(inner, losses);
      edges.push(...parts.edges);
      typings.push(...parts.typings);
      conditions.push(...parts.conditions);
    }
  }
  for (const edge of edges)
    if (edge.relation === undefined || edge.by || !isPlain(edge))
      throw new NoCounterpart(
        edge.or.length
          ? 'A choice between relations (a|b) has no counterpart.'
          : edge.repeated !== undefined
            ? `A repeated relation (${labelOf(edge.relation ?? '')}${edge.repeated}) has no counterpart.`
            : 'A relation that is a variable has no counterpart.',
      );
  return { edges, typings, conditions };
}

function optionalNodes({ nested, edges }: Pattern): ReadonlySet<Node> {
  const required = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const inside = nested
    .filter(({ kind }) => kind === 'optional')
    .flatMap(({ patterns }) =>
      patterns.flatMap((inner) => inner.edges.flatMap(({ from, to }) => [from, to])),
    );
  return new Set(inside.filter((node) => !required.has(node)));
}

function extremeOf(
  conditions: readonly Condition[],
  order: Order | undefined,
  {
    aggregate,
    node,
    limit,
  }: {
    readonly aggregate: string | undefined;
    readonly node: Node | undefined;
    readonly limit: number | undefined;
  },
  losses: string[],
): GraphExtreme | undefined {
  const inner = conditions.filter((condition) => condition.kind === 'extreme');
  const [first, ...more] = inner;
  const sorted = order && limit !== undefined;
  if (more.length || (first && sorted)) throw new NoCounterpart('Two extremes at once have no counterpart.');
  if (aggregate !== undefined && aggregate !== 'COUNT') {
    if ((aggregate !== 'MAX' && aggregate !== 'MIN') || !node || first || sorted)
      throw new NoCounterpart(`${aggregate} has no counterpart.`);
    return { on: node, which: aggregate === 'MAX' ? 'max' : 'min', over: undefined };
  }
  if (first?.kind === 'extreme')
    return { on: first.on, which: first.which === 'largest' ? 'max' : 'min', over: first.over };
  if (limit !== undefined && !order) losses.push(`LIMIT ${limit} is dropped: a form returns all answers.`);
  if (order && limit === undefined) losses.push('The order is dropped.');
  if (!order || limit === undefined) return undefined;
  if (order.count) throw new NoCounterpart('Sorting by a count has no counterpart.');
  if (limit !== 1)
    throw new NoCounterpart(`LIMIT ${limit} has no counterpart: ARGMAX and ARGMIN return the first answer.`);
  losses.push('If several answers share the first place, the form returns all of them.');
  return { on: order.key, which: order.descending ? 'max' : 'min', over: undefined };
}

/** Names that are only shown say nothing of what is meant. */
function withoutNames(
  edges: readonly Edge[],
  conditions: readonly Condition[],
  kept: ReadonlySet<Node>,
): readonly Edge[] {
  const asked = new Set(conditions.map(({ on }) => on));
  return edges.filter(
    ({ relation, to }) => !isNaming(relation) || to.variable === undefined || asked.has(to) || kept.has(to),
  );
}

function namesOnly({ query }: QueryModel, { edges }: Pick<Pattern, 'edges'>, node: Node): boolean {
  const names = edges
    .filter(({ from, relation }) => from === node && isNaming(relation))
    .map(({ to }) => to.variable);
  return query.projection.some(({ variable }) => names.includes(variable?.name));
}

export function named({ variable }: Node): string {
  return variable === undefined || variable.startsWith('path ') ? 'a node between' : `?${variable}`;
}

/** `IN` with one member, and BIND, are equality. */
function oneValue(condition: Condition): Condition {
  if (condition.kind !== 'one-of') return condition;
  const [value, ...more] = condition.values;
  if (!value || more.length)
    throw new NoCounterpart('A choice between values (VALUES, IN) has no counterpart.');
  const { on, part } = condition;
  return { kind: 'compare', on, operator: '=', value, year: false, part };
}
