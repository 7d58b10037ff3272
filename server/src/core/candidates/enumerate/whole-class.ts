/** Candidates about all members of a class: the longest river, the countries with more than ten million people. */
import type { KbSchema } from '../../schema/schema';
import { isCommunity } from '../../schema/domain-index';
import { labelOf } from '../../schema/labels';
import { hasExactName, type Linking } from '../../question/linking/linking';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import type { Surroundings } from '../surroundings/surroundings';
import { groupBy } from '../../language/text/multimap';
import { contentWordsOutside, questionWords, type QuestionWord } from '../../language/english/words';
import { nounWithoutSuperlative } from '../../language/english/superlatives';
import type { EnumerationQuestion } from './enumerate';
import { createCandidate, type Candidate } from './candidate';
import { classSimilarity } from './class-restrictions';
import { usualClassName } from './classes-by-name';
import { isMentionedBy, wordsBesideNoun } from './members';
import { comparisonMeasures, superlativeMeasures, measuresOf, narrowClass } from './measures';
import { valueConditions } from './value-conditions';

/** The similarity to the noun of the question that a class must have. */
const MIN_SIMILARITY = 0.74;
/** A class that is less similar than the best one with facts by more than this is not used. */
const MAX_DISTANCE = 0.05;
const MAX_CLASSES = 4;
/** The similarity to each word of the noun that some word of the class must have. */
const MIN_WORD_SIMILARITY = 0.7;
const MAX_RETRIEVED = 12;
/** With more facts than this, the answers are not computed here. */
const MAX_FACTS = 5000;

export async function wholeClassCandidates(
  question: EnumerationQuestion,
  around: Surroundings,
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const { words, orderWord, linking } = question;
  const compared = linking.literals.filter(({ comparison, kind }) => comparison ?? kind === 'year');
  const noun = nounWithoutSuperlative(question) ?? (question.kind === 'who' ? 'person' : undefined);
  if (noun === undefined || (!orderWord && !compared.length)) return [];
  if (mentionsEntity(noun, words, linking)) return [];
  const wanted = [
    ...(orderWord ? superlativeMeasures(question) : []),
    ...compared.flatMap((literal) => comparisonMeasures(literal, question)),
  ];
  const candidates: Candidate[] = [];
  let best = 0;
  for (const { id, similarity } of classesLike(usualClassName(noun), retriever)) {
    if (similarity < best - MAX_DISTANCE) break;
    const type = narrowClass(id, wanted, schema, retriever);
    const measures = measuresOf(type, wanted, schema, retriever);
    const facts = await around.measuresOfClass(type, measures, MAX_FACTS, signal);
    const factsByMember = groupBy(facts, ({ node }) => node);
    if (factsByMember.size < 2) continue;
    best ||= similarity;
    const members = {
      candidate: createCandidate({ hops: [], type, endType: type }),
      reached: { ends: [...factsByMember.keys()].map((end) => ({ end, literal: false })), more: false },
      matchesNoun: false,
    };
    const isIncomplete = facts.length >= MAX_FACTS;
    for (const candidate of valueConditions(members, factsByMember, compared, question))
      candidates.push(isIncomplete ? withoutAnswers(candidate) : candidate);
  }
  return candidates;
}

/** Whether the question mentions an entity besides the noun, so that the whole class is not meant: the largest city in Texas. */
function mentionsEntity(
  noun: string,
  words: readonly QuestionWord[],
  { entities, literals }: Linking,
): boolean {
  const numbers = literals.map(({ mention }) => mention);
  const others = contentWordsOutside(wordsBesideNoun(noun, words), numbers);
  return entities.some((entity) => hasExactName(entity) && isMentionedBy(others, entity));
}

/** Classes whose label is similar to the noun in each of its words: a basketball player is not just any player. */
function classesLike(
  noun: string,
  retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>,
): readonly { readonly id: string; readonly similarity: number }[] {
  const words = questionWords(noun).map((word) => ({ ...word, word: word.stem }));
  const hasWord = (id: string, word: string): boolean =>
    labelOf(id)
      .split(' ')
      .some((name) => name === word || retriever.similarity(word, name) >= MIN_WORD_SIMILARITY);
  return retriever
    .classes(noun, { limit: MAX_RETRIEVED })
    .map(({ id }) => ({ id, similarity: isCommunity(id) ? 0 : classSimilarity(id, words, retriever) }))
    .filter(({ id }) => words.every(({ word, content }) => !content || hasWord(id, word)))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((left, right) => right.similarity - left.similarity)
    .slice(0, MAX_CLASSES);
}

function withoutAnswers({ answers: _, ends: __, ...candidate }: Candidate): Candidate {
  return candidate;
}
