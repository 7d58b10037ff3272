/** The longest river is a river: where the question wants the greatest or least of a class, nothing else can be the answer. */
import { domainsOf, isCommunity } from '../../../kb/domains';
import { labelOf } from '../../../kb/labels';
import type { KbSchema } from '../../../kb/schema';
import { stem } from '../../../kb/synonyms';
import { iriOf } from '../../../link/linked-entities';
import { focusOf } from '../../../retrieve/question-focus';
import type { AskPorts } from '../../ask-ports';
import type { Candidate } from '../../candidates/candidate';

/** Answers of which it is looked up what they are. */
const MOST_LOOKED_AT = 20;

/** Also where nothing is known of what the answers are. */
export async function isOfKindWanted(
  { candidate }: { readonly candidate?: Candidate },
  answers: readonly string[],
  question: string,
  { schema, kb }: Pick<AskPorts, 'schema' | 'kb'>,
  signal: AbortSignal,
): Promise<boolean> {
  const classes = candidate?.extreme ? classesCalled(focusOf(question).noun, schema) : [];
  if (!classes.length) return true;
  const iris = answers.slice(0, MOST_LOOKED_AT).map((id) => iriOf(id, schema));
  const known = await kb.directory.lookUp(iris, signal);
  const typed = [...known.values()].filter(({ types }) => types.some((type) => type !== 'common.topic'));
  return !typed.length || typed.some(({ types }) => classes.some((type) => types.includes(type)));
}

/** Just so, and in no other words. */
function classesCalled(noun: string | undefined, schema: KbSchema): readonly string[] {
  if (noun === undefined) return [];
  const { ids, typesIn } = domainsOf(schema);
  const called = noun.split(' ').map(stem).join(' ');
  return ids
    .filter((domain) => !isCommunity(domain))
    .flatMap((domain) => typesIn(domain).filter((type) => labelOf(type) === called));
}
