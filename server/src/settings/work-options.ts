/** The settings as options of repairing and asking: the same for the editor, the command line and whoever else does either. */
import type { AskOptions } from '../core/ask/ask-ports';
import type { RepairOptions } from '../core/repair/repair-ports';
import type { Settings } from './settings';

/** More rows are not needed to judge an answer, and each attempt keeps its own. */
const MOST_ROWS = 1000;

export function repairOptionsOf({ dialect, severities, repair, exemplars, run }: Settings): RepairOptions {
  return {
    dialect,
    severities,
    rounds: repair.rounds,
    search: repair.searchFirst,
    onlyContext: repair.onlyContext,
    exemplars: exemplars.count,
    limits: { timeoutMs: run.timeoutSeconds * 1000, maxRows: Math.min(run.maxRows, MOST_ROWS) },
  };
}

export function askOptionsOf(settings: Settings): AskOptions {
  const { caps, ...chosen } = settings.ask;
  return {
    ...repairOptionsOf(settings),
    ...chosen,
    caps: { queries: caps.queries, milliseconds: caps.seconds * 1000 },
  };
}
