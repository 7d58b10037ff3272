/** The names and word groups of a question to look up at an endpoint. */
import { placesOf } from './demonyms';
import { isNameStopWord } from '../../language/english/stop-words';
import { nameTokens, type NameToken } from './name-tokens';
import { LINKING_WEIGHTS } from './linking-weights';
import { nameOf, possibleNames } from './possible-names';
import { LONGEST_NAME } from './name-table';

const MOST_NAMES = 24;
const MOST_SEARCHES = 6;
const MOST_OTHERS = 100;
const LONGEST_ABBREVIATION = 6;
const MOST_TOKENS = 60;
const LONGEST = 2000;
/** Nothing is called by a word that is longer. */
const LONGEST_WORD = 40;
/** A word that asks, such as `time` or `speak`, is seldom a name by itself. */
const ASKS = -0.7;

/** The likeliest first. What is typed to pick from is one name, `whole`. */
export function namesToTry(question: string, how?: 'whole'): readonly string[] {
  const text = question.slice(0, LONGEST).replace(/\p{C}/gu, ' ');
  const tokens = nameTokens(text, MOST_TOKENS);
  const people = tokens.flatMap(({ bare }, at) => [
    ...placesOf(bare),
    ...placesOf((tokens[at - 1]?.word ?? '') + bare),
  ]);
  const likely =
    how === 'whole'
      ? [text.trim(), nameOf(text.trim().split(/\s+/))].filter(Boolean)
      : possibleNames(text, MOST_NAMES)
          .filter(({ name, proper }) => proper || !asks(name))
          .flatMap(({ name, proper, written }) => [
            name,
            ...(/\p{Lu}/u.test(written) ? [written] : []),
            ...(proper ? [] : withComma(name)),
          ]);
  const places = people.map((place) => nameOf(place.split(' ')));
  return [...new Set([...likely.slice(0, MOST_NAMES), ...places.slice(0, 4)])].filter(
    (name) => name.length <= LONGEST_NAME,
  );
}

/** A name as others may write it: `prime minister` and `Prime minister`, `The Who`, `NBA`. */
export function otherCapitals(names: readonly string[]): readonly string[] {
  const written = names.flatMap((name) => {
    const small = name.toLowerCase();
    const every = small.replace(
      /(^|\s)(\p{L})/gu,
      (_, space: string, letter: string) => space + letter.toUpperCase(),
    );
    return [
      small,
      small.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
      every,
      `The ${name}`,
      ...(name.length <= LONGEST_ABBREVIATION ? [name.toUpperCase()] : []),
    ];
  });
  return [...new Set(written)].filter((name) => !names.includes(name)).slice(0, MOST_OTHERS);
}

/** `Cleveland Ohio` → `Cleveland, Ohio`, as places are called. */
function withComma(name: string): readonly string[] {
  const at = name.lastIndexOf(' ');
  return at > 0 && name.split(' ').length <= 3 && !name.includes(',')
    ? [`${name.slice(0, at)},${name.slice(at)}`]
    : [];
}

function asks(name: string): boolean {
  const words = nameTokens(name);
  return words.length > 0 && words.every(({ bare }) => isNameStopWord(bare) || priorOf(bare) < ASKS);
}

/** Words that stand together, and those of them that are rare enough to find something alone; the most telling first. */
export function searchesToTry(question: string): readonly (readonly string[])[] {
  const text = question.slice(0, LONGEST);
  const runs: (readonly string[])[] = [];
  let run: string[] = [];
  const close = (): void => {
    if (run.length) runs.push(run);
    run = [];
  };
  for (const token of nameTokens(text, MOST_TOKENS)) {
    const word = written(text, token);
    if (isNameStopWord(token.bare) || priorOf(token.bare) < ASKS || word === '' || word.length > LONGEST_WORD)
      close();
    else run.push(word);
  }
  close();
  const found = runs.flatMap((words) => [
    words,
    ...(words.length > 2 ? words.slice(1).map((word, at) => [words[at] ?? '', word]) : []),
    ...(words.length > 1 ? words.filter((word) => word.length > 3).map((word) => [word]) : []),
  ]);
  const worth = (words: readonly string[]): number => words.reduce((sum, word) => sum + 1 + priorOf(word), 0);
  return [...new Map(found.map((words) => [words.join(' '), words])).values()]
    .sort((left, right) => worth(right) - worth(left))
    .slice(0, MOST_SEARCHES);
}

/** With its accents: not every index is without. Only letters and digits, so that nothing in it means anything to a search. */
function written(text: string, { start, end }: NameToken): string {
  return text
    .slice(start, end)
    .toLowerCase()
    .replace(/['’`´]s$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function priorOf(word: string): number {
  return LINKING_WEIGHTS.words[word] ?? LINKING_WEIGHTS.otherWord;
}
