/** Reads the answer of a SELECT: its node, aggregate, order and further columns. */
import type { Expression, QueryModel, Select } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import { findVariableNode } from './conditions';
import { isNameRelation, type QueryNode, type Nodes, type Pattern } from './query-graph';

export interface AnswerShape {
  readonly node: QueryNode | undefined;
  /** COUNT, SUM, AVG, MIN, MAX … */
  readonly aggregate: string | undefined;
  readonly extras: readonly QueryNode[];
  readonly order: AnswerOrder | undefined;
  readonly limit: number | undefined;
  /** Columns and sort keys, which are not described in clauses. */
  readonly describedElsewhere: ReadonlySet<QueryNode>;
  readonly leftOut: readonly string[];
}

export interface AnswerOrder {
  readonly key: QueryNode;
  readonly descending: boolean;
  /** Sorted as dates. */
  readonly date: boolean;
  /** The variable in ORDER BY COUNT(?x). */
  readonly count?: QueryNode;
  readonly part: TextRange;
}

export function readAnswerShape(
  query: QueryModel,
  select: Select,
  pattern: Pattern,
  nodes: Nodes,
  isCounted: boolean,
): AnswerShape {
  const leftOut: string[] = [];
  const nodesInOrder: QueryNode[] = [];
  let aggregate: { readonly name: string; readonly node: QueryNode | undefined } | undefined;
  const aliases = new Map<string, Expression>();
  for (const { variable, expression } of select.projection) {
    if (variable && expression) aliases.set(variable.name, expression);
    const node = expression
      ? findVariableNode(expression, nodes)
      : variable && variableNode(nodes, variable.name);
    if (node) nodesInOrder.push(withoutName(node, pattern));
    else if (expression?.kind === 'call' && AGGREGATES.has(expression.name) && !aggregate) {
      const [argument] = expression.args;
      aggregate = { name: expression.name, node: argument && findVariableNode(argument, nodes) };
    } else if (expression) leftOut.push('a computed column');
  }
  if (select.star || query.query.form === 'ask') nodesInOrder.push(...variablesOf(pattern));
  const columns = [...new Set(nodesInOrder)];
  if (select.having.length) leftOut.push('the condition on groups');
  const order = readOrder(query, select, nodes, aliases);
  if (select.orderBy.length > 1) leftOut.push('the other sort keys');
  if (query.tokens.some(({ type, value }) => type === 'keyword' && value === 'OFFSET'))
    leftOut.push('that the first answers are skipped');
  const sortKeys = order && !order.count ? [order.key] : [];
  const isAggregate = aggregate && !columns.length;
  if (aggregate && !isAggregate && !order?.count) leftOut.push('the value computed for each group');
  const node = isAggregate ? (aggregate?.node ?? variablesOf(pattern)[0]) : columns[0];
  const extras = isAggregate || query.query.form === 'ask' ? [] : columns.slice(1);
  return {
    node,
    aggregate: isCounted ? 'COUNT' : isAggregate ? aggregate?.name : undefined,
    extras,
    order,
    limit: select.limit?.value,
    describedElsewhere: new Set([...extras, ...sortKeys].filter((other) => other !== node)),
    leftOut,
  };
}

const AGGREGATES = new Set(['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'SAMPLE', 'GROUP_CONCAT']);

function variableNode(nodes: Nodes, name: string): QueryNode | undefined {
  const node = nodes.nodeFor({ kind: 'variable', name, range: { start: 0, end: 0 } });
  return node.variable === undefined ? undefined : node;
}

/** Replaces a column of names with the node that has the name. */
function withoutName(node: QueryNode, pattern: Pattern): QueryNode {
  const all = [pattern, ...pattern.nested.flatMap(({ patterns }) => patterns)];
  const edge = all
    .flatMap(({ edges }) => edges)
    .find(({ to, relation }) => to === node && isNameRelation(relation));
  return edge?.from.variable === undefined ? node : edge.from;
}

/** The variables that a match binds, without those of NOT EXISTS and MINUS. */
function variablesOf({ edges, typings, nested }: Pattern): readonly QueryNode[] {
  const variables = new Set<QueryNode>();
  for (const { from, to, relation } of edges) {
    if (from.variable !== undefined) variables.add(from);
    if (to.variable !== undefined && !isNameRelation(relation)) variables.add(to);
  }
  for (const { node } of typings) if (node.variable !== undefined) variables.add(node);
  for (const { kind, patterns } of nested)
    if (kind === 'optional' || kind === 'either')
      for (const inner of patterns) for (const node of variablesOf(inner)) variables.add(node);
  return [...variables];
}

function readOrder(
  query: QueryModel,
  select: Select,
  nodes: Nodes,
  aliases: ReadonlyMap<string, Expression>,
): AnswerOrder | undefined {
  const [expression] = select.orderBy;
  if (!expression) return undefined;
  const { range } = expression;
  const before = query.tokens.filter(({ end }) => end <= range.start).slice(-3);
  const descending = before.findLast(({ value }) => value !== '(')?.value === 'DESC';
  const isVariable = expression.kind === 'term' && expression.term.kind === 'variable';
  const value = (isVariable && aliases.get(expression.term.name)) || expression;
  if (value.kind === 'call' && value.name === 'COUNT') {
    const [argument] = value.args;
    const count = argument && findVariableNode(argument, nodes);
    return count && { key: count, count, descending, date: false, part: range };
  }
  const key = findVariableNode(value, nodes);
  const date = value.kind === 'call' && /#date/i.test(value.name);
  return key && { key, descending, date, part: range };
}
