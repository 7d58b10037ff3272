/** All ways to fill the slots of some skeletons, the likeliest first, made one at a time. */

export interface SlotChoice {
  readonly name: string;
  /** Between 0 and 1. */
  readonly score: number;
}

export interface Filling<Of> {
  readonly of: Of;
  readonly choices: readonly SlotChoice[];
  /** The product of the scores and of the weight. */
  readonly score: number;
}

export interface Fillable<Of> {
  readonly of: Of;
  readonly weight: number;
  /** Of each slot, the best first. */
  readonly slots: readonly (readonly SlotChoice[])[];
}

interface Place<Of> {
  readonly from: Fillable<Of>;
  readonly at: readonly number[];
  readonly score: number;
}

/**
 * The next best after a filling takes the next choice in one of its slots. From each filling only slots from the last changed one on
 * are moved, so that none is made twice; no more than those that were asked for, and their neighbours, are ever there.
 */
export function* bestFirst<Of>(all: readonly Fillable<Of>[]): Generator<Filling<Of>> {
  const heap = new Heap<Place<Of> & { readonly from: Fillable<Of>; readonly last: number }>();
  for (const from of all) {
    const at = from.slots.map(() => 0);
    if (from.slots.every(({ length }) => length)) heap.push({ from, at, last: 0, score: scoreOf(from, at) });
  }
  for (let place = heap.pop(); place; place = heap.pop()) {
    const { from, at, last, score } = place;
    yield { of: from.of, choices: at.flatMap((index, slot) => from.slots[slot]?.[index] ?? []), score };
    for (let slot = last; slot < at.length; slot++) {
      const next = at.map((index, other) => (other === slot ? index + 1 : index));
      if ((next[slot] ?? 0) < (from.slots[slot]?.length ?? 0))
        heap.push({ from, at: next, last: slot, score: scoreOf(from, next) });
    }
  }
}

function scoreOf<Of>({ weight, slots }: Fillable<Of>, at: readonly number[]): number {
  return at.reduce((product, index, slot) => product * (slots[slot]?.[index]?.score ?? 0), weight);
}

/** The greatest score first; of equals, the one that came first. */
class Heap<Item extends { readonly score: number }> {
  private readonly items: { readonly item: Item; readonly order: number }[] = [];
  private count = 0;

  push(item: Item): void {
    this.items.push({ item, order: this.count++ });
    let at = this.items.length - 1;
    for (let parent = (at - 1) >> 1; at > 0 && this.isBefore(at, parent); parent = (at - 1) >> 1) {
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): Item | undefined {
    const [first] = this.items;
    const last = this.items.pop();
    if (!first || !last) return undefined;
    if (this.items.length) {
      this.items[0] = last;
      this.sink();
    }
    return first.item;
  }

  private sink(): void {
    for (let at = 0; ;) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < this.items.length);
      const best = children.reduce((one, child) => (this.isBefore(child, one) ? child : one), at);
      if (best === at) return;
      this.swap(at, best);
      at = best;
    }
  }

  private isBefore(left: number, right: number): boolean {
    const [one, other] = [this.items[left], this.items[right]];
    if (!one || !other) return false;
    return one.item.score === other.item.score ? one.order < other.order : one.item.score > other.item.score;
  }

  private swap(left: number, right: number): void {
    const [one, other] = [this.items[left], this.items[right]];
    if (!one || !other) return;
    this.items[left] = other;
    this.items[right] = one;
  }
}
