/** Splits questions and names into words. */
import { isCovered, type TextRange } from '../text/range';
import { foldLetters } from './fold-letters';
import { stem } from './nouns';
import { isContentWord, isSchemaStopWord } from './stop-words';

export interface StemmedWord {
  /** In lower case, without accents. */
  readonly word: string;
  /** The word without its plural ending. */
  readonly stem: string;
}

export interface QuestionWord extends StemmedWord {
  readonly range: TextRange;
  /** Whether it is a content word. */
  readonly content: boolean;
}

/** Returns every word with its range. An apostrophe ends a word: "Zoë's" is "zoe" and "s". */
export function questionWords(text: string): readonly QuestionWord[] {
  return Array.from(findWords(text), ({ word, start, end }) => ({
    word,
    stem: stem(word),
    range: { start, end },
    content: isContentWord(word),
  }));
}

/** The content words outside these ranges. */
export function contentWordsOutside(
  words: readonly QuestionWord[],
  ranges: readonly (TextRange | undefined)[],
): readonly QuestionWord[] {
  return words.filter(({ content, range }) => content && !isCovered(range, ranges));
}

/** Whether a name may begin at this offset: with a capital letter or a digit. */
export function isCapitalAt(text: string, offset: number): boolean {
  return /[\p{Lu}\p{N}]/u.test(text.charAt(offset));
}

/** Returns every word. "don't" becomes "dont", a possessive "'s" is dropped, and "placeOfBirth" is three words. */
export function wordsOf(text: string): readonly string[] {
  // Fast path: nearly all of the tens of thousands of names in a schema look like this.
  if (/^[a-z0-9 ]*$/.test(text)) return text.split(' ').filter(Boolean);
  const spaced = text.replace(/([a-z])([A-Z])/g, '$1 $2');
  const words: string[] = [];
  let last = -1;
  for (const { word, start, end } of findWords(spaced)) {
    const joins = start > 0 && start - 1 === last && isApostrophe(spaced.charAt(start - 1));
    last = end;
    if (word === 's' && isApostrophe(spaced.charAt(start - 1))) continue;
    if (joins) words.push((words.pop() ?? '') + word);
    else words.push(word);
  }
  return words;
}

/** Returns the words for the search of relations and classes: each stem once, without stop words. */
export function keywordsOf(
  text: string,
  toStemmed: (word: string) => StemmedWord = toStemmedWord,
): readonly StemmedWord[] {
  const words = new Map<string, StemmedWord>();
  for (const each of wordsOf(text)) {
    const word = toStemmed(each);
    if (!isSchemaStopWord(word.stem) && !words.has(word.stem)) words.set(word.stem, word);
  }
  return [...words.values()];
}

export function toStemmedWord(word: string): StemmedWord {
  return { word, stem: stem(word) };
}

function* findWords(
  text: string,
): Iterable<{ readonly word: string; readonly start: number; readonly end: number }> {
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    yield { word: foldLetters(written), start: index, end: index + written.length };
}

function isApostrophe(letter: string): boolean {
  return letter === "'" || letter === '’';
}
