import { onOneLine } from '../core/language/text/controls';
import { hidePasswords } from '../core/language/text/passwords';
import type { ProgressStep } from '../core/kb/knowledge-base';

/** What went wrong, on a line of its own. The words may be those of a server. */
export function printError(problem: string): void {
  process.stderr.write(`funfusic: ${onOneLine(hidePasswords(problem))}\n`);
}

/** How far something is, on one line of the terminal, which is written over. */
export function showStep({ message, share }: ProgressStep): void {
  const percent = share === undefined ? '' : ` ${Math.round(share * 100)} %`;
  showProgress(share === 1 ? '' : `${message}${percent}`);
}

/** An empty text clears the line. Nothing is written where nobody looks on. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return;
  const line = onOneLine(text).slice(0, process.stderr.columns - 1);
  process.stderr.write(`\r\u001b[K${line}`);
}

/** Work that Ctrl-C stops, or the end of the program that has started us with a channel to it: what is under way ends, what was opened is closed, and the exit status says so. */
export async function runUntilStopped(
  work: (signal: AbortSignal) => Promise<number>,
  close: () => Promise<void>,
): Promise<number> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once('SIGINT', stop);
  process.once('disconnect', stop);
  try {
    return await work(stopped.signal);
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    showProgress('');
    printError('stopped.');
    return 130;
  } finally {
    process.off('SIGINT', stop);
    process.off('disconnect', stop);
    await close();
  }
}
