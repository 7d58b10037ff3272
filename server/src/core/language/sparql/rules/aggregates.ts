/** With GROUP BY or an aggregate, only groups can be selected. Aggregates are not allowed in patterns. */
import type { Expression, Group, Select, SyntaxProblem } from '../model';
import { AGGREGATES } from '../parser/expressions';
import { hasAggregate, variablesOf } from '../query-parts';

export function* ungroupedColumns(select: Select): Iterable<SyntaxProblem> {
  const { projection, groupBy, star, keyword } = select;
  if (!isGrouped(select)) return;
  if (star && keyword)
    yield {
      range: keyword,
      message: 'SELECT * cannot be used with GROUP BY',
      because: 'Only the keys of the groups and aggregates can be selected.',
      advice: 'Select the variables of GROUP BY, and aggregates.',
    };
  const known = new Set(
    (groupBy ?? []).map(({ variable, expression }) => variable?.name ?? variableName(expression)),
  );
  for (const { variable, expression, range } of projection) {
    const used = expression ? variablesOutsideAggregates(expression) : [variable?.name];
    const ungrouped = used.find((name) => name !== undefined && !known.has(name));
    // A later column may use this one.
    known.add(variable?.name);
    if (ungrouped === undefined) continue;
    yield {
      range,
      message: `?${ungrouped} is neither grouped nor aggregated`,
      because: 'With an aggregate or GROUP BY, every other selected variable must be in GROUP BY.',
      advice: isInUnnamedKey(ungrouped, groupBy)
        ? 'Name the key, as in GROUP BY (YEAR(?date) AS ?year), and select the name.'
        : `Add ?${ungrouped} to GROUP BY, or use SAMPLE(?${ungrouped}).`,
    };
  }
  const problems: SyntaxProblem[] = [];
  for (const { expression } of groupBy ?? []) if (expression) addAggregate(expression, 'GROUP BY', problems);
  yield* problems;
}

/** Whether the variable is in a key that has no name, such as `GROUP BY YEAR(?date)`. */
function isInUnnamedKey(name: string, groupBy: Select['groupBy'] = []): boolean {
  return groupBy.some(
    ({ variable, expression }) => !variable && expression && variablesOf(expression).includes(name),
  );
}

/** Whether the solutions are grouped, by GROUP BY or because there is an aggregate. */
export function isGrouped({ projection, groupBy, having, orderBy }: Select): boolean {
  const columns = projection.flatMap(({ expression }) => expression ?? []);
  return groupBy !== undefined || [...columns, ...having, ...orderBy].some(hasAggregate);
}

export function addAggregatesInPattern(group: Group, problems: SyntaxProblem[]): void {
  for (const filter of group.filters) addAggregate(filter, 'FILTER', problems);
  for (const { expression } of group.binds) addAggregate(expression, 'BIND', problems);
}

function addAggregate(expression: Expression, clause: string, problems: SyntaxProblem[]): void {
  const aggregate = findAggregate(expression);
  if (!aggregate) return;
  problems.push({
    range: aggregate.range,
    message: `${aggregate.name} is not allowed in ${clause}`,
    because: 'An aggregate needs the groups, which exist only after the pattern.',
    advice: clause === 'FILTER' ? 'Use HAVING, or a sub-select.' : 'Use it in SELECT, or in a sub-select.',
  });
}

function findAggregate(expression: Expression): (Expression & { readonly kind: 'call' }) | undefined {
  if (expression.kind !== 'call' && expression.kind !== 'operation') return undefined;
  if (expression.kind === 'call' && AGGREGATES.has(expression.name)) return expression;
  for (const arg of expression.args) {
    const aggregate = findAggregate(arg);
    if (aggregate) return aggregate;
  }
  return undefined;
}

function variablesOutsideAggregates(expression: Expression): readonly string[] {
  if (expression.kind !== 'call' && expression.kind !== 'operation') return variablesOf(expression);
  if (expression.kind === 'call' && AGGREGATES.has(expression.name)) return [];
  return expression.args.flatMap(variablesOutsideAggregates);
}

function variableName(expression: Expression | undefined): string | undefined {
  return expression?.kind === 'term' && expression.term.kind === 'variable'
    ? expression.term.name
    : undefined;
}
