import type { FromPanel } from '../../shared/messages';
import { runsOf, type TableContent } from './content';
import { exportContent } from './export-run';
import type { Results } from './results';
import { revealRun } from './run-place';

/** What a panel with the results of a run wants done. */
export async function onTableMessage(
  results: Results,
  content: TableContent,
  message: FromPanel,
): Promise<void> {
  const [run] = runsOf(content);
  if (message.type === 'export') await exportContent(content, message, results.requests);
  else if (message.type === 'runAgain') await results.again(run);
  else if (message.type === 'openQuery') await revealRun(run);
  else if (message.type === 'reveal') await revealRun(run, message);
}
