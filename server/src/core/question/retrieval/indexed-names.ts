/** The words of names as numbers: there are tens of thousands of names, and each question reads them all. */
import type { StemmedWord } from '../../language/english/words';
import type { SchemaName } from './schema-names';

/** Names have numbers in the order in which they are added, and so have their words. */
export class IndexedNames {
  /** The words of all names, each stem once. */
  readonly words: StemmedWord[] = [];
  readonly own = new NumberLists();
  readonly owner = new NumberLists();
  readonly range = new NumberLists();
  private readonly numbers = new Map<string, number>();

  add({ own, owner, range }: SchemaName): void {
    this.addTo(this.own, own);
    this.addTo(this.owner, owner);
    this.addTo(this.range, range);
  }

  /** The number of a word by its stem. */
  numberOf(stem: string): number | undefined {
    return this.numbers.get(stem);
  }

  /** The words of some names, each once. */
  wordsOf(names: readonly number[]): readonly number[] {
    const words = new Set<number>();
    for (const { starts, items } of [this.own, this.owner, this.range])
      for (const name of names)
        for (let at = starts[name] ?? 0; at < (starts[name + 1] ?? 0); at++) words.add(items[at] ?? 0);
    return [...words];
  }

  private addTo(lists: NumberLists, words: readonly StemmedWord[]): void {
    for (const word of words) {
      let number = this.numbers.get(word.stem);
      if (number === undefined) {
        this.numbers.set(word.stem, (number = this.words.length));
        this.words.push(word);
      }
      lists.items.push(number);
    }
    lists.starts.push(lists.items.length);
  }
}

/** The words of each name, in one array: those of name n are the items from `starts[n]` to `starts[n + 1]`. */
export class NumberLists {
  readonly starts: number[] = [0];
  readonly items: number[] = [];

  get size(): number {
    return this.starts.length - 1;
  }
}
