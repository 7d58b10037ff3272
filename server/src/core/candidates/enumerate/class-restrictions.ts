/** Candidates restricted to a class that the question names: of what a country contains, the cities. */
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import { isCommunity } from '../../schema/domain-index';
import { labelOf } from '../../schema/labels';
import type { Surroundings } from '../surroundings/surroundings';
import { contentWordsOutside, type QuestionWord } from '../../language/english/words';
import { stem } from '../../language/english/nouns';
import { SIMILARITY_OF_SYNONYMS, synonymSetOf } from '../../schema/synonyms';
import { createCandidate, type Candidate } from './candidate';
import { roundRobin } from './round-robin';
import { groupBy } from '../../language/text/multimap';
import type { FollowedCandidate } from './entity-conditions';

/** The similarity that a class must have to the words of the question. */
const MIN_SIMILARITY = 0.7;
const MAX_CLASSES = 3;

export async function restrictToClasses(
  followed: readonly FollowedCandidate[],
  words: readonly QuestionWord[],
  around: Pick<Surroundings, 'classesOf'>,
  retriever: Pick<SchemaRetriever, 'similarity'>,
  maxNodes: number,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const nodes = roundRobin(
    followed.map(({ reached }) => reached.ends.flatMap(({ end, literal }) => (literal ? [] : [end]))),
    maxNodes,
  );
  const restOf = ({ start }: Candidate): readonly QuestionWord[] =>
    contentWordsOutside(words, [start?.mention]);
  // If the question is only a name, no word can name a class.
  if (!nodes.length || !followed.some(({ candidate }) => restOf(candidate).length)) return [];
  // Others have no effect, whatever they are the classes of.
  const content = words.filter((word) => word.content);
  const mayBeNamed = (type: string): boolean =>
    type !== 'common.topic' && classSimilarity(type, content, retriever) >= MIN_SIMILARITY;
  const classes = await around.classesOf(nodes, mayBeNamed, signal);
  return followed.flatMap(({ candidate, reached }) => {
    const { endType } = candidate;
    const rest = restOf(candidate);
    const ends = new Set(reached.ends.map(({ end }) => end));
    const members = groupBy(
      [...ends].flatMap((end) => [...new Set(classes.get(end))].map((type) => ({ end, type }))),
      ({ type }) => type,
    );
    const named = [...members].map(([type, rows]) => ({
      type,
      answers: rows.map(({ end }) => end),
      similarity: classSimilarity(type, rest, retriever),
    }));
    // "Countries" does not mean the sport countries among them.
    const ofAll = Math.max(
      0,
      ...named.flatMap(({ answers, similarity }) => (answers.length < ends.size ? [] : [similarity])),
    );
    return named
      .filter(({ type, answers }) => type !== endType && answers.length < ends.size)
      .filter(({ similarity }) => similarity >= MIN_SIMILARITY && similarity > ofAll)
      .sort(
        (left, right) =>
          right.similarity - left.similarity ||
          right.answers.length - left.answers.length ||
          Number(isCommunity(left.type)) - Number(isCommunity(right.type)) ||
          (left.type < right.type ? -1 : 1),
      )
      .filter(
        ({ answers, similarity }, at, sorted) =>
          !sorted
            .slice(0, at)
            .some((other) => other.similarity > similarity && includesAll(other.answers, answers)),
      )
      .slice(0, MAX_CLASSES)
      .map(({ type, answers }) => createCandidate({ ...candidate, type, answers, ends: answers.length }));
  });
}

function includesAll(list: readonly string[], some: readonly string[]): boolean {
  const set = new Set(list);
  return some.every((each) => set.has(each));
}

/** The similarity of the words to the label of a class. The last word of the label counts most: `comic book series`. */
export function classSimilarity(
  type: string,
  words: readonly QuestionWord[],
  retriever: Pick<SchemaRetriever, 'similarity'>,
): number {
  const similarities = labelOf(type)
    .split(' ')
    .filter((name) => name.length > 1)
    .map((name) => Math.max(0, ...words.map((word) => wordSimilarity(word, name, retriever))));
  if (!similarities.length) return 0;
  const head = similarities.at(-1) ?? 0;
  return (head + similarities.reduce((sum, each) => sum + each, 0) / similarities.length) / 2;
}

function wordSimilarity(
  { word, stem: base }: QuestionWord,
  name: string,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): number {
  if (word === name) return 1;
  const meaning = synonymSetOf(base);
  const isSynonym = meaning !== undefined && meaning === synonymSetOf(stem(name));
  return Math.max(isSynonym ? SIMILARITY_OF_SYNONYMS : 0, retriever.similarity(word, name));
}
