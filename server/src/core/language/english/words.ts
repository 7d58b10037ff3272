/** Splits questions and names into words. */
import type { TextRange } from '../text/range';
import { foldLetters } from './letters';
import { stem } from './nouns';
import { isContentWord, isSchemaStopWord } from './stop-words';

export interface StemmedWord {
  /** In lower case, without accents. */
  readonly word: string;
  /** Without the ending of a plural. */
  readonly stem: string;
}

export interface QuestionWord extends StemmedWord {
  readonly range: TextRange;
  /** It says something by itself. */
  readonly content: boolean;
}

/** Every word with its place. An apostrophe ends a word: "Zoë's" is "zoe" and "s". */
export function questionWords(text: string): readonly QuestionWord[] {
  return Array.from(runsIn(text), ({ word, start, end }) => ({
    word,
    stem: stem(word),
    range: { start, end },
    content: isContentWord(word),
  }));
}

/** Every word. An apostrophe joins ("don't" is "dont"), a possessive "'s" is dropped, and "placeOfBirth" is three words. */
export function wordsOf(text: string): readonly string[] {
  // Nearly all names of a schema look like this, and there are tens of thousands.
  if (/^[a-z0-9 ]*$/.test(text)) return text.split(' ').filter(Boolean);
  const apart = text.replace(/([a-z])([A-Z])/g, '$1 $2');
  const words: string[] = [];
  let last = -1;
  for (const { word, start, end } of runsIn(apart)) {
    const joins = start > 0 && start - 1 === last && isApostrophe(apart.charAt(start - 1));
    last = end;
    if (word === 's' && isApostrophe(apart.charAt(start - 1))) continue;
    if (joins) words.push((words.pop() ?? '') + word);
    else words.push(word);
  }
  return words;
}

/** The words by which relations and classes are found: each stem once, without those that every question has. */
export function keywordsOf(
  text: string,
  wordOf: (word: string) => StemmedWord = stemmed,
): readonly StemmedWord[] {
  const words = new Map<string, StemmedWord>();
  for (const each of wordsOf(text)) {
    const word = wordOf(each);
    if (!isSchemaStopWord(word.stem) && !words.has(word.stem)) words.set(word.stem, word);
  }
  return [...words.values()];
}

export function stemmed(word: string): StemmedWord {
  return { word, stem: stem(word) };
}

function* runsIn(
  text: string,
): Iterable<{ readonly word: string; readonly start: number; readonly end: number }> {
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    yield { word: foldLetters(written), start: index, end: index + written.length };
}

function isApostrophe(letter: string): boolean {
  return letter === "'" || letter === '’';
}
