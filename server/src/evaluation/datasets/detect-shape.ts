/** Recognizes a dataset by its first row, so that a large file need not be read as a whole. */
import type { DatasetShape } from '../eval-question';
import type { RowFields } from './dataset-reader';
import { splitRows } from './dataset-rows';
import { READERS } from './read-dataset';
import { isRecord, parseJson } from '../../core/language/text/json';

/** Returns undefined if no reader accepts the first row. `head` is the start of the file. */
export function detectShape(head: string): DatasetShape | undefined {
  const text = head.trimStart();
  const fields = /^[[{]/.test(text) ? firstObjects(text) : firstColumns(text);
  for (const row of fields) {
    const reader = READERS.find(({ fits }) => fits(row));
    if (reader && !('problem' in reader.read(row))) return reader.shape;
  }
  return undefined;
}

/** The first object, and the first one in a list inside it: some datasets are an object with a list of questions. */
function firstObjects(text: string): readonly RowFields[] {
  const list = /^\{[^{[]*\[\s*(?=\{)/.exec(text)?.[0].length;
  return [text.indexOf('{'), ...(list === undefined ? [] : [list])].flatMap((start) => {
    const end = start < 0 ? undefined : endOfObject(text, start);
    const row = end === undefined ? undefined : parseJson(text.slice(start, end));
    return isRecord(row) ? [row] : [];
  });
}

/** The offset after the object that starts here; undefined if the text ends before it. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"?|[{}]/gs)) {
    if (token === '{') depth += 1;
    if (token === '}' && --depth === 0) return start + index + 1;
  }
  return undefined;
}

function firstColumns(text: string): readonly RowFields[] {
  const end = text.indexOf('\n');
  const rows = splitRows(end < 0 ? text : text.slice(0, end));
  return 'problem' in rows ? [] : [...rows].flatMap((row) => ('fields' in row ? [row.fields] : []));
}
