import { childGroups } from '../../language/sparql/query-parts';
import type {
  Expression,
  Group,
  PropertyPath,
  Select,
  Term,
  VariableTerm,
} from '../../language/sparql/model';
import { editDistance, findNearest } from '../../language/text/distance';
import type { Fix, Observation, Verifier } from '../verifier';

/** Every selected variable can get a value. */
export const unboundVariable: Verifier<'text'> = {
  code: 'unbound_variable',
  stage: 'text',
  strength: 'weak',
  severity: 'warning',
  title: 'A selected variable is never bound',
  about:
    'Its column is always empty. Silent while the query does not parse, and about variables that a sub-select returns.',
  *verify({ query }) {
    if (query.problems.length || query.tooDeep) return;
    yield* checkSelect(query.query, query.text);
  },
};

function* checkSelect(select: Select, text: string): Iterable<Observation> {
  if (select.form !== 'select' || !select.groups.length) return;
  const bound = new Set<string>();
  for (const group of select.groups) collectBound(group, bound);
  for (const { variable } of select.groupBy ?? []) if (variable) bound.add(variable.name);
  const taken = new Set(select.projection.map(({ variable }) => variable?.name));
  const free = [...bound].filter((name) => !taken.has(name)).slice(0, MAX_SUGGESTIONS);
  const names: VariableNames = { bound, free, taken };
  for (const column of select.projection) {
    if (column.expression) yield* checkComputed(column.expression, names, text);
    else if (column.variable && !bound.has(column.variable.name)) yield observe(column.variable, names, text);
  }
}

interface VariableNames {
  readonly bound: ReadonlySet<string>;
  /** Some variables that are bound and not selected. */
  readonly free: readonly string[];
  /** VariableNames of columns. */
  readonly taken: ReadonlySet<string | undefined>;
}

function observe(variable: VariableTerm, names: VariableNames, text: string): Observation {
  const near = similarVariables(variable.name, names.bound, 3);
  return {
    range: variable.range,
    message: `?${variable.name} is selected but never bound`,
    because: 'No pattern gives it a value, so its column is always empty.',
    advice: near[0]
      ? `Did you mean ?${near[0]}?`
      : 'Select a variable that a pattern binds, or add a pattern for it.',
    fixes: renameFixes(variable, names, text),
  };
}

function* checkComputed(expression: Expression, names: VariableNames, text: string): Iterable<Observation> {
  for (const variable of variableTermsOf(expression)) {
    const { name } = variable;
    if (names.bound.has(name) || names.taken.has(name)) continue;
    yield {
      range: expression.range,
      message: `?${name} is used here but never bound`,
      because: 'No pattern gives it a value.',
      advice: 'Use a variable that a pattern binds.',
      fixes: renameFixes(variable, names, text),
    };
  }
}

const MAX_SUGGESTIONS = 4;

/** Changes to variables with a similar name; if there is none, to bound variables that are not selected yet. */
function renameFixes(
  { name, range }: VariableTerm,
  { bound, free }: VariableNames,
  text: string,
): readonly Fix[] {
  const near = similarVariables(name, bound, 3);
  const others = near.length ? near : free;
  const undecided = near.length ? isTie(name, near) : others.length > 1;
  return others.map((other) => ({
    title: `Change to ?${other}`,
    edits: [{ range, newText: (text[range.start] ?? '?') + other }],
    safety: 'unsafe',
    oneOfMany: undecided,
  }));
}

/** Variables that differ from a name only by case or by a few letters. */
export function similarVariables(name: string, names: Iterable<string>, most: number): readonly string[] {
  const all = [...names];
  const sameLetters = all.filter((other) => other.toLowerCase() === name.toLowerCase());
  const within = Math.min(2, Math.floor(name.length / 3));
  return [...new Set([...sameLetters, ...findNearest(name, all, { most, within })])];
}

function isTie(name: string, [first = '', second]: readonly string[]): boolean {
  return second !== undefined && editDistance(name, first) === editDistance(name, second);
}

function variableTermsOf(expression: Expression): readonly VariableTerm[] {
  switch (expression.kind) {
    case 'term':
      return expression.term.kind === 'variable' ? [expression.term] : [];
    case 'operation':
    case 'call':
      return expression.args.flatMap(variableTermsOf);
    case 'exists':
    case 'unreadable':
      return [];
  }
}

function collectBound(group: Group, bound: Set<string>): void {
  const add = (term: Term | PropertyPath | undefined): void => {
    if (term?.kind === 'variable') bound.add(term.name);
  };
  for (const { subject, predicate, object } of group.triples) [subject, predicate, object].forEach(add);
  for (const { variable } of group.binds) bound.add(variable.name);
  for (const { variables } of group.values) for (const { name } of variables) bound.add(name);
  add(group.name);
  if (group.select) {
    for (const { variable } of group.select.projection) if (variable) bound.add(variable.name);
    if (group.select.star) for (const inner of group.select.groups) collectBound(inner, bound);
  }
  for (const child of childGroups(group))
    if (child.kind !== 'minus' && child.kind !== 'exists' && child.kind !== 'not-exists')
      collectBound(child, bound);
}
