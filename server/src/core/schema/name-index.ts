/** Finds relations or types by the prefix of their id or of any word in it. */
import { BoundedCache } from '../language/text/cache';
import { JoinedTexts } from '../language/text/joined-texts';

/** How the typed text matches a name, from the weakest to the strongest match. */
export type NameMatch =
  /** A prefix of a word of the owner or the domain. */
  | 'owner-word'
  /** A synonym of a word of the last segment. */
  | 'meaning'
  /** A prefix of a word of the last segment. */
  | 'word'
  /** A prefix of the last segment. */
  | 'last'
  /** A prefix of the id. */
  | 'id'
  /** The id, or its last segment. */
  | 'whole';

const MAX_CACHED_WORDS = 500;

/** What a word of a name must match. */
type WordPart = 'prefix' | 'whole';

/** Searches all names as one text. This is fast enough for every keystroke and needs almost no preparation. */
export class NameIndex {
  private readonly ids: readonly string[];
  private readonly names: JoinedTexts;
  private readonly cache = new BoundedCache<readonly number[]>(MAX_CACHED_WORDS);

  constructor(ids: Iterable<string>) {
    // IRIs of other vocabularies are completed by their prefixes.
    this.ids = [...ids].filter((id) => !id.startsWith('http'));
    this.names = new JoinedTexts(this.ids);
  }

  /**
   * Yields the ids that match the typed text or a synonym of it; every id if the text is empty. The words of `film.dir`
   * and `birth_place` may occur in any order.
   */
  *find(
    typed: string,
    findSynonyms: (word: string) => readonly string[],
  ): Iterable<readonly [string, NameMatch]> {
    const text = typed.toLowerCase();
    const parts = splitIdWords(text);
    const [longest] = [...parts].sort((left, right) => right.length - left.length);
    if (longest === undefined) {
      for (const id of this.ids) yield [id, 'id'];
      return;
    }
    const found = new Set<number>();
    for (const number of this.numbersWith(longest, 'prefix')) {
      const match = matchOf(this.names.textOf(number), text, parts);
      if (!match) continue;
      found.add(number);
      yield [this.ids[number] ?? '', match];
    }
    if (parts.length > 1) return;
    for (const synonym of findSynonyms(longest).flatMap((word) => [word, `${word}s`])) {
      for (const number of this.numbersWith(synonym, 'whole')) {
        const last = lastSegment(this.names.textOf(number));
        if (found.has(number) || !hasWord(last, synonym, 'whole')) continue;
        found.add(number);
        yield [this.ids[number] ?? '', last === synonym ? 'word' : 'meaning'];
      }
    }
  }

  /** Returns the numbers of the names that have a word, each once. */
  private numbersWith(word: string, part: WordPart): readonly number[] {
    return this.cache.getOrCompute(`${part} ${word}`, () => [...this.search(word, part)]);
  }

  private *search(word: string, part: WordPart): Iterable<number> {
    const { joined } = this.names;
    for (let at = joined.indexOf(word); at >= 0; at = joined.indexOf(word, at)) {
      const starts = isSeparator(joined.charCodeAt(at - 1));
      if (starts && (part === 'prefix' || isSeparator(joined.charCodeAt(at + word.length)))) {
        yield this.names.numberAt(at);
        at = this.names.endAfter(at);
      } else {
        at += word.length;
      }
    }
  }
}

/** `film.film.directed_by` → film, film, directed, by */
export function splitIdWords(id: string): readonly string[] {
  return id
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

export function lastSegment(id: string): string {
  return id.slice(Math.max(id.lastIndexOf('.'), id.lastIndexOf('/'), id.lastIndexOf('#')) + 1);
}

function matchOf(name: string, typed: string, parts: readonly string[]): NameMatch | undefined {
  if (name === typed) return 'whole';
  if (name.startsWith(typed)) return 'id';
  if (parts.length > 1 && !parts.every((part) => hasWord(name, part, 'prefix'))) return undefined;
  const last = lastSegment(name);
  const typedLast = lastSegment(typed);
  if (last === typedLast) return 'whole';
  if (typedLast && last.startsWith(typedLast)) return 'last';
  return parts.some((part) => hasWord(last, part, 'prefix')) ? 'word' : 'owner-word';
}

function hasWord(name: string, word: string, part: WordPart): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const starts = at === 0 || isSeparator(name.charCodeAt(at - 1));
    const ends = at + word.length === name.length || isSeparator(name.charCodeAt(at + word.length));
    if (starts && (part === 'prefix' || ends)) return true;
  }
  return false;
}

/** Whether it is an ASCII character other than a letter or digit. */
function isSeparator(code: number): boolean {
  return code < 48 || (code > 57 && code < 65) || (code > 90 && code < 97) || (code > 122 && code < 128);
}
