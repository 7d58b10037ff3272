/** Answers as text: for people, and as SPARQL's result formats say. */
import type { Answer, RdfTerm, Row } from '../core/kb/knowledge-base';
import { FREEBASE, XSD } from '../core/language/rdf/names';
import { onOneLine } from '../core/language/text/controls';

export const ANSWER_FORMATS = ['table', 'json', 'csv', 'tsv'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** What an entity is called, for those who read a table; other formats hold what the KB said and nothing else. */
export type EntityNameOf = (iri: string) => string | undefined;

export function writeAnswer(answer: Answer, format: AnswerFormat, nameOf: EntityNameOf): string {
  return WRITERS[format](answer, nameOf);
}

export function irisOf(answer: Answer): readonly string[] {
  const iris = tableOf(answer).rows.flatMap((row) =>
    row.map((term) => (term?.type === 'uri' ? term.value : '')),
  );
  return [...new Set(iris)].filter(Boolean);
}

/** Every answer as rows: a triple is three columns. */
export function tableOf(answer: Answer): {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
} {
  switch (answer.kind) {
    case 'table':
      return { columns: answer.columns, rows: answer.rows };
    case 'graph':
      return { columns: ['subject', 'predicate', 'object'], rows: answer.triples };
    case 'boolean':
    case 'done':
      return { columns: [], rows: [] };
  }
}

const WRITERS: Readonly<Record<AnswerFormat, (answer: Answer, nameOf: EntityNameOf) => string>> = {
  table: writeTable,
  json: writeJson,
  csv: (answer) =>
    writeLines(
      answer,
      ',',
      '\r\n',
      (name) => csvText(name),
      (term) => csvText(term?.value ?? ''),
    ),
  tsv: (answer) =>
    writeLines(
      answer,
      '\t',
      '\n',
      (name) => `?${name}`,
      (term) => (term ? turtleTerm(term) : ''),
    ),
};

function writeTable(answer: Answer, nameOf: EntityNameOf): string {
  if (answer.kind === 'boolean') return answer.value ? 'yes\n' : 'no\n';
  if (answer.kind === 'done') return 'done\n';
  const { columns, rows } = tableOf(answer);
  const cells = rows.map((row) => row.map((term) => (term ? onOneLine(shortTerm(term, nameOf)) : '')));
  const widths = columns.map((name, at) =>
    cells.reduce((width, row) => Math.max(width, signsIn(row[at] ?? '')), name.length),
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => text + ' '.repeat((widths[at] ?? 0) - signsIn(text)))
      .join('  ')
      .trimEnd();
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line), ''].join('\n');
}

function signsIn(text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '_').length;
}

function shortTerm(term: RdfTerm, nameOf: EntityNameOf): string {
  if (term.type === 'bnode') return `_:${term.value}`;
  if (term.type === 'literal') return term.value;
  const { value } = term;
  const id = value.startsWith(FREEBASE) ? `ns:${value.slice(FREEBASE.length)}` : `<${value}>`;
  const name = nameOf(value);
  return name === undefined ? id : `${id} ${name}`;
}

function writeJson(answer: Answer): string {
  const { columns, rows } = tableOf(answer);
  const body =
    answer.kind === 'boolean'
      ? { head: {}, boolean: answer.value }
      : { head: { vars: columns }, results: { bindings: rows.map((row) => bindingOf(columns, row)) } };
  return `${JSON.stringify(body, null, 2)}\n`;
}

function bindingOf(columns: readonly string[], row: Row): Readonly<Record<string, RdfTerm>> {
  return Object.fromEntries(
    columns.flatMap((name, at) => {
      const term = row[at];
      return term ? [[name, term]] : [];
    }),
  );
}

function writeLines(
  answer: Answer,
  separator: string,
  end: string,
  head: (name: string) => string,
  cell: (term: RdfTerm | null) => string,
): string {
  if (answer.kind === 'boolean') return `${answer.value}${end}`;
  const { columns, rows } = tableOf(answer);
  return [columns.map(head), ...rows.map((row) => row.map(cell))]
    .map((cells) => cells.join(separator) + end)
    .join('');
}

function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function turtleTerm(term: RdfTerm): string {
  if (term.type === 'uri') return `<${term.value}>`;
  if (term.type === 'bnode') return `_:${term.value}`;
  const text = `"${term.value.replace(/["\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign)}"`;
  if (term['xml:lang'] !== undefined) return `${text}@${term['xml:lang']}`;
  const { datatype } = term;
  return datatype === undefined || datatype === `${XSD}string` ? text : `${text}^^<${datatype}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
