/** Steps between a place and what contains it, which a question expresses only by "in" or "of" before the name. */
import type { Candidate } from '../enumerate/candidate';
import type { QuestionWord } from '../../language/english/words';

const INWARDS = /(?:^|[._])contains$/;
const OUTWARDS = /(?:^|[._])contained_?by$/;
const WITHIN = /^(?:in|within|inside|from)$/;

/** One step from a place to what it contains, where the question says “in” before the name of the place. */
export function isWithin(
  start: Candidate['start'],
  [hop, further]: Candidate['hops'],
  words: readonly QuestionWord[],
): boolean {
  if (!hop || further || !(hop.reverse ? OUTWARDS : INWARDS).test(hop.relation)) return false;
  return WITHIN.test(wordBefore(start, words));
}

/**
 * It goes on behind the place that the named one is in: the capital of Texas is not that of its country, and who was born in Texas is none
 * of those who govern the country. What is the same all over a country, such as the currency in Texas, may be meant.
 */
export function isAboutContainer(
  { start, hops: [hop], turn }: Candidate,
  words: readonly QuestionWord[],
  leadsToPersons: boolean,
): boolean {
  if (!hop || turn !== 1 || !(hop.reverse ? INWARDS : OUTWARDS).test(hop.relation)) return false;
  const before = wordBefore(start, words);
  return before === 'of' || (leadsToPersons && WITHIN.test(before));
}

/** Before the name of the start; articles do not count. */
function wordBefore(start: Candidate['start'], words: readonly QuestionWord[]): string {
  const mention = start?.mention;
  if (!mention) return '';
  return words.filter(({ range, word }) => range.end <= mention.start && word !== 'the').at(-1)?.word ?? '';
}
