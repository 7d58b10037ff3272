/** The rules of SPARQL that its grammar does not express. */
import type { Group, Select, SyntaxProblem } from './model';
import { childGroups } from './query-parts';
import { addAggregatesInPattern, ungroupedColumns } from './rules/aggregates';
import { assignmentsInGroup, assignmentsInSelect } from './rules/assignments';
import { sharedBlankNodes } from './rules/blank-nodes';
import { addWrongArgumentCounts } from './rules/calls';
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
  const problems: SyntaxProblem[] = [];
  addArgumentProblems(query, problems);
  for (const group of query.groups) addGroupProblems(group, problems);
  yield* problems;
  yield* forbiddenUpdateTerms(query);
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

function addArgumentProblems(
  { projection, groupBy, having, orderBy }: Select,
  problems: SyntaxProblem[],
): void {
  for (const { expression } of [...projection, ...(groupBy ?? [])])
    if (expression) addWrongArgumentCounts(expression, problems);
  for (const expression of [...having, ...orderBy]) addWrongArgumentCounts(expression, problems);
}

function addGroupProblems(group: Group, problems: SyntaxProblem[]): void {
  for (const values of group.values) {
    for (const [index, row] of values.rows.entries()) {
      if (row.length === values.variables.length) continue;
      problems.push({
        range: values.rowRanges[index] ?? values.range,
        message: `This row has ${count(row.length, 'value')} for ${count(values.variables.length, 'variable')}`,
        because: '',
        advice: 'Write one value, or UNDEF, for each variable.',
      });
    }
  }
  addAggregatesInPattern(group, problems);
  for (const filter of group.filters) addWrongArgumentCounts(filter, problems);
  for (const { expression } of group.binds) addWrongArgumentCounts(expression, problems);
  if (group.select) addArgumentProblems(group.select, problems);
  for (const inner of childGroups(group)) addGroupProblems(inner, problems);
  for (const inner of group.select?.groups ?? []) addGroupProblems(inner, problems);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
