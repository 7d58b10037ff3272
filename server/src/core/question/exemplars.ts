/** Finds the exemplars (questions with their queries) that are most similar to a question. */
import MiniSearch from 'minisearch';
import { stem } from '../language/english/nouns';
import { operationsOf } from '../language/english/question';
import { wordsOf } from '../language/english/words';
import { synonymSetOf } from '../schema/synonyms';
import type { Exemplar, ExemplarStore } from '../model/prompts/prompt-library';

/**
 * The names of the relations of a query count besides the words of its question. Masking the names of entities did not improve
 * the results: a question about the same entity is often about the same relation.
 */
const WEIGHT_OF_RELATIONS = 0.75;
/** The factor for questions with the same operations, such as counting or comparing. */
const SAME_OPERATIONS = 1.15;
/** Search results that are compared by their operations. */
const MAX_COMPARED = 200;

/** The index is built on the first question. Of equally similar exemplars, the earlier comes first. */
export function createExemplars(pairs: () => readonly Exemplar[]): ExemplarStore {
  let index: ExemplarIndex | undefined;
  return {
    nearest(question, limit, { except } = {}) {
      if (limit < 1) return [];
      index ??= buildIndex(pairs());
      return findNearest(index, question, limit, except === undefined ? undefined : normalize(except));
    },
  };
}

interface ExemplarIndex {
  readonly pairs: readonly Exemplar[];
  readonly search: MiniSearch;
}

function buildIndex(pairs: readonly Exemplar[]): ExemplarIndex {
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
      // The class distinguishes relations of the same name: `person place_of_birth`.
      relations: relationsIn(query ?? '')
        .map((relation) => relation.split(/[./#]/).slice(-2).join(' '))
        .join(' '),
    })),
  );
  return { pairs, search };
}

/**
 * Selects one exemplar of each kind first, because several of one kind show a model no more than one. Then come the others, and
 * those that have no word in common with the question.
 */
function findNearest(
  { pairs, search }: ExemplarIndex,
  question: string,
  limit: number,
  except: string | undefined,
): readonly Exemplar[] {
  const operations = operationsOf(question);
  const normalized = normalize(question);
  const ranked = search
    .search(question)
    .sort((left, right) => right.score - left.score || (left.id as number) - (right.id as number))
    .slice(0, MAX_COMPARED + limit)
    .map(({ id, score }) => {
      const index = id as number;
      const pair = pairs[index];
      const hasSameOperations = pair && operationsOf(pair.question) === operations;
      const isSameQuestion = pair && normalize(pair.question) === normalized;
      return { index, score: isSameQuestion ? Infinity : score * (hasSameOperations ? SAME_OPERATIONS : 1) };
    })
    .sort((left, right) => compare(right.score, left.score) || left.index - right.index)
    .map(({ index }) => index);
  const selected = new Set<number>();
  const kinds = new Set<string>();
  const isAllowed = (pair: Exemplar): boolean => except === undefined || normalize(pair.question) !== except;
  for (const index of ranked) {
    if (selected.size >= limit) break;
    const pair = pairs[index];
    if (!pair || !isAllowed(pair) || kinds.has(kindOf(pair))) continue;
    kinds.add(kindOf(pair));
    selected.add(index);
  }
  for (const index of [...ranked, ...pairs.keys()]) {
    if (selected.size >= limit) break;
    const pair = pairs[index];
    if (pair && isAllowed(pair)) selected.add(index);
  }
  return [...selected].flatMap((index) => pairs[index] ?? []);
}

/** Unlike a subtraction, it also works for two infinite numbers. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

/** Exemplars of one kind have the same relations and operators, or no query. */
function kindOf({ query }: Exemplar): string {
  if (query === null) return 'null';
  const operators = query.match(
    /\b(?:COUNT|MAX|MIN|SUM|AVG|ORDER\s+BY|GROUP\s+BY|ASK|NOT\s+EXISTS)\b|[<>]=?\s*["?\d]/gi,
  );
  return [...relationsIn(query), ...new Set(operators?.map((text) => text.slice(0, 5).toUpperCase()))]
    .sort()
    .join(' ');
}

const MACHINE_ID = /^[mg]\.[0-9a-z_]+$/;

/** The names in a query that are neither entities nor prefixes, found without parsing because there may be very many queries. */
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

/** Adds the meaning of a word, so that "movie" matches "film". */
function withMeaning(word: string): string[] {
  const meaning = synonymSetOf(word);
  return meaning === undefined ? [word] : [word, `=${meaning}`];
}

function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** A question without case, punctuation and plurals. */
function normalize(question: string): string {
  return stemsOf(question).join(' ');
}

/** A `#` before an angle bracket is part of an IRI. */
function withoutComment(line: string): string {
  const start = line.indexOf('#', Math.max(line.lastIndexOf('<'), line.lastIndexOf('>')) + 1);
  return start < 0 ? line : line.slice(0, start);
}
