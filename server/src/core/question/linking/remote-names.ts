/** Selects the names and word groups of a question to look up at an endpoint. */
import { placesOf } from './demonyms';
import { isNameStopWord } from '../../language/english/stop-words';
import { nameTokens, type NameToken } from './name-tokens';
import { LINKING_WEIGHTS } from './linking-weights';
import { nameOf, possibleNames } from './possible-names';
import { MAX_NAME_LENGTH } from './name-table';

const MAX_NAMES = 24;
const MAX_PLACES = 4;
const MAX_SEARCHES = 6;
const MAX_CAPITALIZATIONS = 100;
const MAX_ABBREVIATION_LENGTH = 6;
const MAX_QUESTION_LENGTH = 2000;
const MAX_WORD_LENGTH = 40;
/** A word with a lower prior, such as `time` or `speak`, is seldom a name by itself. */
const MIN_PRIOR = -0.7;

/** The most likely first. With `whole`, the text is one name. */
export function namesToTry(question: string, how?: 'whole'): readonly string[] {
  const text = question.slice(0, MAX_QUESTION_LENGTH).replace(/\p{C}/gu, ' ');
  const tokens = nameTokens(text);
  const likely =
    how === 'whole'
      ? [text.trim(), nameOf(text.trim().split(/\s+/))].filter(Boolean)
      : possibleNames(text, MAX_NAMES)
          .filter(({ name, proper }) => proper || !isUnlikely(name))
          .flatMap(({ name, proper, written }) => [
            name,
            ...(/\p{Lu}/u.test(written) ? [written] : []),
            ...(proper ? [] : withComma(name)),
          ]);
  const places = tokens
    .flatMap(({ bare }, at) => [...placesOf(bare), ...placesOf((tokens[at - 1]?.word ?? '') + bare)])
    .map((place) => nameOf(place.split(' ')));
  return [...new Set([...likely.slice(0, MAX_NAMES), ...places.slice(0, MAX_PLACES)])].filter(
    (name) => name.length <= MAX_NAME_LENGTH,
  );
}

/** Other spellings of names: `prime minister` and `Prime minister`, `The Who`, `NBA`. */
export function capitalizations(names: readonly string[]): readonly string[] {
  const variants = names.flatMap((name) => {
    const lower = name.toLowerCase();
    const title = lower.replace(
      /(^|\s)(\p{L})/gu,
      (_, space: string, letter: string) => space + letter.toUpperCase(),
    );
    return [
      lower,
      lower.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
      title,
      `The ${name}`,
      ...(name.length <= MAX_ABBREVIATION_LENGTH ? [name.toUpperCase()] : []),
    ];
  });
  return [...new Set(variants)].filter((name) => !names.includes(name)).slice(0, MAX_CAPITALIZATIONS);
}

/** `Cleveland Ohio` → `Cleveland, Ohio` */
function withComma(name: string): readonly string[] {
  const at = name.lastIndexOf(' ');
  return at > 0 && name.split(' ').length <= 3 && !name.includes(',')
    ? [`${name.slice(0, at)},${name.slice(at)}`]
    : [];
}

function isUnlikely(name: string): boolean {
  const words = nameTokens(name);
  return words.length > 0 && words.every(({ bare }) => isNameStopWord(bare) || priorOf(bare) < MIN_PRIOR);
}

/** Runs of words that may be part of a name, their pairs, and their longer words; the most likely first. */
export function searchesToTry(question: string): readonly (readonly string[])[] {
  const text = question.slice(0, MAX_QUESTION_LENGTH);
  const runs: string[][] = [[]];
  for (const token of nameTokens(text)) {
    const word = searchWord(text, token);
    const isSkipped = isNameStopWord(token.bare) || priorOf(token.bare) < MIN_PRIOR;
    if (isSkipped || word === '' || word.length > MAX_WORD_LENGTH) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  const searches = runs
    .filter(({ length }) => length)
    .flatMap((words) => [
      words,
      ...(words.length > 2 ? words.slice(1).map((word, at) => [words[at] ?? '', word]) : []),
      ...(words.length > 1 ? words.filter((word) => word.length > 3).map((word) => [word]) : []),
    ]);
  const score = (words: readonly string[]): number => words.reduce((sum, word) => sum + 1 + priorOf(word), 0);
  return [...new Map(searches.map((words) => [words.join(' '), words])).values()]
    .sort((left, right) => score(right) - score(left))
    .slice(0, MAX_SEARCHES);
}

/** Keeps accents, which some indexes distinguish, and removes all characters with a meaning in a search. */
function searchWord(text: string, { start, end }: NameToken): string {
  return text
    .slice(start, end)
    .toLowerCase()
    .replace(/['’`´]s$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function priorOf(word: string): number {
  return LINKING_WEIGHTS.words[word] ?? LINKING_WEIGHTS.otherWord;
}
