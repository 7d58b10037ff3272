import { childGroups, variablesOf } from '../../sparql/semantics';
import type { Expression, Group, Path, Select, Term, VariableTerm } from '../../sparql/model';
import { nearest } from '../../text/distance';
import type { Observation, Verifier } from '../verifier';

/** Every selected variable can get a value. */
export const unboundVariable: Verifier<'text'> = {
  code: 'unbound_variable',
  stage: 'text',
  strength: 'weak',
  severity: 'warning',
  title: 'A selected variable is never bound',
  about:
    'Its column is always empty. Silent while the query does not parse, and about variables that a sub-select hands out.',
  *verify({ query }) {
    if (query.problems.length || query.tooDeep) return;
    yield* check(query.query, query.text);
  },
};

function* check(select: Select, text: string): Iterable<Observation> {
  if (select.form !== 'select' || !select.groups.length) return;
  const bound = new Set<string>();
  for (const group of select.groups) collect(group, bound);
  for (const { variable } of select.groupBy ?? []) if (variable) bound.add(variable.name);
  for (const column of select.projection) {
    if (column.expression) yield* checkComputed(column.expression, select, bound);
    else if (column.variable && !bound.has(column.variable.name))
      yield selected(column.variable, bound, text);
  }
}

function selected(variable: VariableTerm, bound: ReadonlySet<string>, text: string): Observation {
  const [near] = nearest(variable.name, bound, {
    most: 1,
    within: Math.min(2, Math.floor(variable.name.length / 3)),
  });
  const sigil = text[variable.range.start] ?? '?';
  return {
    range: variable.range,
    message: `?${variable.name} is selected but never bound`,
    because: 'No pattern of the query gives it a value, so its column is always empty.',
    advice: near
      ? `Did you mean ?${near}?`
      : 'Select a variable that a pattern binds, or add a pattern for it.',
    fixes: near
      ? [
          {
            title: `Change to ?${near}`,
            edits: [{ range: variable.range, newText: sigil + near }],
            safety: 'unsafe',
          },
        ]
      : [],
  };
}

function* checkComputed(
  expression: Expression,
  select: Select,
  bound: ReadonlySet<string>,
): Iterable<Observation> {
  for (const name of variablesOf(expression)) {
    if (bound.has(name) || select.projection.some(({ variable }) => variable?.name === name)) continue;
    yield {
      range: expression.range,
      message: `?${name} is used here but never bound`,
      because: 'No pattern of the query gives it a value.',
      advice: 'Use a variable that a pattern binds.',
    };
  }
}

function collect(group: Group, bound: Set<string>): void {
  const add = (term: Term | Path | undefined): void => {
    if (term?.kind === 'variable') bound.add(term.name);
  };
  for (const { subject, predicate, object } of group.triples) [subject, predicate, object].forEach(add);
  for (const { variable } of group.binds) bound.add(variable.name);
  for (const { variables } of group.values) for (const { name } of variables) bound.add(name);
  add(group.name);
  if (group.select) {
    for (const { variable } of group.select.projection) if (variable) bound.add(variable.name);
    if (group.select.star) for (const inner of group.select.groups) collect(inner, bound);
  }
  for (const child of childGroups(group))
    if (child.kind !== 'minus' && child.kind !== 'exists' && child.kind !== 'not-exists')
      collect(child, bound);
}
