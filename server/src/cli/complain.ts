import { onOneLine } from '../core/text/controls';

/** What went wrong, on a line of its own. The words may be those of a server. */
export function complain(problem: string): void {
  process.stderr.write(`funfusic: ${onOneLine(problem)}\n`);
}
