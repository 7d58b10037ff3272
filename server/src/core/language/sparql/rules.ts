/** The rules of SPARQL that its grammar does not express. */
import type { Group, Select, SyntaxProblem } from './model';
import { childGroups } from './query-parts';
import { aggregatesInPattern, ungroupedColumns } from './rules/aggregates';
import { assignmentsInGroup, assignmentsInSelect } from './rules/assignments';
import { sharedBlankNodes } from './rules/blank-nodes';
import { wrongArgumentCounts } from './rules/calls';
import { forbiddenUpdateTerms } from './rules/update-terms';
import { invalidEscapes, wrongCase } from './rules/words';
import type { SparqlToken } from './tokens';

/** Problems in every dialect: Virtuoso rejects them as well. */
export function* semanticProblems(
  query: Select,
  text: string,
  tokens: readonly SparqlToken[],
): Iterable<SyntaxProblem> {
  yield* wrongCase(text, tokens);
  yield* argumentsInSelect(query);
  for (const group of query.groups) yield* groupProblems(group);
}

/** Problems that Virtuoso tolerates. */
export function* strictProblems(
  query: Select,
  text: string,
  tokens: readonly SparqlToken[],
): Iterable<SyntaxProblem> {
  yield* invalidEscapes(text, tokens);
  yield* selectProblems(query);
  yield* sharedBlankNodes(query);
  yield* forbiddenUpdateTerms(query);
}

function* selectProblems(select: Select): Iterable<SyntaxProblem> {
  yield* assignmentsInSelect(select);
  yield* ungroupedColumns(select);
  for (const group of select.groups) yield* strictGroupProblems(group);
}

function* strictGroupProblems(group: Group): Iterable<SyntaxProblem> {
  yield* assignmentsInGroup(group);
  if (group.select) yield* selectProblems(group.select);
  for (const inner of childGroups(group)) yield* strictGroupProblems(inner);
}

function* argumentsInSelect({ projection, groupBy, having, orderBy }: Select): Iterable<SyntaxProblem> {
  for (const { expression } of [...projection, ...(groupBy ?? [])])
    if (expression) yield* wrongArgumentCounts(expression);
  for (const expression of [...having, ...orderBy]) yield* wrongArgumentCounts(expression);
}

function* groupProblems(group: Group): Iterable<SyntaxProblem> {
  for (const values of group.values) {
    for (const [index, row] of values.rows.entries()) {
      if (row.length === values.variables.length) continue;
      yield {
        range: values.rowRanges[index] ?? values.range,
        message: `This row has ${count(row.length, 'value')} for ${count(values.variables.length, 'variable')}`,
        because: '',
        advice: 'Write one value, or UNDEF, for each variable.',
      };
    }
  }
  yield* aggregatesInPattern(group);
  for (const filter of group.filters) yield* wrongArgumentCounts(filter);
  for (const { expression } of group.binds) yield* wrongArgumentCounts(expression);
  if (group.select) yield* argumentsInSelect(group.select);
  for (const inner of [...childGroups(group), ...(group.select?.groups ?? [])]) yield* groupProblems(inner);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
