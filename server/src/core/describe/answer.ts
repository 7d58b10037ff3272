/** What a SELECT asks for: the node that is the answer, its aggregate and order, and the other columns. */
import type { Expression, QueryModel, Select } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import { nodeOf } from './conditions';
import { isNaming, type Edge, type Node, type Nodes, type Pattern } from './query-graph';

export interface AnswerShape {
  readonly node: Node | undefined;
  /** COUNT, SUM, AVG, MIN, MAX … */
  readonly aggregate: string | undefined;
  readonly extras: readonly Node[];
  readonly order: Order | undefined;
  readonly limit: number | undefined;
  /** Nodes that need not be said among the clauses. */
  readonly elsewhere: ReadonlySet<Node>;
  readonly leftOut: readonly string[];
  readonly edge?: Edge;
}

export interface Order {
  readonly key: Node;
  readonly descending: boolean;
  /** Sorted as dates. */
  readonly date: boolean;
  /** What is counted, for ORDER BY COUNT(?x). */
  readonly count?: Node;
  readonly part: TextRange;
}

export function readAnswer(
  query: QueryModel,
  select: Select,
  pattern: Pattern,
  nodes: Nodes,
  counted: boolean,
): AnswerShape {
  const leftOut: string[] = [];
  const plain: Node[] = [];
  let aggregate: { readonly name: string; readonly node: Node | undefined } | undefined;
  const aliases = new Map<string, Expression>();
  for (const { variable, expression } of select.projection) {
    if (variable && expression) aliases.set(variable.name, expression);
    const node = expression ? nodeOf(expression, nodes) : variable && variableNode(nodes, variable.name);
    if (node) plain.push(named(node, pattern));
    else if (expression?.kind === 'call' && AGGREGATES.has(expression.name) && !aggregate) {
      const [argument] = expression.args;
      aggregate = { name: expression.name, node: argument && nodeOf(argument, nodes) };
    } else if (expression) leftOut.push('what a column computes');
  }
  if (select.star || query.query.form === 'ask') plain.push(...variablesOf(pattern));
  const columns = [...new Set(plain)];
  if (select.having.length) leftOut.push('the condition on groups');
  const order = orderOf(query, select, nodes, aliases);
  if (select.orderBy.length > 1) leftOut.push('what it is sorted by besides');
  if (hasOffset(query)) leftOut.push('that the first answers are passed over');
  const base = { order, limit: select.limit?.value, leftOut };
  const keys = order && !order.count ? [order.key] : [];
  const whole = aggregate && !columns.length;
  if (aggregate && !whole && !order?.count) leftOut.push('what is computed for each group');
  const first = whole ? (aggregate?.node ?? variablesOf(pattern)[0]) : columns[0];
  const extras = whole || query.query.form === 'ask' ? [] : columns.slice(1);
  return {
    ...base,
    node: first,
    aggregate: counted ? 'COUNT' : whole ? aggregate?.name : undefined,
    extras,
    elsewhere: new Set([...extras, ...keys].filter((node) => node !== first)),
  };
}

const AGGREGATES = new Set(['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'SAMPLE', 'GROUP_CONCAT']);

function variableNode(nodes: Nodes, name: string): Node | undefined {
  const node = nodes.of({ kind: 'variable', name, range: { start: 0, end: 0 } });
  return node.variable === undefined ? undefined : node;
}

/** A column of names stands for the things that have them. */
function named(node: Node, pattern: Pattern): Node {
  const all = [pattern, ...pattern.nested.flatMap(({ patterns }) => patterns)];
  const edge = all
    .flatMap(({ edges }) => edges)
    .find(({ to, relation }) => to === node && isNaming(relation));
  return edge?.from.variable === undefined ? node : edge.from;
}

/** Those that a match gives a value to: what is only said not to be there has none. */
function variablesOf({ edges, typings, nested }: Pattern): readonly Node[] {
  const found = new Set<Node>();
  for (const { from, to, relation } of edges) {
    if (from.variable !== undefined) found.add(from);
    if (to.variable !== undefined && !isNaming(relation)) found.add(to);
  }
  for (const { node } of typings) if (node.variable !== undefined) found.add(node);
  for (const { kind, patterns } of nested)
    if (kind === 'optional' || kind === 'either')
      for (const inner of patterns) for (const node of variablesOf(inner)) found.add(node);
  return [...found];
}

function orderOf(
  query: QueryModel,
  select: Select,
  nodes: Nodes,
  aliases: ReadonlyMap<string, Expression>,
): Order | undefined {
  const [expression] = select.orderBy;
  if (!expression) return undefined;
  const { range } = expression;
  const before = query.tokens.filter(({ end }) => end <= range.start).slice(-3);
  const descending = before.findLast(({ value }) => value !== '(')?.value === 'DESC';
  const meant =
    (expression.kind === 'term' &&
      expression.term.kind === 'variable' &&
      aliases.get(expression.term.name)) ||
    expression;
  if (meant.kind === 'call' && meant.name === 'COUNT') {
    const [argument] = meant.args;
    const count = argument && nodeOf(argument, nodes);
    return count && { key: count, count, descending, date: false, part: range };
  }
  const key = nodeOf(meant, nodes);
  const date = meant.kind === 'call' && /#date/i.test(meant.name);
  return key && { key, descending, date, part: range };
}

function hasOffset({ tokens }: QueryModel): boolean {
  return tokens.some(({ type, value }) => type === 'keyword' && value === 'OFFSET');
}
