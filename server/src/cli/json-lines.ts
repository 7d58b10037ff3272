/** A stream of lines `{"id", "query"}`: one answer for each, in order. What cannot be read gets an error, and the rest go on. */
import { createInterface } from 'node:readline';

export type QueryLine =
  | { readonly id: unknown; readonly query: string; readonly question?: string }
  /** The question where it has that much. */
  | { readonly id: unknown; readonly problem: string; readonly question?: string };

/** No more lines are read when `signal` is aborted. */
export async function eachLine(
  answer: (line: QueryLine) => object | Promise<object>,
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
      const result = await answer(readLine(number === 1 ? text.replace(/^\uFEFF/, '') : text, number));
      if (!process.stdout.write(`${JSON.stringify(result)}\n`))
        await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', close);
    close();
  }
}

function readLine(text: string, number: number): QueryLine {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (error) {
    return {
      id: null,
      problem: `Line ${number} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const fields = (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>;
  const { id = null, query } = fields;
  const question = fields['question'] ?? undefined;
  if (question !== undefined && typeof question !== 'string')
    return { id, problem: `Line ${number} has a "question" that is no text.` };
  const asked = question?.trim() ? { question } : {};
  return typeof query === 'string'
    ? { id, query, ...asked }
    : { id, problem: `Line ${number} has no "query" that is a text.`, ...asked };
}
