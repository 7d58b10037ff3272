/** Work that Ctrl-C stops: what is under way ends, what was opened is closed, and the exit status says so. */
import { complain } from './complain';
import { overwrite } from './progress-line';

export async function stoppable(
  work: (signal: AbortSignal) => Promise<number>,
  close: () => Promise<void>,
): Promise<number> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.once('SIGINT', stop);
  try {
    return await work(stopped.signal);
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    overwrite('');
    complain('stopped.');
    return 130;
  } finally {
    process.off('SIGINT', stop);
    await close();
  }
}
