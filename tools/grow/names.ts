/** Names of copies: words of names of the same kind, recombined. */
import { mix, toChance } from './chance';

/** The share of copies that have the same name as another entity of their kind. */
const SAME_NAME = 0.03;
const REPLACED_WORD = 0.75;
/** The share of replaced words that are new words. */
const NEW_WORD = 0.3;
/** Bounds the memory; later words replace earlier ones at random. */
const MOST_NAMES = 300_000;
const MOST_NAMES_OF_A_KIND = 20_000;

interface NamePool {
  readonly names: string[];
  seen: number;
}

export class NameMaker {
  private readonly pools = new Map<string, NamePool>();
  private size = 0;

  add(kind: string, name: string, hash: number): void {
    let pool = this.pools.get(kind);
    if (!pool) this.pools.set(kind, (pool = { names: [], seen: 0 }));
    pool.seen++;
    if (pool.names.length < MOST_NAMES_OF_A_KIND && this.size < MOST_NAMES) {
      pool.names.push(name);
      this.size++;
    } else if (pool.names.length) {
      const at = hash % pool.seen;
      if (at < pool.names.length) pool.names[at] = name;
    }
  }

  /** The name of a copy. The same hash gives the same name. */
  make(kind: string, name: string, hash: number): string {
    const names = this.pools.get(kind)?.names ?? [name];
    if (toChance(mix(hash, 1)) < SAME_NAME) return pick(names, mix(hash, 2));
    const words = name.split(' ');
    const made = words.map((word, at) => replaceWord(word, at, words.length, names, mix(hash, 3 + at)));
    const result = made.join(' ');
    if (result !== name) return result;
    made[made.length - 1] = blend(made.at(-1) ?? '', pick(names, mix(hash, 4)).split(' ').at(-1) ?? '');
    return made.join(' ');
  }
}

/** Takes the word at the same place of another name, so that first names stay first names. */
function replaceWord(
  word: string,
  at: number,
  length: number,
  names: readonly string[],
  hash: number,
): string {
  if (/\d/.test(word)) return replaceDigits(word, hash);
  const small = length > 1 && /^[^\p{Lu}]/u.test(word);
  if (small || word.includes('\\') || toChance(mix(hash, 1)) >= REPLACED_WORD) return word;
  const words = pick(names, mix(hash, 2)).split(' ');
  const last = at === length - 1 && length > 1;
  const other = (last ? words.at(-1) : words[at]) ?? word;
  if (other === word || other.includes('\\') || /\d/.test(other)) return word;
  return length === 1 || toChance(mix(hash, 3)) < NEW_WORD ? blend(word, other) : other;
}

/** Changes the last two digits of a number at most, so that a year stays a likely year. */
function replaceDigits(word: string, hash: number): string {
  return word.replace(/\d{1,2}(?!\d)/g, (digits, at: number) =>
    `${mix(hash, at) % 10 ** digits.length}`.padStart(digits.length, '0'),
  );
}

/** A new word: the beginning of one and the end of another. */
function blend(one: string, other: string): string {
  if (one.includes('\\') || other.includes('\\')) return one;
  const [first, second] = [Array.from(one), Array.from(other)];
  const head = first.slice(0, Math.ceil(first.length / 2));
  return [...head, ...second.slice(Math.floor(second.length / 2))].join('');
}

function pick(names: readonly string[], hash: number): string {
  return names[hash % names.length] ?? '';
}
