/** Finds the exemplars (questions with their queries) that are most similar to a question. */
import MiniSearch from 'minisearch';
import { stem } from '../language/english/nouns';
import { operationsOf } from '../language/english/question';
import { wordsOf } from '../language/english/words';
import { meaningOf } from '../schema/synonyms';
import type { Exemplar, Exemplars } from '../model/prompts/prompt-library';

/**
 * What a relation is called counts besides the words of the question. Masking the names of entities was tried and found
 * nothing more: a question about the same entity is often about the same relation.
 */
const WEIGHT_OF_RELATIONS = 0.75;
/** Of those that ask for as many words, those that count, compare or choose alike come first. */
const ALIKE_IN_FORM = 1.15;
/** So many of the nearest by words are looked at more closely. */
const MOST_WEIGHED = 200;

/** The pairs are asked for, and looked through, when the first question comes. Of equals the earlier comes first. */
export function exemplarsOf(pairs: () => readonly Exemplar[]): Exemplars {
  let index: Index | undefined;
  return {
    nearest(question, most, { except } = {}) {
      if (most < 1) return [];
      index ??= indexOf(pairs());
      return chosen(index, question, most, except === undefined ? undefined : plain(except));
    },
  };
}

interface Index {
  readonly pairs: readonly Exemplar[];
  readonly search: MiniSearch;
}

function indexOf(pairs: readonly Exemplar[]): Index {
  const search = new MiniSearch<{ id: number; question: string; relations: string }>({
    fields: ['question', 'relations'],
    tokenize: (text) => stemsOf(text).flatMap(withMeaning),
    processTerm: (word) => word,
    searchOptions: { boost: { relations: WEIGHT_OF_RELATIONS } },
  });
  search.addAll(
    pairs.map(({ question, query }, id) => ({
      id,
      question,
      // The owner says which of several of a name it is: person, place of birth.
      relations: relationsIn(query)
        .map((relation) => relation.split(/[./#]/).slice(-2).join(' '))
        .join(' '),
    })),
  );
  return { pairs, search };
}

/**
 * One of each kind first: five that all do the same show a model no more than one does, and crowd out what would have been
 * right. Only then come the others, and those that have nothing in common with the question.
 */
function chosen(
  { pairs, search }: Index,
  question: string,
  most: number,
  except: string | undefined,
): readonly Exemplar[] {
  const form = operationsOf(question);
  const asked = plain(question);
  const ranked = search
    .search(question)
    .sort((left, right) => right.score - left.score || (left.id as number) - (right.id as number))
    .slice(0, MOST_WEIGHED + most)
    .map(({ id, score }) => {
      const number = id as number;
      const pair = pairs[number];
      const alike = pair && operationsOf(pair.question) === form;
      // The very same question, which the user has answered before, is the nearest there is.
      const same = pair && plain(pair.question) === asked;
      return { number, score: same ? Infinity : score * (alike ? ALIKE_IN_FORM : 1) };
    })
    .sort((left, right) => compare(right.score, left.score) || left.number - right.number)
    .map(({ number }) => number);
  const taken = new Set<number>();
  const kinds = new Set<string>();
  const fits = (pair: Exemplar): boolean => except === undefined || plain(pair.question) !== except;
  for (const number of ranked) {
    if (taken.size >= most) break;
    const pair = pairs[number];
    if (!pair || !fits(pair) || kinds.has(kindOf(pair))) continue;
    kinds.add(kindOf(pair));
    taken.add(number);
  }
  for (const number of [...ranked, ...pairs.keys()]) {
    if (taken.size >= most) break;
    const pair = pairs[number];
    if (pair && fits(pair)) taken.add(number);
  }
  return [...taken].flatMap((number) => pairs[number] ?? []);
}

function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

/** Those that take the same steps and do the same with what they find. */
function kindOf({ query }: Exemplar): string {
  const forms = query.match(
    /\b(?:COUNT|MAX|MIN|SUM|AVG|ORDER\s+BY|GROUP\s+BY|ASK|NOT\s+EXISTS)\b|[<>]=?\s*["?\d]/gi,
  );
  return [...relationsIn(query), ...new Set(forms?.map((form) => form.slice(0, 5).toUpperCase()))]
    .sort()
    .join(' ');
}

const MACHINE_ID = /^[mg]\.[0-9a-z_]+$/;

/** The names in a query that are neither entities nor prefixes, read without parsing: there may be very many queries. */
function relationsIn(query: string): readonly string[] {
  const body = query
    .split('\n')
    .map(withoutComment)
    .join('\n')
    .replace(/\bPREFIX\s+[^\s:]*:\s*<[^<>]*>/gi, '');
  const names = new Set<string>();
  for (const [, prefixed, iri] of body.matchAll(/:([A-Za-z][\w.-]*\w)|<([^<>"\s]+)>/g)) {
    const name = prefixed ?? iri?.replace(/^.*[/#](?=[^/#]+$)/, '') ?? '';
    if (name && !MACHINE_ID.test(name)) names.add(name);
  }
  return [...names].filter((name) => name !== 'type.object.type').sort();
}

/** "movie" also meets "film". */
function withMeaning(word: string): string[] {
  const meaning = meaningOf(word);
  return meaning === undefined ? [word] : [word, `=${meaning}`];
}

function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** A question without what may differ where nothing else does: case, spaces, marks. */
function plain(question: string): string {
  return stemsOf(question).join(' ');
}

/** A `#` before an angle bracket belongs to an IRI. */
function withoutComment(line: string): string {
  const start = line.indexOf('#', Math.max(line.lastIndexOf('<'), line.lastIndexOf('>')) + 1);
  return start < 0 ? line : line.slice(0, start);
}
