import { onOneLine } from '../core/language/text/control-characters';
import { hidePasswords } from '../core/language/text/passwords';
import type { TaskProgress } from '../core/kb/knowledge-base';

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Prints the failure of a verifier. */
export function printDefect(code: string, error: unknown): void {
  printError(`"${code}" failed: ${errorMessage(error)}`);
}

/** Prints a problem on one line. The text may come from a server. */
export function printError(problem: string): void {
  process.stderr.write(`funfusic: ${onOneLine(hidePasswords(problem))}\n`);
}

/** Shows progress on one line of the terminal, which is overwritten. */
export function showStep({ message, share }: TaskProgress): void {
  const percent = share === undefined ? '' : ` ${Math.round(share * 100)} %`;
  showProgress(share === 1 ? '' : `${message}${percent}`);
}

/** An empty text clears the line, and `undefined` keeps it. Writes only to a terminal. */
export function showProgress(text: string | undefined): void {
  if (text === undefined || !process.stderr.isTTY) return;
  const line = onOneLine(text).slice(0, process.stderr.columns - 1);
  process.stderr.write(`\r\u001b[K${line}`);
}

/** Closes one after another. */
export async function closeAll(
  ...opened: readonly ({ readonly close: () => void | Promise<void> } | undefined)[]
): Promise<void> {
  for (const one of opened) await one?.close();
}

/** Runs work until it ends, the user presses Ctrl+C, or the parent process disconnects; then closes. Returns 130 if it was stopped. */
export async function runUntilStopped(
  work: (signal: AbortSignal) => Promise<number>,
  close: () => Promise<void>,
  /** Signals of the system that stop it. */
  signals: readonly NodeJS.Signals[] = ['SIGINT'],
): Promise<number> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  for (const name of signals) process.once(name, stop);
  process.once('disconnect', stop);
  try {
    return await work(stopped.signal);
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    showProgress('');
    printError('stopped.');
    return 130;
  } finally {
    for (const name of signals) process.off(name, stop);
    process.off('disconnect', stop);
    await close();
  }
}
