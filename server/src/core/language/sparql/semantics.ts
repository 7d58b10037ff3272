/** Problems that the grammar does not detect. */
import type { Expression, Group, Select, SyntaxProblem } from './model';
import type { TextRange } from '../text/range';
import { AGGREGATES } from './parser/expressions';

/** Problems in every dialect. */
export function* semanticProblems(query: Select): Iterable<SyntaxProblem> {
  for (const group of query.groups) yield* groupProblems(group);
}

/** Problems that Virtuoso tolerates. As in sparqljs, grouping is checked only for the outermost query. */
export function* strictProblems(query: Select): Iterable<SyntaxProblem> {
  for (const group of query.groups) yield* reboundVariables(group);
  yield* duplicateColumns(query);
  for (const group of query.groups) yield* duplicateInnerColumns(group);
  if (query.form !== 'select') return;
  yield* ungroupedColumns(query);
  yield* shadowedColumns(query);
}

function* groupProblems(group: Group): Iterable<SyntaxProblem> {
  for (const values of group.values) {
    for (const [index, row] of values.rows.entries()) {
      if (row.length === values.variables.length) continue;
      yield {
        range: values.rowRanges[index] ?? values.range,
        message: `This row has ${count(row.length, 'value')} for ${count(values.variables.length, 'variable')}`,
        because: '',
        advice: 'Write one value, or UNDEF, for each variable.',
      };
    }
  }
  for (const inner of allChildGroups(group)) yield* groupProblems(inner);
}

function* reboundVariables(group: Group): Iterable<SyntaxProblem> {
  for (const inner of allChildGroups(group)) yield* reboundVariables(inner);
  if (!group.binds.length) return;
  const bound = new Map<string, TextRange>();
  for (const part of group.order) {
    if ('variable' in part) {
      const earlier = bound.get(part.variable.name);
      if (earlier) {
        yield {
          range: part.variable.range,
          message: `?${part.variable.name} already has a value`,
          because: 'BIND cannot assign a variable that the group uses before it.',
          advice: 'Bind a new variable, or compare with FILTER.',
          related: [{ range: earlier, message: `?${part.variable.name} is used here` }],
        };
      }
    } else if ('subject' in part) {
      for (const term of [part.subject, part.predicate, part.object]) {
        if (term.kind === 'variable' && !bound.has(term.name)) bound.set(term.name, term.range);
      }
    }
  }
}

function* duplicateInnerColumns(group: Group): Iterable<SyntaxProblem> {
  if (group.select) yield* duplicateColumns(group.select);
  for (const inner of allChildGroups(group)) yield* duplicateInnerColumns(inner);
}

function* duplicateColumns({ projection }: Select): Iterable<SyntaxProblem> {
  const seen = new Map<string, (typeof projection)[number]>();
  for (const column of projection) {
    const name = column.variable?.name;
    if (name === undefined) continue;
    const earlier = seen.get(name);
    if (!earlier) {
      seen.set(name, column);
      continue;
    }
    yield {
      range: column.range,
      message: `Duplicate column ?${name}`,
      because: 'Column names must be unique.',
      advice: 'Remove one of them, or rename it with AS.',
      related: [{ range: earlier.range, message: `The first column ?${name}` }],
    };
  }
}

function* ungroupedColumns({ projection, groupBy }: Select): Iterable<SyntaxProblem> {
  const hasCounts = projection.some(({ expression }) => expression && hasCount(expression));
  if (!hasCounts && !groupBy) return;
  const grouped = new Set(
    (groupBy ?? []).map(({ variable, expression }) => variable?.name ?? variableName(expression)),
  );
  for (const { variable, expression, range } of projection) {
    const aggregated = expression ? hasAggregate(expression) : false;
    const used = expression ? variablesOf(expression) : [variable?.name];
    const ungrouped = aggregated ? undefined : used.find((name) => name !== undefined && !grouped.has(name));
    if (ungrouped === undefined) continue;
    yield {
      range,
      message: `?${ungrouped} is neither grouped nor aggregated`,
      because: 'With an aggregate or GROUP BY, every other selected variable must be in GROUP BY.',
      advice: `Add ?${ungrouped} to GROUP BY, or use SAMPLE(?${ungrouped}).`,
    };
  }
}

function* shadowedColumns({ projection, groups }: Select): Iterable<SyntaxProblem> {
  const inner = new Set(
    groups.flatMap((group) =>
      [group, ...group.children].flatMap(
        (child) => child.select?.projection.map(({ variable }) => variable?.name) ?? [],
      ),
    ),
  );
  for (const { variable, expression } of projection) {
    if (!variable || !expression || !inner.has(variable.name)) continue;
    yield {
      range: variable.range,
      message: `?${variable.name} is already a column of the subquery`,
      because: 'AS must name a new variable.',
      advice: 'Choose another name.',
    };
  }
}

function allChildGroups(group: Group): readonly Group[] {
  return [...childGroups(group), ...(group.select?.groups ?? [])];
}

/** The nested groups, including those of EXISTS. */
export function childGroups(group: Group): readonly Group[] {
  const exists: Group[] = [];
  const visit = (expression: Expression): void => {
    if (expression.kind === 'exists') exists.push(expression.group);
    else if (expression.kind === 'operation' || expression.kind === 'call') expression.args.forEach(visit);
  };
  group.filters.forEach(visit);
  for (const bind of group.binds) visit(bind.expression);
  return exists.length ? [...group.children, ...exists] : group.children;
}

export function hasAggregate(expression: Expression): boolean {
  if (expression.kind === 'call')
    return AGGREGATES.has(expression.name) || expression.args.some(hasAggregate);
  return expression.kind === 'operation' && expression.args.some(hasAggregate);
}

/** As in sparqljs, COUNT(*) alone does not require grouping. */
function hasCount(expression: Expression): boolean {
  if (expression.kind === 'call')
    return (expression.name === 'COUNT' && expression.args.length > 0) || expression.args.some(hasCount);
  return expression.kind === 'operation' && expression.args.some(hasCount);
}

function variableName(expression: Expression | undefined): string | undefined {
  return expression?.kind === 'term' && expression.term.kind === 'variable'
    ? expression.term.name
    : undefined;
}

export function variablesOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'term':
      return expression.term.kind === 'variable' ? [expression.term.name] : [];
    case 'operation':
    case 'call':
      return expression.args.flatMap(variablesOf);
    case 'exists':
    case 'unreadable':
      return [];
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
