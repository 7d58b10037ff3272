import { onOneLine } from '../core/language/text/controls';
import { hidePasswords } from '../core/language/text/passwords';

/** What went wrong, on a line of its own. The words may be those of a server. */
export function printError(problem: string): void {
  process.stderr.write(`funfusic: ${onOneLine(hidePasswords(problem))}\n`);
}
