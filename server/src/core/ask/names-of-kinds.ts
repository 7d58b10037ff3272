/** What a question calls the things that it asks for is no part of a name: which film has the biggest budget is not about a “War film”. */
import { analyzeQuestion } from '../language/english/question';
import type { LinkedEntity, Linking } from '../question/linking/linking';

/** Without the entities that only share the word for the kind of thing that is asked for. */
export function withoutTypeNouns(question: string, linking: Linking): Linking {
  const { noun } = analyzeQuestion(question);
  const kind = noun?.split(' ').at(-1);
  if (kind === undefined) return linking;
  const isOfKind = ({ mention, match }: LinkedEntity): boolean =>
    mention !== undefined &&
    (match === 'partial' || match === 'fuzzy') &&
    question.slice(mention.start, mention.end) === kind;
  return { ...linking, entities: linking.entities.filter((entity) => !isOfKind(entity)) };
}
