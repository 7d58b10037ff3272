/** What a KB answered, as lines for a model and as data for a program. */
import type { Answer, RdfTerm, Row } from '../kb/knowledge-base';
import { onOneLine } from '../language/text/controls';
import { named, quoted } from './quoted';

export interface EntityNames {
  /** What an entity is called, where that is known. */
  readonly nameOf: (iri: string) => string | undefined;
  readonly idOf: (iri: string) => string;
}

/** `incomplete` says why there are more rows than these. */
export function answerInWords(
  answer: Answer,
  incomplete: string | undefined,
  names: EntityNames,
): readonly string[] {
  if (answer.kind === 'boolean') return [answer.value ? 'yes' : 'no'];
  const rows = rowsIn(answer);
  const columns = columnsIn(answer);
  const more = incomplete === undefined ? '' : `, and there are more: ${onOneLine(incomplete)}`;
  return [
    `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${more}`,
    ...rows.map((row, at) => `${at + 1}. ${rowInWords(row, columns, names)}`),
  ];
}

export function answerAsData(answer: Answer, names: EntityNames): Readonly<Record<string, unknown>> {
  return {
    ...(answer.kind === 'boolean' && { boolean: answer.value }),
    columns: columnsIn(answer),
    rows: rowsIn(answer).map((row) => row.map((term) => term && cellOf(term, names))),
  };
}

export function rowsIn(answer: Answer): readonly Row[] {
  return answer.kind === 'table' ? answer.rows : answer.kind === 'graph' ? answer.triples : [];
}

export function irisOf(answer: Answer): readonly string[] {
  return rowsIn(answer).flatMap((row) => row.flatMap((term) => (term?.type === 'uri' ? [term.value] : [])));
}

function columnsIn(answer: Answer): readonly string[] {
  if (answer.kind === 'table') return answer.columns;
  return answer.kind === 'graph' ? ['subject', 'predicate', 'object'] : [];
}

function rowInWords(row: Row, columns: readonly string[], names: EntityNames): string {
  const cells = row.map((term, at) =>
    columns.length > 1 ? `${columns[at] ?? ''}: ${termInWords(term, names)}` : termInWords(term, names),
  );
  return cells.join('; ');
}

export function termInWords(term: RdfTerm | null, { nameOf, idOf }: EntityNames): string {
  if (term === null) return 'nothing';
  return term.type === 'uri' ? named(idOf(term.value), nameOf(term.value)) : quoted(term.value);
}

function cellOf(term: RdfTerm, { nameOf, idOf }: EntityNames): object {
  if (term.type !== 'uri') return { value: term.value };
  const name = nameOf(term.value);
  return { value: idOf(term.value), ...(name !== undefined && { name }) };
}
