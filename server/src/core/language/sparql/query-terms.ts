/** All terms of a query, in text order within each clause. */
import type { Expression, Group, IriTerm, PropertyPath, QueryModel, Select, Term } from './model';
import { range, touches } from '../text/range';

export function termAt(query: QueryModel, offset: number): Term | undefined {
  for (const term of termsOf(query)) if (touches(term.range, range(offset, offset))) return term;
  return undefined;
}

export function termsOf({ query }: QueryModel): Iterable<Term> {
  return selectTerms(query);
}

function* selectTerms(select: Select): Iterable<Term> {
  yield* select.described;
  for (const { variable, expression } of [...select.projection, ...(select.groupBy ?? [])]) {
    if (expression) yield* expressionTerms(expression);
    if (variable) yield variable;
  }
  for (const group of select.groups) yield* groupTerms(group);
  for (const expression of [...select.having, ...select.orderBy]) yield* expressionTerms(expression);
}

function* groupTerms(group: Group): Iterable<Term> {
  if (group.name) yield group.name;
  for (const { subject, predicate, object } of group.triples) {
    yield subject;
    if (predicate.kind === 'variable') yield predicate;
    else yield* relationsOfPath(predicate);
    yield object;
  }
  for (const filter of group.filters) yield* expressionTerms(filter);
  for (const { expression, variable } of group.binds) {
    yield* expressionTerms(expression);
    yield variable;
  }
  for (const { variables, rows } of group.values) {
    yield* variables;
    for (const row of rows) for (const term of row) if (term) yield term;
  }
  for (const child of group.children) yield* groupTerms(child);
  if (group.select) yield* selectTerms(group.select);
}

/** The relations of a path, in text order. */
export function* relationsOfPath(path: PropertyPath): Iterable<IriTerm> {
  switch (path.kind) {
    case 'link':
      yield path.iri;
      return;
    case 'inverse':
    case 'repeat':
      yield* relationsOfPath(path.path);
      return;
    case 'sequence':
      for (const step of path.steps) yield* relationsOfPath(step);
      return;
    case 'alternative':
      for (const option of path.options) yield* relationsOfPath(option);
      return;
    case 'negated':
      yield* path.links;
  }
}

function* expressionTerms(expression: Expression): Iterable<Term> {
  switch (expression.kind) {
    case 'term':
      yield expression.term;
      return;
    case 'operation':
    case 'call':
      for (const argument of expression.args) yield* expressionTerms(argument);
      return;
    case 'exists':
      yield* groupTerms(expression.group);
      return;
    case 'unreadable':
  }
}
