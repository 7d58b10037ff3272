/** Every term of a query with its place: what the features that point at things look through. */
import type { Expression, Group, Path, QueryModel, Select, Term } from './model';
import type { TextRange } from '../text/range';

export function termAt(query: QueryModel, offset: number): Term | undefined {
  for (const term of termsOf(query)) if (holds(term.range, offset)) return term;
  return undefined;
}

export function* termsOf({ query }: QueryModel): Iterable<Term> {
  yield* inSelect(query);
}

function* inSelect(select: Select): Iterable<Term> {
  yield* select.described;
  for (const { variable, expression } of [...select.projection, ...(select.groupBy ?? [])]) {
    if (expression) yield* inExpression(expression);
    if (variable) yield variable;
  }
  for (const group of select.groups) yield* inGroup(group);
  for (const expression of [...select.having, ...select.orderBy]) yield* inExpression(expression);
}

function* inGroup(group: Group): Iterable<Term> {
  if (group.name) yield group.name;
  for (const { subject, predicate, object } of group.triples) {
    yield subject;
    if (predicate.kind === 'variable') yield predicate;
    else yield* linksOf(predicate);
    yield object;
  }
  for (const filter of group.filters) yield* inExpression(filter);
  for (const { expression, variable } of group.binds) {
    yield* inExpression(expression);
    yield variable;
  }
  for (const { variables, rows } of group.values) {
    yield* variables;
    for (const row of rows) for (const term of row) if (term) yield term;
  }
  for (const child of group.children) yield* inGroup(child);
  if (group.select) yield* inSelect(group.select);
}

/** The relations of a path, in the order of the text. */
export function* linksOf(path: Path): Iterable<Term> {
  switch (path.kind) {
    case 'link':
      yield path.iri;
      return;
    case 'inverse':
    case 'repeat':
      yield* linksOf(path.path);
      return;
    case 'sequence':
      for (const step of path.steps) yield* linksOf(step);
      return;
    case 'alternative':
      for (const option of path.options) yield* linksOf(option);
      return;
    case 'negated':
      yield* path.links;
  }
}

function* inExpression(expression: Expression): Iterable<Term> {
  switch (expression.kind) {
    case 'term':
      yield expression.term;
      return;
    case 'operation':
    case 'call':
      for (const argument of expression.args) yield* inExpression(argument);
      return;
    case 'exists':
      yield* inGroup(expression.group);
      return;
    case 'unreadable':
  }
}

function holds({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
