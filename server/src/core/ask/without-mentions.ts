import type { Linking } from '../link/linking';

/** The question without the names of what it is about: what is left says what is asked for. */
export function withoutMentions(question: string, { entities }: Pick<Linking, 'entities'>): string {
  const names = entities.flatMap(({ mention, match }) => (mention && match !== 'fuzzy' ? [mention] : []));
  let rest = '';
  let at = 0;
  for (const { start, end } of [...names].sort((left, right) => left.start - right.start)) {
    if (start > at) rest += `${question.slice(at, start)} `;
    at = Math.max(at, end);
  }
  const left = (rest + question.slice(at)).replace(/\s+/g, ' ').trim();
  // Where everything was taken for a name, something of it was meant as more than that.
  return /\p{L}/u.test(left) ? left : question;
}
