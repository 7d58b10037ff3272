/**
 * An index of the names of a KB's entities by whole name, by word, and by misspelled word. A KB may have millions of names, so
 * texts are joined to a few long strings, and everything else is in arrays of numbers.
 */
import { nameKeys, nameTokens } from './name-tokens';
import { WordList } from './word-list';

export interface NamedEntity {
  /** An id of the schema's namespace, or an IRI. */
  readonly id: string;
  /** The name, if it has one, then the aliases. */
  readonly names: readonly string[];
  /** The number of facts about it. */
  readonly popularity: number;
  /** Ids. */
  readonly types: readonly string[];
}

const MAX_WORDS_PER_NAME = 24;
export const MAX_NAME_LENGTH = 200;

/** Entities, names, words and types are numbers, counted from 0. */
export class NameTable {
  private constructor(
    private readonly parts: TableParts,
    private readonly totalNames: number,
  ) {}

  /** `totalNames` is the number of names of the KB, if the table has only some of them. */
  static of(entities: Iterable<NamedEntity>, totalNames = 0): NameTable {
    const builder = new TableBuilder();
    for (const entity of entities) builder.add(entity);
    return new NameTable(builder.build(), totalNames);
  }

  get entities(): number {
    return this.parts.popularity.length;
  }

  get names(): number {
    return this.parts.owners.length;
  }

  idOf(entity: number): string {
    return this.parts.ids.at(entity);
  }

  /** Searches all ids, which is slow. */
  withId(id: string): number | undefined {
    return this.parts.ids.find(id);
  }

  popularityOf(entity: number): number {
    return this.parts.popularity[entity] ?? 0;
  }

  typesOf(entity: number): readonly string[] {
    return Array.from(this.parts.types.at(entity), (number) => this.parts.typeIds[number] ?? '');
  }

  typeNumbersOf(entity: number): Uint32Array {
    return this.parts.types.at(entity);
  }

  get typeIds(): readonly string[] {
    return this.parts.typeIds;
  }

  mainNameOf(entity: number): number {
    return this.parts.firstNames[entity] ?? 0;
  }

  nameText(name: number): string {
    return this.parts.names.at(name);
  }

  ownerOf(name: number): number {
    return this.parts.owners[name] ?? 0;
  }

  isAlias(name: number): boolean {
    return this.mainNameOf(this.ownerOf(name)) !== name;
  }

  /** The names with a key of `keysOf`. */
  withKey(key: string): readonly number[] {
    return this.parts.keys.find(key);
  }

  get words(): WordList {
    return this.parts.words;
  }

  wordsOf(name: number): Uint32Array {
    return this.parts.nameWords.at(name);
  }

  namesWith(word: number): Uint32Array {
    return this.parts.wordNames.at(word);
  }

  /** The inverse document frequency of a word. */
  weightOf(word: number): number {
    return Math.log((1 + Math.max(this.names, this.totalNames)) / (1 + this.namesWith(word).length));
  }

  *rows(): Iterable<NamedEntity> {
    for (let entity = 0; entity < this.entities; entity++) {
      const from = this.parts.firstNames[entity] ?? 0;
      const to = this.parts.firstNames[entity + 1] ?? this.names;
      yield {
        id: this.idOf(entity),
        names: Array.from({ length: to - from }, (_, at) => this.nameText(from + at)),
        popularity: this.popularityOf(entity),
        types: this.typesOf(entity),
      };
    }
  }
}

interface TableParts {
  readonly ids: StringArray;
  readonly names: StringArray;
  /** The entity of each name. */
  readonly owners: Uint32Array;
  /** The first name of each entity, and the number of names at the end. */
  readonly firstNames: Uint32Array;
  readonly popularity: Uint32Array;
  readonly types: NumberLists;
  readonly typeIds: readonly string[];
  readonly keys: KeyTable;
  readonly words: WordList;
  /** The words of each name, and the names with each word. */
  readonly nameWords: NumberLists;
  readonly wordNames: NumberLists;
}

class TableBuilder {
  private readonly ids: string[] = [];
  private readonly names: string[] = [];
  private readonly owners: number[] = [];
  private readonly firstNames: number[] = [];
  private readonly popularity: number[] = [];
  private readonly types = new NumberListsBuilder();
  private readonly typeNumbers = new Map<string, number>();
  private readonly keys: string[] = [];
  private readonly keyNames: number[] = [];
  private readonly wordNumbers = new Map<string, number>();
  private readonly nameWords = new NumberListsBuilder();

  add({ id, names, popularity, types }: NamedEntity): void {
    const entity = this.ids.length;
    this.ids.push(id);
    this.firstNames.push(this.names.length);
    this.popularity.push(Math.min(popularity, 0xffff_ffff));
    this.types.add(types.map((type) => numberOf(this.typeNumbers, type)));
    for (const name of new Set(names)) this.addName(name.replaceAll('\n', ' '), entity);
  }

  private addName(name: string, entity: number): void {
    const tokens = nameTokens(name, MAX_WORDS_PER_NAME);
    const number = this.names.length;
    this.names.push(name);
    this.owners.push(entity);
    for (const key of nameKeys(name, tokens)) {
      this.keys.push(key);
      this.keyNames.push(number);
    }
    this.nameWords.add(tokens.map(({ bare }) => numberOf(this.wordNumbers, bare)));
  }

  build(): TableParts {
    const nameWords = this.nameWords.build();
    return {
      ids: new StringArray(this.ids),
      names: new StringArray(this.names),
      owners: Uint32Array.from(this.owners),
      firstNames: Uint32Array.from([...this.firstNames, this.names.length]),
      popularity: Uint32Array.from(this.popularity),
      types: this.types.build(),
      typeIds: [...this.typeNumbers.keys()],
      keys: new KeyTable(this.keys, this.keyNames),
      words: new WordList(this.wordNumbers),
      nameWords,
      wordNames: invert(nameWords, this.owners.length, this.wordNumbers.size),
    };
  }
}

function numberOf(numbers: Map<string, number>, key: string): number {
  let number = numbers.get(key);
  if (number === undefined) numbers.set(key, (number = numbers.size));
  return number;
}

/** Many strings in one, separated by line breaks. */
class StringArray {
  private readonly text: string;
  private readonly starts: Uint32Array;

  constructor(texts: readonly string[]) {
    this.text = texts.join('\n');
    this.starts = new Uint32Array(texts.length + 1);
    let start = 0;
    for (const [at, text] of texts.entries()) {
      this.starts[at] = start;
      start += text.length + 1;
    }
    this.starts[texts.length] = start;
  }

  at(number: number): string {
    return this.text.slice(this.starts[number], (this.starts[number + 1] ?? 0) - 1);
  }

  find(text: string): number | undefined {
    const found = `\n${this.text}\n`.indexOf(`\n${text}\n`);
    const number = found < 0 || text.includes('\n') ? -1 : this.starts.indexOf(found);
    return number < 0 || number >= this.starts.length - 1 ? undefined : number;
  }

  /** Compares without a copy. */
  equals(number: number, text: string): boolean {
    const start = this.starts[number] ?? 0;
    return (this.starts[number + 1] ?? 0) - 1 - start === text.length && this.text.startsWith(text, start);
  }
}

/** Many lists of numbers in one array. */
class NumberLists {
  constructor(
    private readonly starts: Uint32Array,
    private readonly numbers: Uint32Array,
  ) {}

  at(number: number): Uint32Array {
    return this.numbers.subarray(this.starts[number], this.starts[number + 1]);
  }
}

class NumberListsBuilder {
  private readonly starts: number[] = [0];
  private readonly numbers: number[] = [];

  add(list: readonly number[]): void {
    for (const number of list) this.numbers.push(number);
    this.starts.push(this.numbers.length);
  }

  build(): NumberLists {
    return new NumberLists(Uint32Array.from(this.starts), Uint32Array.from(this.numbers));
  }
}

/** Converts the words of each name to the names with each word. */
function invert(lists: NumberLists, names: number, words: number): NumberLists {
  const starts = new Uint32Array(words + 1);
  const forEachWord = (visit: (word: number, name: number) => void): void => {
    for (let name = 0; name < names; name++) {
      const list = lists.at(name);
      list.forEach((word, at) => {
        if (list.indexOf(word) === at) visit(word, name);
      });
    }
  };
  forEachWord((word) => {
    starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  });
  for (let word = 0; word < words; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const next = starts.slice();
  const numbers = new Uint32Array(starts[words] ?? 0);
  forEachWord((word, name) => {
    const index = next[word] ?? 0;
    numbers[index] = name;
    next[word] = index + 1;
  });
  return new NumberLists(starts, numbers);
}

/** A hash table from keys to names. A Map with millions of entries would take several times the memory. */
class KeyTable {
  private readonly texts: StringArray;
  private readonly names: Uint32Array;
  /** The first key of each slot and the next key in the slot of each key, both plus 1; 0 means none. */
  private readonly slots: Uint32Array;
  private readonly next: Uint32Array;

  constructor(keys: readonly string[], names: readonly number[]) {
    this.texts = new StringArray(keys);
    this.names = Uint32Array.from(names);
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(16, keys.length * 1.5))));
    this.next = new Uint32Array(keys.length);
    for (let key = keys.length - 1; key >= 0; key--) {
      const slot = this.slotOf(keys[key] ?? '');
      this.next[key] = this.slots[slot] ?? 0;
      this.slots[slot] = key + 1;
    }
  }

  find(key: string): readonly number[] {
    let at = this.slots[this.slotOf(key)] ?? 0;
    const found: number[] = [];
    for (; at; at = this.next[at - 1] ?? 0)
      if (this.texts.equals(at - 1, key)) found.push(this.names[at - 1] ?? 0);
    return found;
  }

  private slotOf(key: string): number {
    let hash = 0x811c9dc5;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }
}
