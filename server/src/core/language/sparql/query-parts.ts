/** The groups, aggregates and variables of a query. */
import type { Expression, Group } from './model';
import { AGGREGATES } from './parser/expressions';

/** The nested groups, including those of EXISTS. */
export function childGroups(group: Group): readonly Group[] {
  const exists = existsGroups(group);
  return exists.length ? [...group.children, ...exists] : group.children;
}

export function existsGroups({ filters, binds }: Group): readonly Group[] {
  return [...filters.flatMap(groupsIn), ...binds.flatMap(({ expression }) => groupsIn(expression))];
}

/** The groups of EXISTS in an expression. */
export function groupsIn(expression: Expression): readonly Group[] {
  if (expression.kind === 'exists') return [expression.group];
  return 'args' in expression ? expression.args.flatMap(groupsIn) : [];
}

export function hasAggregate(expression: Expression): boolean {
  if (expression.kind === 'call')
    return AGGREGATES.has(expression.name) || expression.args.some(hasAggregate);
  return expression.kind === 'operation' && expression.args.some(hasAggregate);
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
