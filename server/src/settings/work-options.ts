/** Conversion of the settings to the options of repairing and asking, for the editor and the command line. */
import type { AskOptions } from '../core/ask/ask-ports';
import type { RepairOptions } from '../core/repair/repair-ports';
import type { Settings } from './settings';

/** More rows are not needed to judge an answer, and the rows of all attempts stay in memory. */
const MAX_ROWS = 1000;

export function toRepairOptions({ dialect, severities, repair, exemplars, run }: Settings): RepairOptions {
  return {
    dialect,
    severities,
    rounds: repair.rounds,
    search: repair.searchFirst,
    onlyContext: repair.onlyContext,
    exemplars: exemplars.count,
    limits: { timeoutMs: run.timeoutSeconds * 1000, maxRows: Math.min(run.maxRows, MAX_ROWS) },
  };
}

export function toAskOptions(settings: Settings): AskOptions {
  const { caps, ...options } = settings.ask;
  return {
    ...toRepairOptions(settings),
    ...options,
    caps: { queries: caps.queries, milliseconds: caps.seconds * 1000 },
  };
}
