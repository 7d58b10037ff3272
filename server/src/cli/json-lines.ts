/** Processes lines of JSON from standard input and prints one line for each, in order. Invalid lines give an error. */
import { createInterface } from 'node:readline';
import { questionProblem } from '../core/language/text/question-problem';
import { errorMessage } from './terminal';

type QueryLine =
  | { readonly id: unknown; readonly query: string; readonly question?: string }
  /** The line is invalid, but may have a question. */
  | { readonly id: unknown; readonly problem: string; readonly question?: string };

/** Processes lines `{"id", "query", "question"?}`. Stops reading when `signal` is aborted. */
export function mapQueryLines(
  answer: (line: QueryLine) => object | Promise<object>,
  signal?: AbortSignal,
): Promise<void> {
  return mapJsonLines((row, number) => answer(parseQueryLine(row, number)), signal);
}

/** The fields of a line, or why it is invalid. */
export type JsonRow = { readonly fields: Readonly<Record<string, unknown>> } | { readonly problem: string };

export async function mapJsonLines(
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
      const result = await answer(
        parseRow(number === 1 ? text.replace(/^\uFEFF/, '') : text, number),
        number,
      );
      if (!process.stdout.write(`${JSON.stringify(result)}\n`))
        await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', close);
    close();
  }
}

function parseRow(text: string, number: number): JsonRow {
  try {
    const row: unknown = JSON.parse(text);
    return {
      fields: (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>,
    };
  } catch (error) {
    return { problem: `Line ${number} is not valid JSON: ${errorMessage(error)}` };
  }
}

function parseQueryLine(row: JsonRow, number: number): QueryLine {
  if ('problem' in row) return { id: null, ...row };
  const { id = null, query } = row.fields;
  const question = row.fields['question'] ?? undefined;
  if (question !== undefined && typeof question !== 'string')
    return { id, problem: `Line ${number} has a "question" that is not a string.` };
  const problem = question?.trim() ? questionProblem(question) : undefined;
  if (problem !== undefined) return { id, problem: `Line ${number}: ${problem}` };
  const optional = question?.trim() ? { question } : {};
  return typeof query === 'string'
    ? { id, query, ...optional }
    : { id, problem: `Line ${number} has no "query" string.`, ...optional };
}
