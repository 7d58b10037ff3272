/** Candidates to members of a class, one hop from an entity: of all that a country contains, the tourist attractions. */
import type { KbSchema } from '../../schema/schema';
import { hasWholeName, type LinkedEntity } from '../../question/linking/linking';
import { endTypeOf } from '../surroundings/directions';
import type { Surroundings } from '../surroundings/surroundings';
import type { QuestionAnalysis } from '../../language/english/question';
import { questionWords, type QuestionWord } from '../../language/english/words';
import { covers } from '../../language/text/range';
import { classesByName, usualClassName } from './classes-by-name';
import { createCandidate } from './candidate';
import { pathCandidate } from './entity-paths';
import type { FollowedCandidate } from './entity-conditions';

const MAX_CLASSES = 2;
const MAX_ENTITIES = 3;
const MAX_MEMBERS = 5000;

export async function candidatesToMembers(
  starts: readonly LinkedEntity[],
  { words, noun }: Pick<QuestionAnalysis, 'words' | 'noun'>,
  around: Surroundings,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<readonly FollowedCandidate[]> {
  if (noun === undefined) return [];
  const others = wordsBesideNoun(noun, words);
  const entities = new Map(
    starts
      .filter((entity) => hasWholeName(entity) && isMentionedBy(others, entity))
      .slice(0, MAX_ENTITIES)
      .map((entity) => [entity.id, entity] as const),
  );
  if (!entities.size) return [];
  const followed = await Promise.all(
    classesByName(usualClassName(noun), schema)
      .slice(0, MAX_CLASSES)
      .map(async (type): Promise<readonly FollowedCandidate[]> => {
        const hops = await around.findMembers([...entities.keys()], type, MAX_MEMBERS, signal);
        return hops.flatMap(({ node, relation, reverse, members }) => {
          const start = entities.get(node);
          const endType = endTypeOf({ relation, reverse }, schema);
          // A restriction to the class would not exclude anything.
          if (!start || (endType !== undefined && schema.includesType(endType, type))) return [];
          const path = pathCandidate(start, [{ relation, reverse }], members.length, schema);
          const candidate = createCandidate({ ...path, type, answers: members });
          const ends = members.map((end) => ({ end, literal: false }));
          return [{ candidate, reached: { ends, more: false }, matchesNoun: true }];
        });
      }),
  );
  return followed.flat();
}

/** The content words that are not in the noun. */
export function wordsBesideNoun(noun: string, words: readonly QuestionWord[]): readonly QuestionWord[] {
  const nounStems = new Set(questionWords(noun).map((word) => word.stem));
  return words.filter(({ content, stem }) => content && !nounStems.has(stem));
}

export function isMentionedBy(words: readonly QuestionWord[], { mention }: LinkedEntity): boolean {
  return !mention || words.some(({ range }) => covers(mention, range));
}
