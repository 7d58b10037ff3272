/** Locates a JSON syntax error. JavaScript engines report only an offset, or nothing. */
import { visit } from 'jsonc-parser';
import { LineIndex } from '../../core/language/text/line-index';

/** `error` is from JSON.parse. Example: line 3, column 7: Unexpected token 'x' */
export function jsonError(text: string, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const why = said.replace(/,? \.{0,3}".*$| in JSON at position \d+.*$/s, '');
  const offset = firstFault(text);
  if (offset === undefined) return why;
  const { line, character } = new LineIndex(text).positionOf(offset);
  return `line ${line + 1}, column ${character + 1}: ${why}`;
}

/** Reads no further, because a file may be large. */
function firstFault(text: string): number | undefined {
  let fault: number | undefined;
  const stop = new Error();
  try {
    visit(
      text,
      {
        onError: (_code, offset) => {
          fault = offset;
          throw stop;
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error !== stop) throw error;
  }
  return fault;
}
