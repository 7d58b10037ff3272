import type { AskOptions } from './core/ask/ask-ports';
import type { Settings } from './settings';

/** More rows are not needed to judge an answer, and each candidate keeps its own. */
const MOST_ROWS = 1000;

/** How a question is asked, as the settings say it: the same for the editor, the command line and whoever else asks. */
export function askOptionsOf({ dialect, severities, ask, repair, exemplars, run }: Settings): AskOptions {
  const { caps, ...chosen } = ask;
  return {
    ...chosen,
    caps: { queries: caps.queries, milliseconds: caps.seconds * 1000 },
    dialect,
    severities,
    rounds: repair.rounds,
    search: repair.searchFirst,
    onlyContext: repair.onlyContext,
    exemplars: exemplars.count,
    limits: { timeoutMs: run.timeoutSeconds * 1000, maxRows: Math.min(run.maxRows, MOST_ROWS) },
  };
}
