/** Compares the types of the answers with the class that the question names. */
import { classesByLastWord, classesByName, usualClassName } from '../../candidates/enumerate/classes-by-name';
import type { Candidate } from '../../candidates/enumerate/candidate';
import { mentionsOf } from '../../candidates/rank/mention-features';
import { lastWord, stem } from '../../language/english/nouns';
import { analyzeQuestion } from '../../language/english/question';
import { questionWords } from '../../language/english/words';
import type { LinkedEntity } from '../../question/linking/linking';
import { iriOf } from '../../question/linking/linked-entities';
import { isCommunity } from '../../schema/domain-index';
import type { KbSchema } from '../../schema/schema';
import type { AskResult } from '../ask-events';
import type { AskPorts } from '../ask-ports';

/** Limits the answers whose types are looked up. */
const MAX_TYPED_ANSWERS = 20;

/** Compares the types of the answers with the noun of a superlative. Returns true if the types are unknown. */
export async function hasExpectedType(
  form: { readonly candidate?: Candidate },
  answers: readonly string[],
  question: string,
  ports: Pick<AskPorts, 'schema' | 'kb'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!form.candidate?.extreme) return true;
  return (await isOfNamedClass(form, answers, question, ports, signal)) !== false;
}

/** Whether the answers are of a class with the name of the noun; undefined if there is none or their types are unknown. */
export async function isOfNamedClass(
  { candidate }: { readonly candidate?: Candidate },
  answers: readonly string[],
  question: string,
  { schema, kb }: Pick<AskPorts, 'schema' | 'kb'>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { noun } = analyzeQuestion(question);
  const isClass = candidate && !candidate.counts && !usesPartOfNoun(noun, candidate, question);
  const exact = isClass ? classesByName(noun, schema) : [];
  const classes = isClass && !exact.length ? classesByName(usualClassName(noun ?? ''), schema) : exact;
  if (!classes.length) return undefined;
  const iris = answers.slice(0, MAX_TYPED_ANSWERS).map((id) => iriOf(id, schema));
  const known = await kb.directory.lookUp(iris, signal);
  // A location may be a city that is not marked as one.
  const broader = new Set<string>(
    exact.length ? [] : classes.flatMap((type) => [...schema.includedTypes(type)]),
  );
  const isUnknown = (type: string): boolean =>
    type === 'common.topic' || (broader.has(type) && !classes.includes(type));
  const typed = [...known.values()].filter(({ types }) => !types.every(isUnknown));
  return typed.length ? typed.some(({ types }) => classes.some((type) => types.includes(type))) : undefined;
}

/** Whether an entity covers a part of the noun: a "basketball player" is anyone who plays basketball. */
function usesPartOfNoun(noun = '', candidate: Candidate, question: string): boolean {
  const nounWords = new Set(noun.split(' '));
  return mentionsOf(candidate).some(({ start, end }) =>
    questionWords(question.slice(start, end)).every(({ word }) => nounWords.has(word)),
  );
}

/** Nouns for things that have their class in nearly every KB. A song or a book may have another. */
const CLASS_NOUN =
  /(?:^| )(?:states?|count(?:y|ies)|provinces?|cit(?:y|ies)|towns?|countr(?:y|ies)|continents?|islands?|rivers?|lakes?|oceans?|mountains?|planets?|moons?|time zones?|languages?|currenc(?:y|ies)|religions?|airports?|museums?|schools?|colleges?|universit(?:y|ies)|instruments?)$/;

const CITY = /^(?:cit(?:y|ies)|towns?)$/;
const PLACE = 'location.location';
const PLACE_CLASS = /(?:state|county|province|country|region|continent|island|water|mountain)$/;

/** Universities have schools, and few people tell them apart. */
const SCHOOL = /^(?:schools?|colleges?|universit(?:y|ies))$/;
const SCHOOL_CLASSES = ['school', 'college', 'university', 'institution'];

/** Nouns for people and works, with a pattern for the classes that they have. */
const CLASSES_OF_NOUNS: readonly (readonly [noun: RegExp, classes: RegExp])[] = [
  [/^(?:actors?|actress(?:es)?)$/, /actor/],
  [/^stars?$/, /actor|^(?:music|sports|celebrities)\.|star/],
  [/^(?:politician|president)s?$/, /politician|president/],
  [/^(?:athlete|player)s?$/, /athlete|player|^(?:sports|olympics)\./],
  [/^(?:musician|singer)s?$/, /^music\.|musical/],
  [/^(?:author|writer|novelist|poet)s?$/, /author|writer|poet|lyricist/],
  [/^composers?$/, /^music\.|composer/],
  [/^directors?$/, /director/],
  [/^(?:king|queen|monarch|emperor)s?$/, /^royalty\.|monarch|politician/],
  [/^(?:book|novel)s?$/, /^(?:book|comic_books)\.|written_work/],
  [/^(?:song|album)s?$/, /^music\.|song|album/],
  [/^(?:film|movie)s?$/, /film|movie|^(?:tv|media_common)\./],
];

/**
 * Whether the answers are other people or works than the question asks for: not all who were born in Liverpool are politicians. If the
 * query expresses the noun by a relation or an entity, no class is needed.
 */
export function areOtherPeopleOrWorks(
  question: string,
  answers: AskResult['answers'],
  query: string,
  used: readonly Pick<LinkedEntity, 'mention'>[],
): boolean {
  const { noun } = analyzeQuestion(question);
  const head = lastWord(noun);
  const [, classes] = CLASSES_OF_NOUNS.find(([nouns]) => nouns.test(head)) ?? [];
  if (!classes || !answers.length || query.includes(stem(head))) return false;
  const isUsed = used.some(
    ({ mention }) => mention && question.slice(mention.start, mention.end).endsWith(head),
  );
  const isKnown = (type: string): boolean => type !== 'common.topic' && !isCommunity(type);
  return (
    !isUsed &&
    answers.every(({ types = [] }) => types.some(isKnown) && !types.some((type) => classes.test(type)))
  );
}

/**
 * Whether no answer has the class that is asked for, and most have others: a county is not a state. If a relation of the query has the
 * noun as its name, no class is needed: a province may be the state of a city.
 */
export function lacksAskedClass(
  question: string,
  answers: AskResult['answers'],
  query: string,
  schema: KbSchema,
): boolean {
  const { noun = '' } = analyzeQuestion(question);
  if (!CLASS_NOUN.test(noun)) return false;
  const head = lastWord(noun);
  if (new RegExp(String.raw`\.${stem(head)}\b`).test(query)) return false;
  const names = SCHOOL.test(head) ? SCHOOL_CLASSES : [head, lastWord(usualClassName(head))];
  const asked = new Set(names.map(stem));
  const classes = [...asked].flatMap((word) => classesByLastWord(word, schema));
  if (!classes.length || !answers.length) return false;
  const hasAsked = (type: string): boolean => type.split(/[._]/).some((word) => asked.has(stem(word)));
  /** A place of which the KB knows no more may be a county. */
  const included = new Set<string>(classes.flatMap((id) => [...schema.includedTypes(id)]));
  const isOther = (type: string): boolean => !included.has(type) && !isCommunity(type);
  /** A film location or a travel destination may be a city, but a state is none. */
  const isOtherPlace = (type: string): boolean => isOther(type) && PLACE_CLASS.test(type);
  const asksForCity = CITY.test(head);
  const others = answers.filter(({ types = [] }) =>
    types.some(asksForCity && types.includes(PLACE) ? isOtherPlace : isOther),
  );
  const mayHaveAsked = ({ types = [] }: AskResult['answers'][number]): boolean =>
    types.every((type) => type === 'common.topic') || types.some(hasAsked);
  return others.length * 2 >= answers.length && !answers.some(mayHaveAsked);
}
