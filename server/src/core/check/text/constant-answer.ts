import type { Group } from '../../language/sparql/model';
import { existsGroups } from '../../language/sparql/query-parts';
import { selectedVariable } from '../answer/answer-columns';
import type { Verifier } from '../verifier';

/** The answer comes from the KB. */
export const constantAnswer: Verifier<'text'> = {
  code: 'qans',
  stage: 'text',
  strength: 'weak',
  severity: 'warning',
  title: 'The answer is written in the query',
  about:
    'VALUES or BIND gives every selected variable its value, and no required pattern asks the KB, so that the answer is the same on every KB. Not reported where another column comes from the KB, such as the names of listed entities.',
  *verify({ query }) {
    const { form, projection, groups, star, having, orderBy } = query.query;
    if (form !== 'select' || star || query.problems.length || !projection.length) return;
    const [group] = groups;
    if (!group || groups.length > 1) return;
    // Values of an OPTIONAL decide only if solutions are selected or ordered by them.
    if (requiresFacts(group, having.length + orderBy.length > 0 || hasFilter(group))) return;
    const constants = constantVariables(group);
    const selected = projection.map((column) => column.expression === undefined && selectedVariable(column));
    const [first] = selected;
    if (!first || !selected.every((one) => one && constants.has(one.name))) return;
    yield {
      range: first.range,
      rule: 'constant-answer',
      message: `The answer is written in the query: ?${first.name} has only the values given here`,
      because: 'No pattern asks the KB for it.',
      advice: 'Ask for it with a pattern.',
      related: [...constants.values()].map((range) => ({ range, message: 'The values' })),
    };
  },
};

/** Whether facts of the KB decide which solutions the group has. */
function requiresFacts(group: Group, usesOptional: boolean): boolean {
  if (group.kind === 'optional') return usesOptional;
  if (group.kind !== 'group' && group.kind !== 'union-branch') return true;
  return (
    group.triples.length > 0 ||
    existsGroups(group).length > 0 ||
    group.children.some((child) => requiresFacts(child, usesOptional))
  );
}

function hasFilter({ kind, filters, children }: Group): boolean {
  return kind !== 'optional' && (filters.length > 0 || children.some(hasFilter));
}

/** Variables with values from VALUES, or from BIND with constants. */
function constantVariables(group: Group): ReadonlyMap<string, Group['range']> {
  const found = new Map<string, Group['range']>();
  for (const { variables, rows, range } of group.values)
    for (const [column, { name }] of variables.entries())
      if (rows.every((row) => row[column])) found.set(name, range);
  for (const { expression, variable, range } of group.binds)
    if (expression.kind === 'term' && expression.term.kind !== 'variable') found.set(variable.name, range);
  for (const child of group.children)
    if (child.kind === 'group' || child.kind === 'union-branch')
      for (const [name, range] of constantVariables(child)) found.set(name, range);
  return found;
}
