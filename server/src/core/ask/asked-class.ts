/** Compares the classes of the answers with the class that the question names. */
import { classesByLastWord, usualClassName } from '../candidates/enumerate/classes-by-name';
import { lastWord, stem } from '../language/english/nouns';
import { analyzeQuestion } from '../language/english/question';
import { isCommunity } from '../schema/domain-index';
import type { KbSchema } from '../schema/schema';
import type { AskResult } from './ask-events';

/** Things that have their class in nearly every KB. A song or a book may have another. */
const CLASS_NOUN =
  /(?:^| )(?:states?|count(?:y|ies)|provinces?|cit(?:y|ies)|towns?|countr(?:y|ies)|continents?|islands?|rivers?|lakes?|oceans?|mountains?|planets?|moons?|time zones?|languages?|currenc(?:y|ies)|religions?|airports?|museums?|schools?|colleges?|universit(?:y|ies)|instruments?)$/;

/** Universities have schools, and few people tell them apart. */
const SCHOOL = /^(?:schools?|colleges?|universit(?:y|ies))$/;
const SCHOOL_CLASSES = ['school', 'college', 'university', 'institution'];

/** Whether all answers have other classes, and none has the one that is asked for: a county is not a state. */
export function lacksAskedClass(question: string, answers: AskResult['answers'], schema: KbSchema): boolean {
  const { noun = '' } = analyzeQuestion(question);
  if (!CLASS_NOUN.test(noun)) return false;
  const head = lastWord(noun);
  const names = SCHOOL.test(head) ? SCHOOL_CLASSES : [head, lastWord(usualClassName(head))];
  const asked = new Set(names.map(stem));
  const classes = [...asked].flatMap((word) => classesByLastWord(word, schema));
  if (!classes.length || !answers.length) return false;
  const hasAsked = (type: string): boolean => type.split(/[._]/).some((word) => asked.has(stem(word)));
  /** A place of which the KB knows no more may be a county. */
  const included = new Set<string>(classes.flatMap((id) => [...schema.includedTypes(id)]));
  const isOther = (type: string): boolean => !included.has(type) && !isCommunity(type);
  return answers.every(({ types = [] }) => types.some(isOther) && !types.some(hasAsked));
}
