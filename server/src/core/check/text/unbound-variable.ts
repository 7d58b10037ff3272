import { childGroups } from '../../language/sparql/query-parts';
import type { Expression, Group, QueryModel, Select, VariableTerm } from '../../language/sparql/model';
import { decodeCodePoints, type SparqlToken } from '../../language/sparql/tokens';
import { groupBy } from '../../language/text/multimap';
import { range } from '../../language/text/range';
import { addGroupVariables, type VisibleVariables } from '../../language/sparql/rules/visible-variables';
import { editDistance, findNearest } from '../../language/text/distance';
import type { Fix, Observation, Verifier } from '../verifier';

/** Every selected or compared variable can get a value. */
export const unboundVariable: Verifier<'text'> = {
  code: 'unbound_variable',
  stage: 'text',
  strength: 'weak',
  severity: 'warning',
  title: 'A selected or compared variable is never bound',
  about:
    'Its column is always empty, or its comparison never true. Not reported while the query does not parse, or for variables that a sub-select returns.',
  *verify({ query }) {
    if (query.problems.length || query.tooDeep) return;
    yield* checkSelect(query.query, query);
    yield* checkConditions(query.query, query);
  },
};

function* checkSelect(select: Select, model: QueryModel): Iterable<Observation> {
  if (select.form !== 'select' || !select.groups.length) return;
  const visible: VisibleVariables = new Map();
  for (const group of select.groups) addGroupVariables(group, visible);
  const bound = new Set(visible.keys());
  for (const { variable } of select.groupBy ?? []) if (variable) bound.add(variable.name);
  const taken = new Set(select.projection.map(({ variable }) => variable?.name));
  const free = [...bound].filter((name) => !taken.has(name)).slice(0, MAX_SUGGESTIONS);
  const names: VariableNames = { bound, free, taken };
  for (const column of select.projection) {
    if (column.expression) yield* checkComputed(column.expression, names, model);
    else if (column.variable && !bound.has(column.variable.name))
      yield observe(column.variable, names, model);
  }
}

interface VariableNames {
  readonly bound: ReadonlySet<string>;
  /** Some variables that are bound and not selected. */
  readonly free: readonly string[];
  /** VariableNames of columns. */
  readonly taken: ReadonlySet<string | undefined>;
}

function observe(variable: VariableTerm, names: VariableNames, model: QueryModel): Observation {
  const near = similarVariables(variable.name, names.bound, 3);
  return {
    range: variable.range,
    message: `?${variable.name} is selected but never bound`,
    because: 'No pattern gives it a value, so its column is always empty.',
    advice: near[0]
      ? `Did you mean ?${near[0]}?`
      : 'Select a variable that a pattern binds, or add a pattern for it.',
    fixes: renameFixes(variable, names, model),
  };
}

function* checkComputed(
  expression: Expression,
  names: VariableNames,
  model: QueryModel,
): Iterable<Observation> {
  for (const [name, variable] of new Map(variableTermsOf(expression).map((one) => [one.name, one]))) {
    if (names.bound.has(name) || names.taken.has(name)) continue;
    yield {
      range: expression.range,
      message: `?${name} is used here but never bound`,
      because: 'No pattern gives it a value.',
      advice: 'Use a variable that a pattern binds.',
      fixes: renameFixes(variable, names, model),
    };
  }
}

const MAX_SUGGESTIONS = 4;

/** Changes to variables with a similar name; if there is none, to bound variables that are not selected yet. */
function renameFixes(
  { name }: VariableTerm,
  { bound, free }: VariableNames,
  model: QueryModel,
): readonly Fix[] {
  // All uses, because none of them has a value.
  const uses = usesOf(model).get(name) ?? [];
  const near = similarVariables(name, bound, 3);
  const others = near.length ? near : free;
  const undecided = near.length ? isTie(name, near) : others.length > 1;
  return others.map((other) => ({
    title: `Change to ?${other}`,
    edits: uses.map(({ start, end }) => ({
      range: range(start, end),
      newText: (model.text[start] ?? '?') + other,
    })),
    safety: 'unsafe',
    oneOfMany: undecided,
  }));
}

const usesByModel = new WeakMap<QueryModel, ReadonlyMap<string, readonly SparqlToken[]>>();

function usesOf(model: QueryModel): ReadonlyMap<string, readonly SparqlToken[]> {
  let uses = usesByModel.get(model);
  if (!uses) {
    uses = groupBy(
      model.tokens.filter(({ type }) => type === 'variable'),
      ({ start, end }) => decodeCodePoints(model.text.slice(start + 1, end)),
    );
    usesByModel.set(model, uses);
  }
  return uses;
}

/** Variables that differ from a name only by case or by a few letters. */
export function similarVariables(name: string, names: Iterable<string>, limit: number): readonly string[] {
  const all = [...names];
  const sameLetters = all.filter((other) => other.toLowerCase() === name.toLowerCase());
  const within = Math.min(2, Math.floor(name.length / 3));
  return [...new Set([...sameLetters, ...findNearest(name, all, { limit, within })])];
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

/** Conditions with variables that occur in no pattern of the whole query. */
function* checkConditions(select: Select, model: QueryModel): Iterable<Observation> {
  const bound = new Set<string>();
  const conditions: Expression[] = [];
  readSelect(select, bound, conditions);
  const free = [...bound].slice(0, MAX_SUGGESTIONS);
  const taken = new Set(select.projection.map(({ variable }) => variable?.name));
  const reported = new Set<string>();
  for (const condition of conditions) {
    for (const variable of comparedVariables(condition)) {
      const { name } = variable;
      // A selected variable is reported where it is selected.
      if (bound.has(name) || taken.has(name) || reported.has(name)) continue;
      reported.add(name);
      yield {
        range: variable.range,
        message: `?${name} is compared but never bound`,
        because: 'No pattern gives it a value, so the comparison is never true.',
        advice: 'Use a variable that a pattern binds, or add a pattern for it.',
        fixes: renameFixes(variable, { bound, free, taken }, model),
      };
    }
  }
}

function readSelect(select: Select, bound: Set<string>, conditions: Expression[]): void {
  for (const { variable } of [...select.projection, ...(select.groupBy ?? [])])
    if (variable && select.form === 'select') bound.add(variable.name);
  for (const group of select.groups) readGroup(group, bound, conditions);
}

function readGroup(group: Group, bound: Set<string>, conditions: Expression[]): void {
  if (group.name?.kind === 'variable') bound.add(group.name.name);
  for (const { subject, predicate, object } of group.triples) {
    if (subject.kind === 'variable') bound.add(subject.name);
    if (predicate.kind === 'variable') bound.add(predicate.name);
    if (object.kind === 'variable') bound.add(object.name);
  }
  for (const { variable } of group.binds) bound.add(variable.name);
  for (const { variables } of group.values) for (const { name } of variables) bound.add(name);
  conditions.push(...group.filters);
  if (group.select) readSelect(group.select, bound, conditions);
  for (const child of childGroups(group)) readGroup(child, bound, conditions);
}

/** The variables that a comparison needs. BOUND, COALESCE and other functions may work without a value. */
function comparedVariables(expression: Expression): readonly VariableTerm[] {
  if (expression.kind !== 'operation') return [];
  const { operator, args } = expression;
  if (operator === '&&' || operator === '||' || operator === '!') return args.flatMap(comparedVariables);
  return args.flatMap((arg) => (arg.kind === 'term' && arg.term.kind === 'variable' ? [arg.term] : []));
}
