/** Formats the answer of a KB as text for a model and as data for a program. */
import type { QueryAnswer, RdfTerm, AnswerRow } from '../kb/knowledge-base';
import { onOneLine } from '../language/text/control-characters';
import { formatEntity, quote } from './quote';

interface AnswerNames {
  readonly nameOf: (iri: string) => string | undefined;
  readonly idOf: (iri: string) => string;
}

/** `incomplete` explains why there are more rows. */
export function formatAnswer(
  answer: QueryAnswer,
  incomplete: string | undefined,
  names: AnswerNames,
): readonly string[] {
  if (answer.kind === 'boolean') return [answer.value ? 'yes' : 'no'];
  const rows = rowsOf(answer);
  const columns = columnsOf(answer);
  const more = incomplete === undefined ? '' : `, and there are more: ${onOneLine(incomplete)}`;
  return [
    `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${more}`,
    ...rows.map((row, index) => `${index + 1}. ${formatRow(row, columns, names)}`),
  ];
}

export function answerToData(answer: QueryAnswer, names: AnswerNames): Readonly<Record<string, unknown>> {
  return {
    ...(answer.kind === 'boolean' && { boolean: answer.value }),
    columns: columnsOf(answer),
    rows: rowsOf(answer).map((row) => row.map((term) => term && termToData(term, names))),
  };
}

export function rowsOf(answer: QueryAnswer): readonly AnswerRow[] {
  return answer.kind === 'table' ? answer.rows : answer.kind === 'graph' ? answer.triples : [];
}

export function irisOf(answer: QueryAnswer): readonly string[] {
  return rowsOf(answer).flatMap((row) => row.flatMap((term) => (term?.type === 'uri' ? [term.value] : [])));
}

function columnsOf(answer: QueryAnswer): readonly string[] {
  if (answer.kind === 'table') return answer.columns;
  return answer.kind === 'graph' ? ['subject', 'predicate', 'object'] : [];
}

function formatRow(row: AnswerRow, columns: readonly string[], names: AnswerNames): string {
  return row
    .map((term, index) => {
      const text = formatTerm(term, names);
      return columns.length > 1 ? `${columns[index] ?? ''}: ${text}` : text;
    })
    .join('; ');
}

function formatTerm(term: RdfTerm | null, { nameOf, idOf }: AnswerNames): string {
  if (term === null) return 'nothing';
  return term.type === 'uri' ? formatEntity(idOf(term.value), nameOf(term.value)) : quote(term.value);
}

function termToData(term: RdfTerm, { nameOf, idOf }: AnswerNames): object {
  if (term.type !== 'uri') return { value: term.value };
  const name = nameOf(term.value);
  return { value: idOf(term.value), ...(name !== undefined && { name }) };
}
