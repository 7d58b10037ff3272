/**
 * Words as names are compared: without case, accents, punctuation and the many ways to write the same word. Unlike the words of
 * a question, they keep what belongs together in a name: `J.R.R.` and `O'Brien` are one word.
 */
import { foldLetters } from '../../language/english/letters';

export interface NameToken {
  /** Folded. */
  readonly word: string;
  /** Folded, without the `'s` of a possessive, where there is one. */
  readonly bare: string;
  readonly start: number;
  readonly end: number;
  /** Written with a capital, or with digits only. */
  readonly capital: boolean;
}

/** Signs of writings without spaces are words of their own. Dots and apostrophes hold a word together: `J.R.R.`, `O'Brien`. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+(?:['’`´.](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+)*|&/gu;

/** The same for most texts, and many times as fast. */
const PLAIN_WORD = /[a-z0-9]+(?:['`.][a-z0-9]+)*|&/gi;

export function nameTokens(text: string, most = Infinity): readonly NameToken[] {
  const tokens: NameToken[] = [];
  for (const { 0: written, index } of text.matchAll(/^[\x00-\x7f]*$/.test(text) ? PLAIN_WORD : WORD)) {
    if (tokens.length >= most) break;
    const plain = lettersOf(written);
    const word = written === '&' ? 'and' : canonical(plain, tokens.length);
    if (word === '') continue;
    const possessive = written.length > 2 && /['’`´]s$/i.test(written);
    tokens.push({
      word,
      bare: possessive ? canonical(lettersOf(written.slice(0, -2)), tokens.length) : word,
      start: index,
      end: index + written.length,
      capital: /^[\p{Lu}\p{N}]/u.test(written),
    });
  }
  return tokens;
}

/** Letters and digits only, in lower case and without accents. */
export function lettersOf(text: string): string {
  return /^[a-z0-9]*$/.test(text) ? text : foldLetters(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Words that are written in two ways: the same on both sides, so that it does not matter which is the right one. */
const CANONICAL: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['mount', 'mt'],
  ['fort', 'ft'],
  ['doctor', 'dr'],
  ['junior', 'jr'],
  ['senior', 'sr'],
  ['versus', 'vs'],
  ['n', 'and'],
]);
const ROMAN: ReadonlyMap<string, string> = new Map(
  ['ii', 'iii', 'iv', 'vi', 'vii', 'viii', 'ix', 'xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi'].map((roman) => [
    roman,
    String(romanValue(roman)),
  ]),
);

/** The first word is no number of a king or a war. */
function canonical(word: string, before: number): string {
  return CANONICAL.get(word) ?? (before ? ROMAN.get(word) : undefined) ?? word;
}

function romanValue(roman: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };
  const digits = Array.from(roman, (letter) => values[letter] ?? 0);
  return digits.reduce((sum, value, at) => sum + (value < (digits[at + 1] ?? 0) ? -value : value), 0);
}

const ARTICLES = new Set(['the', 'a', 'an']);
const LAST_ROMAN: Readonly<Record<string, string>> = { i: '1', v: '5', x: '10' };

/**
 * What a name is looked up by: its words without the spaces, for whether `SpongeBob` is one word or two is not known to whoever
 * asks. Without its article and without what stands in brackets, too.
 */
export function keysOf(name: string, tokens = nameTokens(name, MOST_NAME_WORDS)): readonly string[] {
  const words = tokens.map(({ word }) => word);
  if (!words.length) return [];
  const keys = new Set([words.join('')]);
  if (words.length > 1 && ARTICLES.has(words[0] ?? '')) keys.add(words.slice(1).join(''));
  const bracket = name.search(/\s[(\[]/);
  if (bracket > 0) {
    const before = nameTokens(name.slice(0, bracket)).map(({ word }) => word);
    if (before.length) keys.add(before.join(''));
  }
  const initials = initialsOf(words);
  if (initials !== undefined) keys.add(initials);
  const last = LAST_ROMAN[words.at(-1) ?? ''];
  if (last !== undefined && words.length > 1) keys.add([...words.slice(0, -1), last].join(''));
  return [...keys];
}

const MOST_NAME_WORDS = 40;
const SMALL_WORDS = new Set(['of', 'the', 'and', 'for', 'in', 'de', 'la']);

/** `jfk`, `usc`: of three to five words, for two letters may be anything. */
export function initialsOf(words: readonly string[]): string | undefined {
  const telling = words.filter((word) => !SMALL_WORDS.has(word));
  if (telling.length < 3 || telling.length > 5 || !telling.every((word) => /^[a-z]/.test(word)))
    return undefined;
  return telling.map((word) => word[0]).join('');
}
