/** The variables that are in scope after a pattern (SPARQL 1.1, section 18.2.1). */
import type { TextRange } from '../../text/range';
import type { Group, GroupPart, Select, Term, Triple, VariableTerm } from '../model';

/** Each variable with its first use. */
export type VisibleVariables = Map<string, TextRange>;

export function addGroupVariables(group: Group, visible: VisibleVariables): void {
  switch (group.kind) {
    case 'minus':
    case 'exists':
    case 'not-exists':
    case 'template':
      return;
    default:
  }
  addTerm(group.name, visible);
  for (const part of group.order) addPartVariables(part, visible);
  for (const values of group.values) addVariables(values.variables, visible);
  if (group.select) addSelectedVariables(group.select, visible);
}

export function addPartVariables(part: GroupPart, visible: VisibleVariables): void {
  if ('subject' in part) addTriple(part, visible);
  else if ('variable' in part) addTerm(part.variable, visible);
  else if ('rows' in part) addVariables(part.variables, visible);
  else addGroupVariables(part, visible);
}

/** A sub-select shows only what it selects. */
function addSelectedVariables({ star, projection, groups }: Select, visible: VisibleVariables): void {
  if (star) for (const group of groups) addGroupVariables(group, visible);
  for (const { variable } of projection) addTerm(variable, visible);
}

function addTriple({ subject, predicate, object }: Triple, visible: VisibleVariables): void {
  addTerm(subject, visible);
  if (predicate.kind === 'variable') addTerm(predicate, visible);
  addTerm(object, visible);
}

function addVariables(variables: readonly VariableTerm[], visible: VisibleVariables): void {
  for (const variable of variables) addTerm(variable, visible);
}

function addTerm(term: Term | undefined, visible: VisibleVariables): void {
  if (term?.kind === 'variable' && !visible.has(term.name)) visible.set(term.name, term.range);
}
