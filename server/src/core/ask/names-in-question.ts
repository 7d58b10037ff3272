/** The names of a question: which of the entities that were linked it is likely about, and what is left of it without them. */
import type { LinkedEntity, Linking } from '../link/linking';
import { NAME } from '../retrieve/question-grams';

/** What scores less than this part of the best is there to be picked by the user, and no place to begin at. */
const LIKELY = 0.35;
/** What is as sure as a name: a word that happens to be one says more about what is asked for. */
const SURE = 0.6;

export function likelyEntities({ entities }: Linking, most: number): readonly LinkedEntity[] {
  const best = Math.max(0, ...entities.map(({ score }) => score));
  return entities.filter(({ score, match }) => match === 'given' || score >= LIKELY * best).slice(0, most);
}

/** What is left says what is asked for; `…` stands for the names. */
export function withoutMentions(question: string, { entities }: Pick<Linking, 'entities'>): string {
  const best = Math.max(0, ...entities.map(({ score }) => score));
  const sure = entities.flatMap(({ mention, match, score }) =>
    mention && (match === 'given' || score >= SURE * best) ? [mention] : [],
  );
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
