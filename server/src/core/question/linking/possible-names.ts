/** The phrases of a question that may be names, written as a KB would write them. */
import { stem } from '../../language/english/nouns';
import { isSchemaStopWord, LOWER_CASE_IN_NAMES } from '../../language/english/stop-words';
import { meaningOf } from '../../schema/synonyms';

export interface PossibleName {
  readonly name: string;
  /** As the question has it. */
  readonly written: string;
  /** The words of the question that it is made of: from this one, and before that one. */
  readonly from: number;
  readonly to: number;
  /** Written as a name is. */
  readonly proper: boolean;
}

const MOST_WORDS = 60;
const LONGEST = 6;
const QUESTION_WORDS = new Set(['who', 'where', 'when', 'why', 'how', 'from']);

/** The most likely first: capitalized phrases, then longer ones. In a question without capitals any phrase may be a name. */
export function possibleNames(question: string, most: number): readonly PossibleName[] {
  const words = question.normalize('NFC').trim().split(/\s+/).slice(0, MOST_WORDS);
  const found = new Map<string, PossibleName>();
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST); to++) {
      const part = words.slice(from, to);
      const name = nameOf(part);
      const written = trimmed(part.join(' '));
      const [first, last] = [bare(part[0] ?? ''), bare(part.at(-1) ?? '')];
      if (!/^[\p{L}\p{N}][^\p{C}]*$/u.test(name) || found.has(name)) continue;
      // The first word of a question has a capital anyway.
      const proper = part.every(
        (word, at) => isProper(word, from + at) || (at > 0 && LOWER_CASE_IN_NAMES.has(word)),
      );
      if ((!proper && isEmpty(first)) || isEmpty(last)) continue;
      // What asks for something, as `wife` does, is also the name of some song.
      if (!proper && part.length === 1 && meaningOf(stem(first)) !== undefined) continue;
      found.set(name, { name, written, from, to, proper });
    }
  return [...found.values()]
    .sort(
      (left, right) =>
        Number(right.proper) - Number(left.proper) ||
        right.to - right.from - (left.to - left.from) ||
        left.from - right.from,
    )
    .slice(0, most);
}

/** In capitals, as names are: `Lord of the Rings`. */
export function nameOf(words: readonly string[]): string {
  return trimmed(
    words.map((word, at) => (at > 0 && LOWER_CASE_IN_NAMES.has(word) ? word : capital(word))).join(' '),
  );
}

function trimmed(name: string): string {
  return name.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/['’]s$/, '');
}

function capital(word: string): string {
  return word.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

function isProper(word: string, at: number): boolean {
  return /^[^\p{L}\p{N}]*[\p{Lu}\p{N}]/u.test(word) && (at > 0 || !isEmpty(bare(word)));
}

function bare(word: string): string {
  return word.toLowerCase().replace(/['’]s?$|[^\p{L}\p{N}]+/gu, '');
}

function isEmpty(word: string): boolean {
  return word === '' || QUESTION_WORDS.has(word) || isSchemaStopWord(stem(word));
}
