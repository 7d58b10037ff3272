/** Compares the types of the answers of a form with the class that the question names. */
import { classesByName, usualClassName } from '../../candidates/enumerate/classes-by-name';
import type { Candidate } from '../../candidates/enumerate/candidate';
import { mentionsOf } from '../../candidates/rank/mention-features';
import { analyzeQuestion } from '../../language/english/question';
import { questionWords } from '../../language/english/words';
import { iriOf } from '../../question/linking/linked-entities';
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
