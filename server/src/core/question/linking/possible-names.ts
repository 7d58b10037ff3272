/** Finds the phrases of a question that may be names, in the capitalization of a KB. */
import { stem } from '../../language/english/nouns';
import { isSchemaStopWord, LOWER_CASE_IN_NAMES } from '../../language/english/stop-words';
import { synonymSetOf } from '../../schema/synonyms';

export interface PossibleName {
  readonly name: string;
  /** The phrase as it is in the question. */
  readonly written: string;
  /** The index of its first word in the question, and of the word after its last. */
  readonly from: number;
  readonly to: number;
  /** Whether it is capitalized like a name. */
  readonly proper: boolean;
}

const MAX_WORDS = 60;
const MAX_NAME_WORDS = 6;
const QUESTION_WORDS = new Set(['who', 'where', 'when', 'why', 'how', 'from']);

/** The most likely first: capitalized phrases, then longer ones. In a question without capitals any phrase may be a name. */
export function possibleNames(question: string, limit: number): readonly PossibleName[] {
  const words = question.normalize('NFC').trim().split(/\s+/).slice(0, MAX_WORDS);
  const found = new Map<string, PossibleName>();
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to++) {
      const part = words.slice(from, to);
      const name = nameOf(part);
      const written = trimName(part.join(' '));
      const [first, last] = [bare(part[0] ?? ''), bare(part.at(-1) ?? '')];
      if (!/^[\p{L}\p{N}][^\p{C}]*$/u.test(name) || found.has(name)) continue;
      const proper = part.every(
        (word, at) => isProper(word, from + at) || (at > 0 && LOWER_CASE_IN_NAMES.has(word)),
      );
      if ((!proper && isFunctionWord(first)) || isFunctionWord(last)) continue;
      // A word that asks for a relation, such as `wife`, is also the name of some song.
      if (!proper && part.length === 1 && synonymSetOf(stem(first)) !== undefined) continue;
      found.set(name, { name, written, from, to, proper });
    }
  return [...found.values()]
    .sort(
      (left, right) =>
        Number(right.proper) - Number(left.proper) ||
        right.to - right.from - (left.to - left.from) ||
        left.from - right.from,
    )
    .slice(0, limit);
}

/** Capitalizes like a title: `Lord of the Rings`. */
export function nameOf(words: readonly string[]): string {
  return trimName(
    words.map((word, at) => (at > 0 && LOWER_CASE_IN_NAMES.has(word) ? word : capitalize(word))).join(' '),
  );
}

function trimName(name: string): string {
  return name.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/['’]s$/, '');
}

function capitalize(word: string): string {
  return word.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

/** Whether a word is capitalized. The first word of a question always is, so a function word does not count there. */
function isProper(word: string, at: number): boolean {
  return /^[^\p{L}\p{N}]*[\p{Lu}\p{N}]/u.test(word) && (at > 0 || !isFunctionWord(bare(word)));
}

function bare(word: string): string {
  return word.toLowerCase().replace(/['’]s?$|[^\p{L}\p{N}]+/gu, '');
}

function isFunctionWord(word: string): boolean {
  return word === '' || QUESTION_WORDS.has(word) || isSchemaStopWord(stem(word));
}
