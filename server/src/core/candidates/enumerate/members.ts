/** Members of a class that the question names, one step from an entity: of all that a country contains, the tourist attractions. */
import type { KbSchema } from '../../schema/schema';
import type { LinkedEntity } from '../../question/linking/linking';
import { endTypeOf } from '../surroundings/directions';
import type { Surroundings } from '../surroundings/surroundings';
import type { QuestionAnalysis } from '../../language/english/question';
import { questionWords, type QuestionWord } from '../../language/english/words';
import { covers } from '../../language/text/range';
import { classesByName } from './classes-by-name';
import { candidateOf } from './candidate';
import type { ReachedWalk } from './meeting';

const MOST_CLASSES = 2;
const MOST_ENTITIES = 3;
const MOST_MEMBERS = 5000;

export async function membersBeside(
  starts: readonly LinkedEntity[],
  { words, noun }: Pick<QuestionAnalysis, 'words' | 'noun'>,
  around: Surroundings,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<readonly ReachedWalk[]> {
  if (noun === undefined) return [];
  const entities = new Map(
    besideTheNoun(starts, noun, words)
      .slice(0, MOST_ENTITIES)
      .map((entity) => [entity.id, entity] as const),
  );
  if (!entities.size) return [];
  const found: ReachedWalk[] = [];
  for (const type of classesByName(noun, schema).slice(0, MOST_CLASSES)) {
    const steps = await around.membersAround([...entities.keys()], type, MOST_MEMBERS, signal);
    for (const { node, relation, reverse, members } of steps) {
      const start = entities.get(node);
      const endType = endTypeOf({ relation, reverse }, schema);
      // All that the step leads to is of the class.
      if (!start || isOfClass(endType, type, schema)) continue;
      const walk = candidateOf({
        start,
        hops: [{ relation, reverse }],
        type,
        answers: members,
        ends: members.length,
        ...(endType === undefined ? {} : { endType }),
      });
      const ends = members.map((end) => ({ end, literal: false }));
      found.push({ walk, reached: { ends, more: false }, called: true });
    }
  }
  return found;
}

function isOfClass(endType: string | undefined, type: string, schema: KbSchema): boolean {
  return endType !== undefined && (schema.included(endType) as ReadonlySet<string>).has(type);
}

/** Named by words that do not only say what is asked for. */
function besideTheNoun(
  starts: readonly LinkedEntity[],
  noun: string,
  words: readonly QuestionWord[],
): readonly LinkedEntity[] {
  const kind = new Set(questionWords(noun).map((word) => word.stem));
  const others = words.filter(({ content, stem }) => content && !kind.has(stem));
  return starts.filter(
    ({ mention, match }) =>
      match !== 'partial' &&
      match !== 'fuzzy' &&
      (!mention || others.some(({ range }) => covers(mention, range))),
  );
}
