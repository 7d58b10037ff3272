/** Locates a JSON syntax error. JavaScript engines report only an offset, or nothing. */
import { visit } from 'jsonc-parser';
import { LineIndex } from '../../core/language/text/line-index';

/** `error` is from JSON.parse. Example: line 3, column 7: Unexpected token 'x' */
export function describeJsonError(text: string, error: unknown): string {
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
