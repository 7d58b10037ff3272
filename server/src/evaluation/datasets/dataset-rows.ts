/** Splits a file into rows: a JSON list, an object that contains one, lines of JSON, or tab-separated lines. */
import { jsonError } from './json-error';
import type { Fields } from './shape-reader';

export type Row = { readonly row: number } & ({ readonly fields: Fields } | { readonly problem: string });

/** Lazily, so that a large file is not in memory twice. */
export function rowsOf(text: string): Iterable<Row> | { readonly problem: string } {
  const start = text.search(/[^\s\uFEFF]/);
  switch (start < 0 ? undefined : text[start]) {
    case undefined:
      return { problem: 'is empty' };
    case '[':
      return rowsOfList(text);
    case '{':
      return isLineOfJson(text, start) ? rowsOfLines(text) : rowsOfObject(text);
    default:
      return text.includes('\t')
        ? rowsOfColumns(text)
        : { problem: 'is neither JSON, nor lines of JSON, nor tab-separated' };
  }
}

/** The first line is an object, or it is broken and the next one is an object. */
function isLineOfJson(text: string, start: number): boolean {
  const end = text.indexOf('\n', start);
  if (end < 0) return isRow(parsed(text));
  if ('value' in parsed(text.slice(start, end))) return true;
  return /^\{.*\}\s*$/.test(text.slice(end + 1, endOfLine(text, end + 1)));
}

function isRow(result: Parsed): boolean {
  return 'value' in result && isFields(result.value) && !Object.values(result.value).some(isListOfRows);
}

function rowsOfList(text: string): Iterable<Row> | { readonly problem: string } {
  const read = parsed(text, jsonError);
  if ('problem' in read) return { problem: `is not a JSON list: ${read.problem}` };
  return elements(read.value as readonly unknown[]);
}

function rowsOfObject(text: string): Iterable<Row> | { readonly problem: string } {
  const read = parsed(text, jsonError);
  if ('problem' in read) return { problem: `is neither a JSON object nor lines of JSON: ${read.problem}` };
  const { value } = read;
  if (!isFields(value)) return { problem: 'holds no questions' };
  const lists = Object.values(value).filter(isListOfRows);
  const [list] = lists;
  if (!list) return isRow(read) ? elements([value]) : { problem: 'is an object without a list of questions' };
  if ('question' in value || 'Parses' in value) return elements([value]);
  return lists.length === 1
    ? elements(list)
    : {
        problem: `is an object with ${lists.length} lists of objects: give the one with the questions by itself`,
      };
}

function* elements(list: readonly unknown[]): Iterable<Row> {
  for (const [at, value] of list.entries())
    yield isFields(value) ? { row: at + 1, fields: value } : { row: at + 1, problem: 'is not an object' };
}

function* rowsOfLines(text: string): Iterable<Row> {
  for (const { row, line } of linesOf(text)) {
    const read = parsed(line);
    if ('problem' in read) yield { row, problem: `is not JSON: ${read.problem}` };
    else if (isFields(read.value)) yield { row, fields: read.value };
    else yield { row, problem: 'is not an object' };
  }
}

const COLUMNS = ['subject', 'relation', 'object', 'question'];

/** The format of SimpleQuestions. */
function* rowsOfColumns(text: string): Iterable<Row> {
  for (const { row, line } of linesOf(text)) {
    const cells = line.split('\t').map((cell) => cell.trim());
    yield cells.length === COLUMNS.length
      ? { row, fields: Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]])) }
      : {
          row,
          problem: `has ${cells.length} columns instead of four: subject, relation, object, question`,
        };
  }
}

/** Lines that are not blank, with their number. */
function* linesOf(text: string): Iterable<{ readonly row: number; readonly line: string }> {
  let row = 0;
  for (let start = 0; start < text.length;) {
    row++;
    const end = endOfLine(text, start);
    const line = text
      .slice(start, end)
      .trim()
      .replace(/^\uFEFF/, '');
    if (line) yield { row, line };
    start = end + 1;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

/** `explain` describes a syntax error; for a line, its number is enough. */
function parsed(text: string, explain = messageOf): Parsed {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return { value: JSON.parse(json) as unknown };
  } catch (error) {
    return { problem: explain(json, error) };
  }
}

function messageOf(_json: string, error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfRows(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isFields);
}
