import type { RepairTrace } from '../core/repair/repair-events';
import type { Repairer } from './repairer';

/** What is done with each query, wherever it comes from. */
export interface Work {
  readonly repair: (task: Parameters<Repairer>[0]) => ReturnType<Repairer>;
  readonly keep: (id: unknown, trace: RepairTrace) => void;
  readonly hasModel: boolean;
  readonly signal: AbortSignal;
}
