import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** In characters. With a small young generation, checking a longer text causes many collections. */
const LARGE_TEXT = 20_000;
/** A check of 1,000 lines allocates about 5 MB. Where it does not fit, each collection copies what the check still needs. */
const MAX_GROWTH_BYTES = 12 * 1024 * 1024;

/**
 * How much the old generation may grow between two collections. V8 lets it grow to several times its size, but all that a check creates
 * is garbage at the next keystroke.
 */
const OLD_GROWTH_PERCENT = 50;

/**
 * Limits the growth of V8's heap. Most objects of a keystroke are short-lived: while documents are small, a young generation that does
 * not grow costs almost no time and saves a quarter of the memory. With a large document it may grow, up to a limit.
 */
export class HeapGrowth {
  private growing = false;

  constructor() {
    this.setGrowing(false);
  }

  /** Does what needs the flags that V8 was started with. */
  withDefault(work: () => void): void {
    setFlagsFromString('--semi-space-growth-factor=2 --heap-growing-percent=0');
    work();
    this.setGrowing(this.growing);
  }

  onText(length: number): void {
    if (!this.growing && length < LARGE_TEXT) return;
    const size =
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? Infinity;
    this.setGrowing(size < MAX_GROWTH_BYTES);
  }

  private setGrowing(growing: boolean): void {
    this.growing = growing;
    const factor = growing ? 2 : 1;
    setFlagsFromString(`--semi-space-growth-factor=${factor} --heap-growing-percent=${OLD_GROWTH_PERCENT}`);
  }
}
