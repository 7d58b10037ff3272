/** Collects the parts of a query at any depth. */
import type { Expression, Group, QueryModel, Select } from '../../language/sparql/model';
import { groupsIn } from '../../language/sparql/query-parts';

export interface RewriteParts {
  readonly selects: readonly Select[];
  readonly groups: readonly Group[];
  /** Outermost expressions of FILTER, BIND, HAVING, GROUP BY and the projection. */
  readonly expressions: readonly Expression[];
  readonly orders: readonly Expression[];
}

export function collectParts({ query }: QueryModel): RewriteParts {
  const selects: Select[] = [];
  const groups: Group[] = [];
  const expressions: Expression[] = [];
  const orders: Expression[] = [];

  const readSelect = (select: Select): void => {
    selects.push(select);
    for (const { expression } of [...select.projection, ...(select.groupBy ?? [])])
      if (expression) readExpression(expression, expressions);
    for (const condition of select.having) readExpression(condition, expressions);
    for (const order of select.orderBy) readExpression(order, orders);
    select.groups.forEach(readGroup);
  };
  const readGroup = (group: Group): void => {
    groups.push(group);
    for (const filter of group.filters) readExpression(filter, expressions);
    for (const { expression } of group.binds) readExpression(expression, expressions);
    if (group.select) readSelect(group.select);
    group.children.forEach(readGroup);
  };
  const readExpression = (expression: Expression, into: Expression[]): void => {
    into.push(expression);
    groupsIn(expression).forEach(readGroup);
  };
  readSelect(query);
  return { selects, groups, expressions, orders };
}
