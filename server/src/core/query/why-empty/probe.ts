/** One step of the way along a pattern. */
import type { PatternPart } from './pattern-parts';
import { MANY } from './prober';

export interface Probe {
  /** The part of the pattern that this one adds, as written, and where it stands in the query. */
  readonly added: string;
  readonly start: number;
  readonly end: number;
  readonly outcome: 'matches' | 'nothing' | 'unknown';
  /** How many rows the parts up to here leave, where it was counted. */
  readonly matches?: number;
}

export function probeOf(part: PatternPart, outcome: Probe['outcome'], matches: number | undefined): Probe {
  const { written, range } = part;
  return {
    added: written,
    ...range,
    outcome,
    ...(matches !== undefined && matches <= MANY && { matches }),
  };
}
