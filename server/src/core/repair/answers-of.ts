/** What a query answers, in a form in which two answers can be compared: what attempts vote with. */
import type { Execution, RdfTerm } from '../kb/knowledge-base';
import { FREEBASE } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import { answerVariableOf } from './answer-variable';

/** Each once and sorted; nothing where there is no answer. Of several columns only the answer's own counts. */
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
      return eachOnce(answer.rows.flatMap((row) => valueOf(row[column])));
    }
    case 'graph':
      return eachOnce(answer.triples.map((triple) => triple.flatMap(valueOf).join(' ')));
    case 'done':
      return undefined;
  }
}

function eachOnce(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}

function valueOf(term: RdfTerm | null | undefined): readonly string[] {
  if (!term) return [];
  if (term.type === 'uri')
    return [term.value.startsWith(FREEBASE) ? term.value.slice(FREEBASE.length) : term.value];
  return [term.type === 'bnode' ? `_:${term.value}` : literalOf(term.value)];
}

/** Characters. What is longer is no number that somebody compares. */
const MAX_NUMBER = 400;

/** Numbers by their value: engines write the same one as 5, 5.0 and 5.0E0. */
function literalOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > MAX_NUMBER || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed))
    return text;
  // Long ids and the like do not fit into a number.
  return /^[+-]?\d{16,}$/.test(trimmed) ? trimmed : String(Number(trimmed));
}
