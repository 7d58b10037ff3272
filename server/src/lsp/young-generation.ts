import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** A text from which on a tiny young generation would be collected over and over in the middle of a check. */
const LARGE_TEXT = 20_000;
const LARGE_ENOUGH = 6 * 1024 * 1024;

/**
 * What a keystroke makes is garbage a moment later. While documents are small, a young generation that does not grow
 * costs next to no time and saves a quarter of the memory. With a large one open it may grow, up to a limit.
 */
export class YoungGeneration {
  private growing = false;

  constructor() {
    this.mayGrow(false);
  }

  sees(textLength: number): void {
    if (!this.growing && textLength < LARGE_TEXT) return;
    const size =
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? Infinity;
    this.mayGrow(size < LARGE_ENOUGH);
  }

  private mayGrow(grows: boolean): void {
    this.growing = grows;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  }
}
