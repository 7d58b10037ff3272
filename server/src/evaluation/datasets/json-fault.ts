/** Why a text is no JSON, and where: engines of JavaScript tell the place by an offset, or not at all. */
import { visit } from 'jsonc-parser';
import { LineIndex } from '../../core/language/text/line-index';

/** `error` is what JSON.parse threw. Such as: line 3, column 7: Unexpected token 'x' */
export function jsonFault(text: string, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const why = said.replace(/,? \.{0,3}".*$| in JSON at position \d+.*$/s, '');
  const offset = firstFault(text);
  if (offset === undefined) return why;
  const { line, character } = new LineIndex(text).positionOf(offset);
  return `line ${line + 1}, column ${character + 1}: ${why}`;
}

/** Nothing is read beyond it: a file may be large. */
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
