/** Enumerates the combinations of choices for the slots of skeletons lazily, the best first. */

export interface SlotChoice {
  readonly name: string;
  /** Between 0 and 1. */
  readonly score: number;
}

export interface Filling<Of> {
  readonly of: Of;
  readonly choices: readonly SlotChoice[];
  /** The product of the weight and the scores of the choices. */
  readonly score: number;
}

export interface Fillable<Of> {
  readonly of: Of;
  readonly weight: number;
  /** The choices of each slot, the best first. */
  readonly slots: readonly (readonly SlotChoice[])[];
}

/** The choice of each slot, by index. */
interface Combination<Of> {
  readonly fillable: Fillable<Of>;
  readonly indexes: readonly number[];
  /** The slot that was changed last. */
  readonly lastSlot: number;
  readonly score: number;
}

/**
 * The successors of a combination take the next choice in one slot. Only the last changed slot and those after it change, so that
 * no combination is generated twice.
 */
export function* bestFirst<Of>(fillables: readonly Fillable<Of>[]): Generator<Filling<Of>> {
  const heap = new Heap<Combination<Of>>();
  const push = (fillable: Fillable<Of>, indexes: readonly number[], lastSlot: number): void =>
    heap.push({ fillable, indexes, lastSlot, score: scoreOf(fillable, indexes) });
  for (const fillable of fillables)
    if (fillable.slots.every(({ length }) => length))
      push(
        fillable,
        fillable.slots.map(() => 0),
        0,
      );
  for (let combination = heap.pop(); combination; combination = heap.pop()) {
    const { fillable, indexes, lastSlot, score } = combination;
    const { of, slots } = fillable;
    yield { of, choices: indexes.flatMap((index, slot) => slots[slot]?.[index] ?? []), score };
    for (let slot = lastSlot; slot < indexes.length; slot++) {
      const next = indexes.map((index, other) => (other === slot ? index + 1 : index));
      if ((next[slot] ?? 0) < (slots[slot]?.length ?? 0)) push(fillable, next, slot);
    }
  }
}

function scoreOf<Of>({ weight, slots }: Fillable<Of>, indexes: readonly number[]): number {
  return indexes.reduce((product, index, slot) => product * (slots[slot]?.[index]?.score ?? 0), weight);
}

/** Returns the greatest score first; of equal scores, the first one that was added. */
class Heap<Item extends { readonly score: number }> {
  private readonly items: { readonly item: Item; readonly order: number }[] = [];
  private count = 0;

  push(item: Item): void {
    this.items.push({ item, order: this.count++ });
    let index = this.items.length - 1;
    for (
      let parent = (index - 1) >> 1;
      index > 0 && this.isBefore(index, parent);
      parent = (index - 1) >> 1
    ) {
      this.swap(index, parent);
      index = parent;
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
    for (let index = 0; ;) {
      const children = [2 * index + 1, 2 * index + 2].filter((child) => child < this.items.length);
      const best = children.reduce((first, child) => (this.isBefore(child, first) ? child : first), index);
      if (best === index) return;
      this.swap(index, best);
      index = best;
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
