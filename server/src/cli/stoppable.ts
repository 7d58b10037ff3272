/** Work that Ctrl-C stops, or the end of the program that has started us with a channel to it: what is under way ends, what was opened is closed, and the exit status says so. */
import { printError } from './complain';
import { showProgress } from './progress-line';

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
