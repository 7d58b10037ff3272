/** Logical forms about all members of a class: the longest river, the countries with more than ten million people. */
import type { KbSchema } from '../../schema/schema';
import { isCommunity } from '../../schema/domains';
import { labelOf } from '../../schema/labels';
import type { Linking } from '../../question/linking/linking';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import type { LiteralFact, Surroundings } from '../surroundings/surroundings';
import { questionWords, type QuestionWord } from '../../language/english/words';
import { covers } from '../../language/text/range';
import type { Enumeration } from './enumerate';
import { candidateOf, type Candidate } from './candidate';
import { nearness } from './classes';
import { comparedBy, measuredBy, measuresOf, narrowedTo } from './measures';
import { conditionsOn } from './values';

/** As near as a class must come to what the question asks for. */
const NEAR = 0.74;
/** Where the members of a class have what is measured, one that is called less alike is not meant. */
const AS_NEAR = 0.05;
const MOST_CLASSES = 4;
/** As near as a word of the class must come to each word of what is asked for. */
const SAID = 0.7;
const MOST_LOOKED_AT = 12;
/** Of a class that has more members with a value than these, the answers are left to the query. */
const MOST_MEMBERS = 5000;

export async function ofWholeClasses(
  question: Enumeration,
  around: Surroundings,
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const { words, orderWord, linking } = question;
  const compared = linking.literals.filter(({ comparison, kind }) => comparison ?? kind === 'year');
  const noun = question.noun ?? (question.kind === 'who' ? 'person' : undefined);
  if (noun === undefined || (!orderWord && !compared.length)) return [];
  if (namesAnother(noun, words, linking)) return [];
  const wanted = [
    ...(orderWord ? measuredBy(question) : []),
    ...compared.flatMap((literal) => comparedBy(literal, question)),
  ];
  const found: Candidate[] = [];
  let best = 0;
  for (const { type: called, near } of classesCalled(noun, retriever)) {
    if (near < best - AS_NEAR) break;
    const type = narrowedTo(called, wanted, schema, retriever);
    const measures = measuresOf(type, wanted, schema, retriever);
    const facts = await around.measuresOf(type, measures, MOST_MEMBERS, signal);
    const members = [...new Set(facts.map(({ node }) => node))];
    if (members.length < 2) continue;
    best ||= near;
    const walk = candidateOf({ hops: [], type, endType: type });
    const reached = { ends: members.map((end) => ({ end, literal: false })), more: false };
    const some = facts.length >= MOST_MEMBERS;
    for (const one of conditionsOn({ walk, reached }, byNode(facts), compared, question))
      found.push(some ? withoutAnswers(one) : one);
  }
  return found;
}

/** Something is named beside what is asked for, so that not the whole class is meant: the largest city in Texas. */
function namesAnother(
  noun: string,
  words: readonly QuestionWord[],
  { entities, literals }: Linking,
): boolean {
  const kind = new Set(questionWords(noun).map((word) => word.stem));
  const others = words.filter(
    ({ content, stem, range }) =>
      content && !kind.has(stem) && !literals.some(({ mention }) => covers(mention, range)),
  );
  return entities.some(
    ({ mention, match }) =>
      (match === 'exact' || match === 'given') &&
      (!mention || others.some(({ range }) => covers(mention, range))),
  );
}

/** Classes that are called as the question calls what it asks for. */
function classesCalled(
  noun: string,
  retriever: Pick<SchemaRetriever, 'similarity' | 'classes'>,
): readonly { readonly type: string; readonly near: number }[] {
  const words = questionWords(noun).map((word) => ({ ...word, word: word.stem }));
  return retriever
    .classes(noun, { most: MOST_LOOKED_AT })
    .map(({ id }) => ({ type: id, near: isCommunity(id) ? 0 : nearness(id, words, retriever) }))
    .filter(({ type }) => words.every(({ word, content }) => !content || isSaidBy(type, word, retriever)))
    .filter(({ near }) => near >= NEAR)
    .sort((left, right) => right.near - left.near)
    .slice(0, MOST_CLASSES);
}

/** Of a basketball player, the basketball too. */
function isSaidBy(type: string, word: string, retriever: Pick<SchemaRetriever, 'similarity'>): boolean {
  return labelOf(type)
    .split(' ')
    .some((name) => name === word || retriever.similarity(word, name) >= SAID);
}

function byNode(facts: readonly LiteralFact[]): ReadonlyMap<string, readonly LiteralFact[]> {
  const nodes = new Map<string, LiteralFact[]>();
  for (const fact of facts) {
    const those = nodes.get(fact.node);
    if (those) those.push(fact);
    else nodes.set(fact.node, [fact]);
  }
  return nodes;
}

function withoutAnswers({ hops, type, endType, extreme, compare }: Candidate): Candidate {
  return candidateOf({
    hops,
    ...(type === undefined ? {} : { type }),
    ...(endType === undefined ? {} : { endType }),
    ...(extreme && { extreme }),
    ...(compare && { compare }),
  });
}
