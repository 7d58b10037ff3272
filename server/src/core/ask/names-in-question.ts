/** The names of a question: which of the entities that were linked it is likely about, and what is left of it without them. */
import type { LinkedEntity, Linking } from '../question/linking/linking';
import { NAME } from '../question/retrieval/question-grams';

/** What scores less than this part of the best for the same words is there to be picked by the user, and no place to begin at. */
const LIKELY = 0.35;

/** The best for each of the names, and what comes near to it; the best first. */
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

/** What is left says what is asked for; `…` stands for the names. */
export function withoutMentions(question: string, { entities }: Pick<Linking, 'entities'>): string {
  const sure = likelyEntities({ entities }, entities.length).flatMap(({ mention }) => mention ?? []);
  // In a question that writes names with capitals, `governor` is none.
  const proper = sure.filter(({ start }) => /[\p{Lu}\p{N}]/u.test(question.charAt(start)));
  const names = proper.length ? proper : sure.slice(0, 1);
  let rest = '';
  let at = 0;
  for (const { start, end } of [...names].sort((left, right) => left.start - right.start)) {
    if (start >= at) rest += `${question.slice(at, start)} ${NAME} `;
    at = Math.max(at, end);
  }
  const left = (rest + question.slice(at)).replace(/\s+/g, ' ').trim();
  // Where everything was taken for a name, something of it was meant as more than that.
  return /\p{L}/u.test(left) ? left : question;
}
