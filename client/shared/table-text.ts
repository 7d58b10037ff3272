/** Tables as text, for the clipboard. */
import { t } from './l10n';
import type { RdfTerm, AnswerRow } from '../../server/src/protocol/index';
import { escapeFormula } from './escape-formula';
import { markdownTable } from './markdown';
import { plainText, type NameLookup } from './terms';

export interface TableExcerpt {
  /** The names of all columns. */
  readonly columns: readonly string[];
  /** The indexes of the copied columns. */
  readonly places: readonly number[];
  readonly rows: Iterable<AnswerRow>;
}

export interface CopyOptions {
  readonly headers: boolean;
  /** Adds a column with names after each column with IDs. */
  readonly names?: NameLookup;
}

/** Tab-separated values for spreadsheets, with escaped formulas. A single cell is copied as plain text. */
export function toTabSeparated(
  { columns, places, rows }: TableExcerpt,
  { headers, names }: CopyOptions,
): string {
  const cells = [...rows].map((row) => places.map((place) => row[place] ?? null));
  const [only] = cells;
  if (!headers && !names && cells.length === 1 && places.length === 1) return plainText(only?.[0]);
  const hasNames = places.map(
    (_, at) => names !== undefined && cells.some((row) => nameIn(row[at], names) !== ''),
  );
  const line = (texts: readonly string[]): string => texts.map(tabbedCell).join('\t');
  const head = places.flatMap((place, at) => {
    const column = columns[place] ?? '';
    return hasNames[at] ? [column, t('{0} name', column)] : [column];
  });
  const body = cells.map((row) =>
    line(
      row.flatMap((term, at) => (hasNames[at] ? [plainText(term), nameIn(term, names)] : [plainText(term)])),
    ),
  );
  return [...(headers ? [line(head)] : []), ...body].join('\n');
}

/** A Markdown table of names with their IDs. */
export function toMarkdownTable({ columns, places, rows }: TableExcerpt, names: NameLookup): string {
  const cell = (term: RdfTerm | null): string => {
    const name = nameIn(term, names);
    const text = plainText(term);
    return escapeMarkdown(name === '' ? text : `${name} (${text})`);
  };
  return markdownTable(
    places.map((place) => escapeMarkdown(columns[place] ?? '')),
    Array.from(rows, (row) => places.map((place) => cell(row[place] ?? null))),
  );
}

const nameIn = (term: RdfTerm | null | undefined, names: NameLookup | undefined): string =>
  (term?.type === 'uri' ? names?.(term.value) : undefined) ?? '';

const tabbedCell = (text: string): string => {
  const safe = escapeFormula(text);
  return /["\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

// Underscores within words, as in IDs, need no escape in Markdown.
const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*[\]<>|]/g, '\\$&').replace(/\r\n|\r|\n/g, ' ');
