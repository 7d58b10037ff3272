/** Formats answers as a table, in one of the SPARQL result formats, or as RDF. */
import type { QueryAnswer, RdfTerm, RdfTriple, AnswerRow } from '../core/kb/knowledge-base';
import { FREEBASE, RDF, XSD } from '../core/language/rdf/names';
import { onOneLine } from '../core/language/text/control-characters';
import { quoteString } from '../core/language/rdf/escapes';
import { addToSet } from '../core/language/text/multimap';

export const ANSWER_FORMATS = ['table', 'json', 'csv', 'tsv', 'turtle', 'ntriples'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** Whether a format holds only triples, the answer to CONSTRUCT and DESCRIBE. */
export const isRdfFormat = (format: AnswerFormat): boolean => format === 'turtle' || format === 'ntriples';

/** Returns the name of an entity. Only tables show names; the other formats contain only the response of the KB. */
export type EntityNameLookup = (iri: string) => string | undefined;

export interface WriteOptions {
  readonly nameOf: EntityNameLookup;
  /** The prefixes of the query, for Turtle. */
  readonly prefixes: readonly RdfPrefix[];
  /** Further fields of JSON. */
  readonly fields?: object;
}

export function writeAnswer(answer: QueryAnswer, format: AnswerFormat, options: WriteOptions): string {
  return WRITERS[format](answer, options);
}

export function listIris(answer: QueryAnswer): readonly string[] {
  const iris = toTable(answer).rows.flatMap((row) =>
    row.map((term) => (term?.type === 'uri' ? term.value : '')),
  );
  return [...new Set(iris)].filter(Boolean);
}

/** Converts an answer to rows. A triple has three columns. */
export function toTable(answer: QueryAnswer): {
  readonly columns: readonly string[];
  readonly rows: readonly AnswerRow[];
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

const WRITERS: Readonly<Record<AnswerFormat, (answer: QueryAnswer, options: WriteOptions) => string>> = {
  table: writeTable,
  json: writeJson,
  csv: (answer) =>
    writeLines(
      answer,
      ',',
      '\r\n',
      (name) => escapeCsv(name),
      (term) => escapeCsv(formatCsvTerm(term)),
    ),
  tsv: (answer) =>
    writeLines(
      answer,
      '\t',
      '\n',
      (name) => `?${name}`,
      (term) => (term ? formatRdfTerm(term) : ''),
    ),
  turtle: (answer, { prefixes }) => writeTurtle(triplesOf(answer), prefixes),
  ntriples: (answer) => writeNTriples(triplesOf(answer)),
};

function triplesOf(answer: QueryAnswer): readonly RdfTriple[] {
  return answer.kind === 'graph' ? answer.triples : [];
}

/** The SPARQL CSV format has values without datatypes, and marks only blank nodes. */
function formatCsvTerm(term: RdfTerm | null): string {
  return term?.type === 'bnode' ? formatBlankNode(term.value) : (term?.value ?? '');
}

function writeTable(answer: QueryAnswer, { nameOf }: WriteOptions): string {
  if (answer.kind === 'boolean') return answer.value ? 'yes\n' : 'no\n';
  if (answer.kind === 'done') return 'done\n';
  const { columns, rows } = toTable(answer);
  const cells = rows.map((row) => row.map((term) => (term ? onOneLine(formatShortTerm(term, nameOf)) : '')));
  const widths = columns.map((name, at) =>
    cells.reduce((width, row) => Math.max(width, countCharacters(row[at] ?? '')), name.length),
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => text + ' '.repeat((widths[at] ?? 0) - countCharacters(text)))
      .join('  ')
      .trimEnd();
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line), ''].join('\n');
}

function countCharacters(text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '_').length;
}

function formatShortTerm(term: RdfTerm, nameOf: EntityNameLookup): string {
  if (term.type === 'bnode') return formatBlankNode(term.value);
  if (term.type === 'literal') return term.value;
  const { value } = term;
  const id = value.startsWith(FREEBASE) ? `ns:${value.slice(FREEBASE.length)}` : `<${value}>`;
  const name = nameOf(value);
  return name === undefined ? id : `${id} ${name}`;
}

function writeJson(answer: QueryAnswer, { fields }: WriteOptions): string {
  const { columns, rows } = toTable(answer);
  const body =
    answer.kind === 'boolean'
      ? { head: {}, boolean: answer.value }
      : { head: { vars: columns }, results: { bindings: rows.map((row) => toBinding(columns, row)) } };
  return `${JSON.stringify({ ...body, ...fields }, null, 2)}\n`;
}

function toBinding(columns: readonly string[], row: AnswerRow): Readonly<Record<string, RdfTerm>> {
  return Object.fromEntries(
    columns.flatMap((name, at) => {
      const term = row[at];
      return term ? [[name, term]] : [];
    }),
  );
}

function writeLines(
  answer: QueryAnswer,
  separator: string,
  end: string,
  head: (name: string) => string,
  cell: (term: RdfTerm | null) => string,
): string {
  if (answer.kind === 'boolean') return `${answer.value}${end}`;
  const { columns, rows } = toTable(answer);
  return [columns.map(head), ...rows.map((row) => row.map(cell))]
    .map((cells) => cells.join(separator) + end)
    .join('');
}

function escapeCsv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Prefixes that Turtle may use, by namespace. */
interface RdfPrefix {
  readonly prefix: string;
  readonly iri: string;
}

function writeNTriples(triples: readonly RdfTriple[]): string {
  return triples.map((triple) => `${triple.map((term) => formatRdfTerm(term)).join(' ')} .\n`).join('');
}

/** Writes one block for each subject. Declares the prefixes that are used. */
function writeTurtle(triples: readonly RdfTriple[], prefixes: readonly RdfPrefix[]): string {
  const used = new Set<RdfPrefix>();
  const shorten = (iri: string): string | undefined => {
    for (const prefix of prefixes) {
      const local = iri.startsWith(prefix.iri) ? iri.slice(prefix.iri.length) : '';
      if (!LOCAL_NAME.test(local)) continue;
      used.add(prefix);
      return `${prefix.prefix}:${local}`;
    }
    return undefined;
  };
  const bySubject = new Map<string, Map<string, Set<string>>>();
  for (const [subject, predicate, object] of triples) {
    const subjectText = formatRdfTerm(subject, shorten);
    const predicateText = predicate.value === `${RDF}type` ? 'a' : formatRdfTerm(predicate, shorten);
    const facts = bySubject.get(subjectText) ?? new Map<string, Set<string>>();
    bySubject.set(subjectText, facts);
    addToSet(facts, predicateText, formatRdfTerm(object, shorten));
  }
  const blocks = [...bySubject].map(([subject, facts]) => {
    const lines = [...facts].map(([predicate, objects]) => `${predicate} ${[...objects].join(', ')}`);
    return `${subject} ${lines.join(' ;\n  ')} .\n`;
  });
  const declared = prefixes.filter((prefix) => used.has(prefix));
  const head = declared.map(({ prefix, iri }) => `@prefix ${prefix}: ${formatIri(iri)} .\n`).join('');
  return [...(head ? [head] : []), ...blocks].join('\n');
}

/** Local names that need no escape in Turtle. */
const LOCAL_NAME = /^[A-Za-z0-9_](?:[\w.-]*[\w-])?$/;

/** Formats a term as in N-Triples; with `shorten`, IRIs as in Turtle. */
function formatRdfTerm(
  term: RdfTerm,
  shorten: (iri: string) => string | undefined = () => undefined,
): string {
  if (term.type === 'uri') return shorten(term.value) ?? formatIri(term.value);
  if (term.type === 'bnode') return formatBlankNode(term.value);
  const text = quoteString(term.value);
  if (term['xml:lang'] !== undefined) return `${text}@${term['xml:lang']}`;
  const { datatype } = term;
  return datatype === undefined || datatype === `${XSD}string`
    ? text
    : `${text}^^${shorten(datatype) ?? formatIri(datatype)}`;
}

/** Engines use labels that the standards do not allow, such as `nodeID://b10001`. */
function formatBlankNode(label: string): string {
  return `_:${label.replace(/[^A-Za-z0-9_]/g, (character) => `x${character.charCodeAt(0).toString(16)}`)}`;
}

function formatIri(iri: string): string {
  return `<${iri.replace(NOT_IN_IRI, (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)}>`;
}

const NOT_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/g;
