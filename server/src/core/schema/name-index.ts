/** Finds the relations or types of a schema by what is typed of their names: the beginning of an id, or of any word in it. */

/** How what is typed meets a name, from the loosest to the closest. */
export type Match =
  /** A word of the owner or the domain begins so. */
  | 'owner-word'
  /** A word of the last part means the same. */
  | 'meaning'
  /** A word of the last part begins so. */
  | 'word'
  /** The last part begins so. */
  | 'last'
  /** The id itself begins so. */
  | 'id'
  /** The id, or its whole last part, is just that. */
  | 'whole';

const MOST_REMEMBERED = 500;

/**
 * All names are one text, and a search is a search in that text. That is quick enough for every keystroke, and there is
 * hardly anything to be made before the first.
 */
export class NameIndex {
  private readonly ids: readonly string[];
  /** The ids in lower case, a line each. */
  private readonly text: string;
  private readonly starts: Uint32Array;
  private readonly found = new Map<string, readonly number[]>();

  constructor(ids: Iterable<string>) {
    // IRIs of other vocabularies are found by their prefixes.
    this.ids = [...ids].filter((id) => !id.startsWith('http'));
    this.text = `\n${this.ids.join('\n')}\n`.toLowerCase();
    this.starts = new Uint32Array(this.ids.length);
    let start = 1;
    for (const [number, id] of this.ids.entries()) {
      this.starts[number] = start;
      start += id.length + 1;
    }
  }

  /**
   * The ids that what is typed may be the beginning of, or that say the same in another word; every id where nothing is
   * typed. `film.dir` and `birth_place` ask for several words, which may stand in any order.
   */
  *find(typed: string, alike: (word: string) => readonly string[]): Iterable<readonly [string, Match]> {
    const asked = typed.toLowerCase();
    const parts = wordsOf(asked);
    const [longest] = [...parts].sort((left, right) => right.length - left.length);
    if (longest === undefined) {
      for (const id of this.ids) yield [id, 'id'];
      return;
    }
    const found = new Set<number>();
    for (const number of this.having(longest, 'beginning')) {
      const name = this.nameAt(number);
      const match = matchOf(name, asked, parts);
      if (!match) continue;
      found.add(number);
      yield [this.ids[number] ?? '', match];
    }
    if (parts.length > 1) return;
    for (const other of alike(longest).flatMap((word) => [word, `${word}s`])) {
      for (const number of this.having(other, 'whole')) {
        const last = lastPart(this.nameAt(number));
        if (found.has(number) || !hasWord(last, other, 'whole')) continue;
        found.add(number);
        yield [this.ids[number] ?? '', last === other ? 'word' : 'meaning'];
      }
    }
  }

  /** Numbers of the names that have a word, each once. The words of a query are asked for again and again. */
  private having(word: string, how: 'beginning' | 'whole'): readonly number[] {
    const key = `${how} ${word}`;
    let numbers = this.found.get(key);
    if (!numbers) {
      if (this.found.size >= MOST_REMEMBERED) this.found.clear();
      this.found.set(key, (numbers = [...this.search(word, how)]));
    }
    return numbers;
  }

  private *search(word: string, how: 'beginning' | 'whole'): Iterable<number> {
    for (let at = this.text.indexOf(word); at >= 0; at = this.text.indexOf(word, at)) {
      const starts = isSeparator(this.text.charCodeAt(at - 1));
      if (starts && (how === 'beginning' || isSeparator(this.text.charCodeAt(at + word.length)))) {
        yield this.numberAt(at);
        at = this.text.indexOf('\n', at);
      } else {
        at += word.length;
      }
    }
  }

  private nameAt(number: number): string {
    const start = this.starts[number] ?? 0;
    return this.text.slice(start, this.text.indexOf('\n', start));
  }

  /** The number of the name that a place in the text belongs to. */
  private numberAt(place: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** `film.film.directed_by` → film, film, directed, by */
export function wordsOf(id: string): readonly string[] {
  return id
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

export function lastPart(id: string): string {
  return id.slice(Math.max(id.lastIndexOf('.'), id.lastIndexOf('/'), id.lastIndexOf('#')) + 1);
}

function matchOf(name: string, asked: string, parts: readonly string[]): Match | undefined {
  if (name === asked) return 'whole';
  if (name.startsWith(asked)) return 'id';
  if (parts.length > 1 && !parts.every((part) => hasWord(name, part, 'beginning'))) return undefined;
  const last = lastPart(name);
  const askedLast = lastPart(asked);
  if (last === askedLast) return 'whole';
  if (askedLast && last.startsWith(askedLast)) return 'last';
  return parts.some((part) => hasWord(last, part, 'beginning')) ? 'word' : 'owner-word';
}

function hasWord(name: string, word: string, how: 'beginning' | 'whole'): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const starts = at === 0 || isSeparator(name.charCodeAt(at - 1));
    const ends = at + word.length === name.length || isSeparator(name.charCodeAt(at + word.length));
    if (starts && (how === 'beginning' || ends)) return true;
  }
  return false;
}

/** Any sign of ASCII that is neither letter nor digit. */
function isSeparator(code: number): boolean {
  return code < 48 || (code > 57 && code < 65) || (code > 90 && code < 97) || (code > 122 && code < 128);
}
