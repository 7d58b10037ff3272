/** The names in a question: the entities that it is likely about, and its text without them. */
import type { LinkedEntity, Linking } from '../question/linking/linking';
import { NAME } from '../question/retrieval/question-grams';
import { analyzeQuestion } from '../language/english/question';

/** An entity below this share of the best score for the same words is only an alternative for the user. */
const LIKELY = 0.35;

/** The best entities for each name, best first. */
export function likelyEntities(
  { entities }: Pick<Linking, 'entities'>,
  most: number,
): readonly LinkedEntity[] {
  const isLikely = (entity: LinkedEntity): boolean =>
    entity.match === 'given' ||
    !entities.some((other) => overlaps(other, entity) && entity.score < LIKELY * other.score);
  return entities.filter(isLikely).slice(0, most);
}

function overlaps({ mention: left }: LinkedEntity, { mention: right }: LinkedEntity): boolean {
  return left !== undefined && right !== undefined && left.start < right.end && right.start < left.end;
}

/** The question without its names, each replaced by `…`. */
export function withoutMentions(question: string, { entities }: Pick<Linking, 'entities'>): string {
  const sure = likelyEntities({ entities }, entities.length).flatMap(({ mention }) => mention ?? []);
  // In a question that capitalizes names, `governor` is not a name.
  const proper = sure.filter(({ start }) => /[\p{Lu}\p{N}]/u.test(question.charAt(start)));
  const names = proper.length ? proper : sure.slice(0, 1);
  let rest = '';
  let at = 0;
  for (const { start, end } of [...names].sort((left, right) => left.start - right.start)) {
    if (start >= at) rest += `${question.slice(at, start)} ${NAME} `;
    at = Math.max(at, end);
  }
  const left = (rest + question.slice(at)).replace(/\s+/g, ' ').trim();
  // If everything was taken for a name, keep the question.
  return /\p{L}/u.test(left) ? left : question;
}

/** Removes entities that only match the noun of the expected type: "Which film …" is not about a “War film”. */
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
