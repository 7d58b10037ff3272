/**
 * Tokenizes names so that spellings can be compared: without case, accents, punctuation and abbreviations. Unlike the words of
 * a question, `J.R.R.` and `O'Brien` are one token.
 */
import { foldLetters } from '../../language/english/fold-letters';

export interface NameToken {
  /** Folded. */
  readonly word: string;
  /** Folded, without the `'s` of a possessive. */
  readonly bare: string;
  readonly start: number;
  readonly end: number;
  /** Begins with a capital or a digit. */
  readonly capital: boolean;
}

/** Characters of scripts without spaces are separate words. Dots and apostrophes join a word: `J.R.R.`, `O'Brien`. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+(?:['’`´.](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+)*|&/gu;

/** For ASCII texts, where it is many times faster. */
const PLAIN_WORD = /[a-z0-9]+(?:['`.][a-z0-9]+)*|&/gi;

export function nameTokens(text: string, limit = Infinity): readonly NameToken[] {
  const tokens: NameToken[] = [];
  for (const { 0: written, index } of text.matchAll(/^[\x00-\x7f]*$/.test(text) ? PLAIN_WORD : WORD)) {
    if (tokens.length >= limit) break;
    const plain = foldName(written);
    const word = written === '&' ? 'and' : canonical(plain, tokens.length);
    if (word === '') continue;
    const possessive = written.length > 2 && /['’`´]s$/i.test(written);
    tokens.push({
      word,
      bare: possessive ? canonical(foldName(written.slice(0, -2)), tokens.length) : word,
      start: index,
      end: index + written.length,
      capital: /^[\p{Lu}\p{N}]/u.test(written),
    });
  }
  return tokens;
}

/** Letters and digits only, in lower case and without accents. */
export function foldName(text: string): string {
  return /^[a-z0-9]*$/.test(text) ? text : foldLetters(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Abbreviations. Names and questions are both converted. */
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

/** The first word is never a Roman numeral. */
function canonical(word: string, position: number): string {
  return CANONICAL.get(word) ?? (position ? ROMAN.get(word) : undefined) ?? word;
}

function romanValue(roman: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };
  const digits = Array.from(roman, (letter) => values[letter] ?? 0);
  return digits.reduce((sum, value, at) => sum + (value < (digits[at + 1] ?? 0) ? -value : value), 0);
}

const ARTICLES = new Set(['the', 'a', 'an']);
const LAST_ROMAN = new Map(Object.entries({ i: '1', v: '5', x: '10' }));

/**
 * The keys by which a name is found: its words without spaces, since `SpongeBob` may be written as two words; the same without
 * the article and without a part in brackets; and its initials.
 */
export function nameKeys(name: string, tokens: readonly NameToken[]): readonly string[] {
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
  const last = LAST_ROMAN.get(words.at(-1) ?? '');
  if (last !== undefined && words.length > 1) keys.add([...words.slice(0, -1), last].join(''));
  return [...keys];
}

const SKIPPED_IN_INITIALS = new Set(['of', 'the', 'and', 'for', 'in', 'de', 'la']);

/** `jfk`, `usc`: for three to five words, because two letters are too ambiguous. */
export function initialsOf(words: readonly string[]): string | undefined {
  const content = words.filter((word) => !SKIPPED_IN_INITIALS.has(word));
  if (content.length < 3 || content.length > 5 || !content.every((word) => /^[a-z]/.test(word)))
    return undefined;
  return content.map((word) => word[0]).join('');
}
