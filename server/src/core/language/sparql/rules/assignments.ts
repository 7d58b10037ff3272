/** A variable gets a value only once: by BIND, or by AS in SELECT. */
import type { Group, Select, SyntaxProblem } from '../model';
import { isGrouped } from './aggregates';
import { addGroupVariables, addPartVariables, type VisibleVariables } from './visible-variables';

export function* assignmentsInGroup(group: Group): Iterable<SyntaxProblem> {
  if (!group.binds.length) return;
  const visible: VisibleVariables = new Map();
  for (const part of group.order) {
    const earlier = 'variable' in part ? visible.get(part.variable.name) : undefined;
    if (earlier && 'variable' in part) {
      yield {
        range: part.variable.range,
        message: `?${part.variable.name} already has a value`,
        because: 'BIND cannot assign a variable that the group uses before it.',
        advice: 'Bind a new variable, or compare with FILTER.',
        related: [{ range: earlier, message: `?${part.variable.name} is used here` }],
      };
    }
    addPartVariables(part, visible);
  }
}

export function* assignmentsInSelect(select: Select): Iterable<SyntaxProblem> {
  const { projection, groups, groupBy } = select;
  const selected = new Map<string, (typeof projection)[number]>();
  const visible: VisibleVariables = new Map();
  if (projection.some(({ expression }) => expression)) {
    // Groups hide the variables of the pattern.
    if (!isGrouped(select)) for (const group of groups) addGroupVariables(group, visible);
    for (const { variable, expression } of groupBy ?? [])
      if (variable && expression) visible.set(variable.name, variable.range);
  }
  for (const column of projection) {
    const { variable, expression } = column;
    if (!variable) continue;
    const earlier = selected.get(variable.name);
    const used = expression && visible.get(variable.name);
    if (earlier)
      yield {
        range: column.range,
        message: `Duplicate column ?${variable.name}`,
        because: 'Column names must be unique.',
        advice: 'Remove one of them, or rename it with AS.',
        related: [{ range: earlier.range, message: `The first column ?${variable.name}` }],
      };
    else if (used)
      yield {
        range: variable.range,
        message: `?${variable.name} already has a value`,
        because: 'AS must name a new variable.',
        advice: 'Choose another name.',
        related: [{ range: used, message: `?${variable.name} is used here` }],
      };
    else selected.set(variable.name, column);
  }
}
