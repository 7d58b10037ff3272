/** A stream of lines `{"id", "query"}`: one answer for each, in order. What cannot be read gets an error, and the rest go on. */
import { createInterface } from 'node:readline';

export type QueryLine =
  { readonly id: unknown; readonly query: string } | { readonly id: unknown; readonly problem: string };

export async function eachLine(answer: (line: QueryLine) => object | Promise<object>): Promise<void> {
  let number = 0;
  for await (const text of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    number++;
    if (!text.trim()) continue;
    const result = await answer(readLine(number === 1 ? text.replace(/^\uFEFF/, '') : text, number));
    if (!process.stdout.write(`${JSON.stringify(result)}\n`))
      await new Promise((resolve) => process.stdout.once('drain', resolve));
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
  const { id = null, query } = (typeof row === 'object' && row !== null ? row : {}) as {
    readonly id?: unknown;
    readonly query?: unknown;
  };
  return typeof query === 'string'
    ? { id, query }
    : { id, problem: `Line ${number} has no "query" that is a text.` };
}
