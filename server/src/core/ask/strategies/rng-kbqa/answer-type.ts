/** The longest river is a river: where the question wants the greatest or least of a class, nothing else can be the answer. */
import { questionWords } from '../../../language/english/words';
import { analyzeQuestion } from '../../../language/english/question';
import { iriOf } from '../../../question/linking/linked-entities';
import type { AskPorts } from '../../ask-ports';
import { classesByName } from '../../../candidates/enumerate/classes-by-name';
import type { Candidate } from '../../../candidates/enumerate/candidate';
import { mentionsOf } from '../../../candidates/rank/mention-features';

/** Answers of which it is looked up what they are. */
const MAX_LOOKED_AT = 20;

/** Also where nothing is known of what the answers are. */
export async function hasExpectedType(
  { candidate }: { readonly candidate?: Candidate },
  answers: readonly string[],
  question: string,
  { schema, kb }: Pick<AskPorts, 'schema' | 'kb'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { noun } = analyzeQuestion(question);
  const classes =
    candidate?.extreme && !takesOf(noun, candidate, question) ? classesByName(noun, schema) : [];
  if (!classes.length) return true;
  const iris = answers.slice(0, MAX_LOOKED_AT).map((id) => iriOf(id, schema));
  const known = await kb.directory.lookUp(iris, signal);
  const typed = [...known.values()].filter(({ types }) => types.some((type) => type !== 'common.topic'));
  return !typed.length || typed.some(({ types }) => classes.some((type) => types.includes(type)));
}

/** A name says a part of the kind: a basketball player is one of those who play basketball, whatever else they are. */
function takesOf(noun = '', candidate: Candidate, question: string): boolean {
  const kind = new Set(noun.split(' '));
  return mentionsOf(candidate).some(({ start, end }) =>
    questionWords(question.slice(start, end)).every(({ word }) => kind.has(word)),
  );
}
