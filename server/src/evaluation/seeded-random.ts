/** A deterministic random number generator (Mulberry32). */
export class SeededRandom {
  constructor(private seed: number) {}

  next(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  shuffle<Item>(items: readonly Item[]): readonly Item[] {
    const shuffled = [...items];
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [shuffled[at], shuffled[other]] = [shuffled[other] as Item, shuffled[at] as Item];
    }
    return shuffled;
  }
}
