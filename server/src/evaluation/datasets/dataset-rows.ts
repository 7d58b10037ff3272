/** Splits a file into rows: a JSON list, an object that contains one, lines of JSON, or tab-separated lines. */
import type { RowFields } from './dataset-reader';
import { visit } from 'jsonc-parser';
import { LineIndex } from '../../core/language/text/line-index';
import { isRecord } from '../../core/language/text/json';

export type DatasetRow = { readonly row: number } & (
  | { readonly fields: RowFields }
  | { readonly problem: string }
);

/** Splits lazily, so that a large file is not in memory twice. */
export function splitRows(text: string): Iterable<DatasetRow> | { readonly problem: string } {
  const start = text.search(/[^\s\uFEFF]/);
  switch (start < 0 ? undefined : text[start]) {
    case undefined:
      return { problem: 'is empty' };
    case '[':
      return splitList(text);
    case '{':
      return isJsonLines(text, start) ? splitJsonLines(text) : splitObject(text);
    default:
      return text.includes('\t')
        ? splitColumns(text)
        : { problem: 'is neither JSON, nor lines of JSON, nor tab-separated' };
  }
}

/** Whether the first line is an object, or is invalid and the next one is an object. */
function isJsonLines(text: string, start: number): boolean {
  const end = text.indexOf('\n', start);
  if (end < 0) return isRow(parseJson(text));
  if ('value' in parseJson(text.slice(start, end))) return true;
  return /^\{.*\}\s*$/.test(text.slice(end + 1, endOfLine(text, end + 1)));
}

function isRow(result: ParsedJson): boolean {
  return 'value' in result && isRecord(result.value) && !Object.values(result.value).some(isListOfRows);
}

function splitList(text: string): Iterable<DatasetRow> | { readonly problem: string } {
  const parsed = parseJson(text, describeJsonError);
  if ('problem' in parsed) return { problem: `is not a JSON list: ${parsed.problem}` };
  return toDatasetRows(parsed.value as readonly unknown[]);
}

function splitObject(text: string): Iterable<DatasetRow> | { readonly problem: string } {
  const parsed = parseJson(text, describeJsonError);
  if ('problem' in parsed)
    return { problem: `is neither a JSON object nor lines of JSON: ${parsed.problem}` };
  const { value } = parsed;
  if (!isRecord(value)) return { problem: 'contains no questions' };
  const lists = Object.values(value).filter(isListOfRows);
  const [list] = lists;
  if (!list)
    return isRow(parsed) ? toDatasetRows([value]) : { problem: 'is an object without a list of questions' };
  if ('question' in value || 'Parses' in value) return toDatasetRows([value]);
  return lists.length === 1
    ? toDatasetRows(list)
    : {
        problem: `is an object with ${lists.length} lists of objects: save the list of questions in a file of its own`,
      };
}

function* toDatasetRows(list: readonly unknown[]): Iterable<DatasetRow> {
  for (const [at, value] of list.entries())
    yield isRecord(value) ? { row: at + 1, fields: value } : { row: at + 1, problem: 'is not an object' };
}

function* splitJsonLines(text: string): Iterable<DatasetRow> {
  for (const { row, line } of nonBlankLines(text)) {
    const parsed = parseJson(line);
    if ('problem' in parsed) yield { row, problem: `is not valid JSON: ${parsed.problem}` };
    else if (isRecord(parsed.value)) yield { row, fields: parsed.value };
    else yield { row, problem: 'is not an object' };
  }
}

const COLUMNS = ['subject', 'relation', 'object', 'question'];

/** Splits the tab-separated format of SimpleQuestions. */
function* splitColumns(text: string): Iterable<DatasetRow> {
  for (const { row, line } of nonBlankLines(text)) {
    const cells = line.split('\t').map((cell) => cell.trim());
    yield cells.length === COLUMNS.length
      ? { row, fields: Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]])) }
      : {
          row,
          problem: `has ${cells.length} columns instead of four: subject, relation, object, question`,
        };
  }
}

/** Yields the lines that are not blank, with their numbers. */
function* nonBlankLines(text: string): Iterable<{ readonly row: number; readonly line: string }> {
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

type ParsedJson = { readonly value: unknown } | { readonly problem: string };

/** `explain` describes a syntax error. */
function parseJson(text: string, explain = messageOf): ParsedJson {
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

function isListOfRows(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isRecord);
}

/** JavaScript engines report only an offset, or nothing. `error` is from JSON.parse. Example: line 3, column 7: Unexpected token 'x' */
function describeJsonError(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace(/,? \.{0,3}".*$| in JSON at position \d+.*$/s, '');
  const offset = findFirstError(text);
  if (offset === undefined) return reason;
  const { line, character } = new LineIndex(text).positionOf(offset);
  return `line ${line + 1}, column ${character + 1}: ${reason}`;
}

/** Stops at the first error, because a file may be large. */
function findFirstError(text: string): number | undefined {
  let first: number | undefined;
  const stop = new Error();
  try {
    visit(
      text,
      {
        onError: (_code, offset) => {
          first = offset;
          throw stop;
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error !== stop) throw error;
  }
  return first;
}
