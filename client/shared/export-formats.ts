/** Export formats for results. */
import { t } from './l10n';
import {
  hidePasswords,
  quoteString,
  type RdfTerm,
  type AnswerRow,
  type Run,
} from '../../server/src/protocol/index';
import { escapeFormula } from './escape-formula';
import { toMarkdownTable } from './table-text';
import type { NameLookup } from './terms';
import { XSD } from './terms';
import { queryTitle } from './heads';

/** The data to export. */
export interface ExportData {
  readonly run: Run;
  /** The names of all columns. */
  readonly columns: readonly string[];
  /** The indexes of the exported columns. */
  readonly places: readonly number[];
  readonly rows: readonly AnswerRow[];
  readonly nameOf: NameLookup;
  /** Whether the user left out rows or columns. */
  readonly part: boolean;
}

export interface ExportFormat {
  readonly label: string;
  readonly detail: string;
  readonly extension: string;
  /** The kinds of answers that can be exported in this format. */
  readonly answerKinds: readonly ('table' | 'graph' | 'boolean' | 'comparison')[];
  readonly write: (exported: ExportData) => string;
}

export const exportFormats = (): readonly ExportFormat[] => [
  {
    label: 'CSV',
    detail: t('For spreadsheets: values only, IDs as full IRIs, formulas escaped'),
    extension: 'csv',
    answerKinds: ['table', 'graph', 'comparison'],
    write: (exported) => csv(exported, { names: false, spreadsheet: true }),
  },
  {
    label: t('CSV with Names'),
    detail: t('For spreadsheets: like CSV, with a name column after each ID column'),
    extension: 'csv',
    answerKinds: ['table', 'graph', 'comparison'],
    write: (exported) => csv(exported, { names: true, spreadsheet: true }),
  },
  {
    label: 'TSV',
    detail: t('For spreadsheets: terms with datatypes and languages, formulas escaped'),
    extension: 'tsv',
    answerKinds: ['table', 'graph', 'comparison'],
    write: (exported) => tsv(exported, { spreadsheet: true }),
  },
  {
    label: t('Data as CSV'),
    detail: t('For programs: SPARQL results as CSV, values unchanged'),
    extension: 'csv',
    answerKinds: ['table', 'graph', 'comparison'],
    write: (exported) => csv(exported, { names: false, spreadsheet: false }),
  },
  {
    label: t('Data as TSV'),
    detail: t('For programs: SPARQL results as TSV, terms unchanged'),
    extension: 'tsv',
    answerKinds: ['table', 'graph', 'comparison'],
    write: (exported) => tsv(exported, { spreadsheet: false }),
  },
  {
    label: 'JSON',
    detail: t('SPARQL results as JSON, with the query'),
    extension: 'json',
    answerKinds: ['table', 'graph', 'boolean'],
    write: json,
  },
  {
    label: 'Markdown',
    detail: t('A table with names, followed by the query'),
    extension: 'md',
    answerKinds: ['table', 'graph', 'boolean'],
    write: markdown,
  },
  {
    label: 'N-Triples',
    detail: t('One triple per line'),
    extension: 'nt',
    answerKinds: ['graph'],
    write: ({ rows }) => rows.map((row) => `${row.map(ntriplesTerm).join(' ')} .\n`).join(''),
  },
];

interface CellOptions {
  /** Spreadsheets evaluate formulas, so these are escaped. Programs need unchanged values. */
  readonly spreadsheet: boolean;
}

function csv(
  { columns, places, rows, nameOf }: ExportData,
  { names, spreadsheet }: CellOptions & { readonly names: boolean },
): string {
  const cell = (text: string): string => (spreadsheet ? spreadsheetCell(text) : csvCell(text));
  const nameIn = (term: RdfTerm | null | undefined): string =>
    (term?.type === 'uri' ? nameOf(term.value) : undefined) ?? '';
  const hasNames = places.map((place) => names && rows.some((row) => nameIn(row[place]) !== ''));
  const head = places.flatMap((place, at) => {
    const name = columns[place] ?? '';
    return hasNames[at] ? [name, `${name}_name`] : [name];
  });
  const lines = rows.map((row) =>
    places.flatMap((place, at) => {
      const term = row[place];
      return hasNames[at] ? [csvValue(term), nameIn(term)] : [csvValue(term)];
    }),
  );
  return [head, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

const csvValue = (term: RdfTerm | null | undefined): string =>
  term?.type === 'bnode' ? `_:${term.value}` : (term?.value ?? '');

const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** In some locales, spreadsheets split lines at semicolons, so these are quoted too. */
const spreadsheetCell = (text: string): string => {
  const safe = escapeFormula(text);
  return /[;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : csvCell(safe);
};

function tsv({ columns, places, rows }: ExportData, { spreadsheet }: CellOptions): string {
  const head = places.map((place) => `?${columns[place] ?? ''}`);
  const escapeTerm = (term: RdfTerm | null | undefined): RdfTerm | null | undefined =>
    spreadsheet && term?.type === 'literal' ? { ...term, value: escapeFormula(term.value) } : term;
  const lines = rows.map((row) => places.map((place) => turtleTerm(escapeTerm(row[place]))));
  return [head, ...lines].map((cells) => `${cells.join('\t')}\n`).join('');
}

/** Writes numbers without quotes, as the SPARQL TSV format requires. */
function turtleTerm(term: RdfTerm | null | undefined): string {
  if (!term) return '';
  const isBare =
    term.type === 'literal' && term.datatype !== undefined && BARE_NUMBERS[term.datatype]?.test(term.value);
  return isBare ? term.value : ntriplesTerm(term);
}

const BARE_NUMBERS: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^[+-]?\d+$/,
  [`${XSD}decimal`]: /^[+-]?\d*\.\d+$/,
  [`${XSD}double`]: /^[+-]?(\d+\.?\d*|\.\d+)[eE][+-]?\d+$/,
};

function ntriplesTerm(term: RdfTerm | null): string {
  if (!term) return '';
  if (term.type === 'uri') return `<${term.value.replace(NOT_IN_IRI, unicodeEscape)}>`;
  if (term.type === 'bnode') return `_:${term.value}`;
  const text = quoteString(term.value);
  if (term['xml:lang'] !== undefined) return `${text}@${term['xml:lang']}`;
  return term.datatype === undefined || term.datatype === `${XSD}string`
    ? text
    : `${text}^^<${term.datatype}>`;
}

const NOT_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/g;
const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

function json(exported: ExportData): string {
  const { run, columns, places, rows } = exported;
  const { query, kb, began, milliseconds, execution } = run;
  const metadata = {
    query,
    kb,
    began,
    milliseconds,
    ...(run.question !== undefined && { question: run.question }),
    ...(execution.status === 'answered' &&
      execution.incomplete && { incomplete: execution.incomplete.message }),
    ...(exported.part && { part: `${rows.length} rows and ${places.length} columns, as shown` }),
  };
  if (execution.status === 'answered' && execution.answer.kind === 'boolean')
    return `${JSON.stringify({ head: {}, boolean: execution.answer.value, run: metadata }, null, 2)}\n`;
  const bindings = rows.map((row) =>
    Object.fromEntries(places.flatMap((place) => (row[place] ? [[columns[place] ?? '', row[place]]] : []))),
  );
  // One row per line, so that line-based diff tools can compare exports.
  const body = bindings.map((binding) => `    ${JSON.stringify(binding)}`).join(',\n');
  const vars = JSON.stringify(places.map((place) => columns[place] ?? ''));
  return `{\n  "head": { "vars": ${vars} },\n  "results": { "bindings": [\n${body}\n  ] },\n  "run": ${JSON.stringify(metadata)}\n}\n`;
}

function markdown(exported: ExportData): string {
  const { run, rows, nameOf } = exported;
  const { execution } = run;
  const answered = execution.status === 'answered' ? execution : undefined;
  const answer = answered?.answer;
  const body =
    answer?.kind === 'boolean' ? (answer.value ? t('Yes') : t('No')) : toMarkdownTable(exported, nameOf);
  const amount =
    answer?.kind === 'boolean'
      ? ''
      : `${exported.part ? t('{0} rows (part of the answer)', rows.length) : t('{0} rows', rows.length)}, `;
  const incomplete = answered?.incomplete
    ? `\n**${t('Incomplete answer.')}** ${answered.incomplete.message}\n`
    : '';
  const fence = /```/.test(run.query) ? '~~~~' : '```';
  return `# ${queryTitle(run).replace(/\s+/g, ' ')}\n\n${amount}${run.kb}, ${run.began}\n${incomplete}\n${body}\n\n${fence}sparql\n${hidePasswords(run.query.trim())}\n${fence}\n`;
}
