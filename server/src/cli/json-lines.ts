/** A stream of lines of JSON: one answer for each, in order. What cannot be read gets an error, and the rest go on. */
import { createInterface } from 'node:readline';

type QueryLine =
  | { readonly id: unknown; readonly query: string; readonly question?: string }
  /** The question where it has that much. */
  | { readonly id: unknown; readonly problem: string; readonly question?: string };

/** Lines `{"id", "query"}`. No more lines are read when `signal` is aborted. */
export function eachLine(
  answer: (line: QueryLine) => object | Promise<object>,
  signal?: AbortSignal,
): Promise<void> {
  return eachRow((row, number) => answer(queryIn(row, number)), signal);
}

/** A line of JSON, or why it is none. */
export type JsonRow = { readonly fields: Readonly<Record<string, unknown>> } | { readonly problem: string };

export async function eachRow(
  answer: (row: JsonRow, number: number) => object | Promise<object>,
  signal?: AbortSignal,
): Promise<void> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  const close = (): void => lines.close();
  signal?.addEventListener('abort', close, { once: true });
  let number = 0;
  try {
    for await (const text of lines) {
      signal?.throwIfAborted();
      number++;
      if (!text.trim()) continue;
      const result = await answer(rowOf(number === 1 ? text.replace(/^\uFEFF/, '') : text, number), number);
      if (!process.stdout.write(`${JSON.stringify(result)}\n`))
        await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', close);
    close();
  }
}

function rowOf(text: string, number: number): JsonRow {
  try {
    const row: unknown = JSON.parse(text);
    return {
      fields: (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>,
    };
  } catch (error) {
    return {
      problem: `Line ${number} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function queryIn(row: JsonRow, number: number): QueryLine {
  if ('problem' in row) return { id: null, ...row };
  const { id = null, query } = row.fields;
  const question = row.fields['question'] ?? undefined;
  if (question !== undefined && typeof question !== 'string')
    return { id, problem: `Line ${number} has a "question" that is not a string.` };
  const asked = question?.trim() ? { question } : {};
  return typeof query === 'string'
    ? { id, query, ...asked }
    : { id, problem: `Line ${number} has no "query" string.`, ...asked };
}
