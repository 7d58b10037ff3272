/** The answers of a query as normalized texts, which attempts vote with. */
import type { Execution, RdfTerm } from '../kb/knowledge-base';
import { FREEBASE } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import { isNumberText } from '../logical-form/parse-literal';
import { answerVariableOf } from './answer-variable';

/** Distinct and sorted; undefined if there is no answer. Only the column of the answer variable counts. */
export function answersOf(
  query: QueryModel,
  execution: Execution | undefined,
): readonly string[] | undefined {
  if (execution?.status !== 'answered') return undefined;
  const { answer } = execution;
  switch (answer.kind) {
    case 'boolean':
      return [String(answer.value)];
    case 'table': {
      const column = answerVariableOf(query, answer.columns)?.column ?? 0;
      return sortedUnique(answer.rows.flatMap((row) => normalizeTerm(row[column])));
    }
    case 'graph':
      return sortedUnique(answer.triples.map((triple) => triple.flatMap(normalizeTerm).join(' ')));
    case 'done':
      return undefined;
  }
}

/** The values of every column, because a query may select names beside its answers. */
export function valuesOf(execution: Execution): readonly string[] {
  if (execution.status !== 'answered' || execution.answer.kind !== 'table') return [];
  return sortedUnique(execution.answer.rows.flat().flatMap(normalizeTerm));
}

function sortedUnique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}

function normalizeTerm(term: RdfTerm | null | undefined): readonly string[] {
  if (!term) return [];
  if (term.type === 'uri')
    return [term.value.startsWith(FREEBASE) ? term.value.slice(FREEBASE.length) : term.value];
  return [term.type === 'bnode' ? `_:${term.value}` : normalizeLiteral(term.value)];
}

/** Engines write the same number as 5, 5.0 and 5.0E0. */
function normalizeLiteral(text: string): string {
  const trimmed = text.trim();
  if (!isNumberText(trimmed)) return text;
  // Long integers, such as ids, exceed the precision of a number.
  return /^[+-]?\d{16,}$/.test(trimmed) ? trimmed : String(Number(trimmed));
}
