/** Reads the pattern and the answer of a SELECT or ASK query. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel, Select } from '../language/sparql/model';
import { readAnswerShape, type AnswerShape } from './answer';
import type { Pattern } from './query-graph';
import { readPattern } from './read-pattern';

export interface QueryIntent {
  readonly select: Select;
  readonly pattern: Pattern;
  readonly answer: AnswerShape;
}

export function readIntent(query: QueryModel, schema: KbSchema): QueryIntent {
  const { select, counted, columns } = unwrapSelect(query.query);
  const { nodes, pattern } = readPattern(select.groups, schema);
  const answer = readAnswerShape(query, { ...select, projection: columns }, pattern, nodes, counted);
  return { select, pattern, answer };
}

/** Replaces a SELECT that only returns or counts the rows of a sub-select with the sub-select. */
function unwrapSelect(outer: Select): {
  readonly select: Select;
  readonly counted: boolean;
  readonly columns: Select['projection'];
} {
  let select = outer;
  let counted = false;
  for (;;) {
    const inner = onlySubSelect(select);
    const [column, ...more] = select.projection;
    if (!inner || more.length || select.having.length || select.groupBy) break;
    const { expression } = column ?? {};
    const passes = !expression || expression.kind === 'term';
    const counts = expression?.kind === 'call' && expression.name === 'COUNT';
    if (!passes && !counts) break;
    if (inner.projection.some((item) => item.expression && item.expression.kind !== 'term')) break;
    counted ||= counts;
    select = {
      ...inner,
      orderBy: select.orderBy.length ? select.orderBy : inner.orderBy,
      limit: select.limit ?? inner.limit,
    };
  }
  return { select, counted, columns: select.projection };
}

function onlySubSelect({ groups, form }: Select): Select | undefined {
  const [group, ...more] = groups;
  if (!group || more.length || form !== 'select') return undefined;
  if (group.kind === 'subselect') return group.select;
  const [child, ...others] = group.children;
  const nothingElse =
    !group.triples.length && !group.filters.length && !group.binds.length && !group.values.length;
  return nothingElse && !others.length && child?.kind === 'subselect' ? child.select : undefined;
}
