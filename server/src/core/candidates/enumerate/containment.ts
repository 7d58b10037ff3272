/** Steps between a place and what contains it, which a question expresses only by "in" or "of" before the name. */
import type { Candidate } from './candidate';
import type { QuestionWord } from '../../language/english/words';

export const CONTAINS = /(?:^|[._])contains$/;
export const CONTAINED_BY = /(?:^|[._])contained_?by$/;
const PREPOSITION = /^(?:in|within|inside|from)$/;

/** Whether a step leads to what contains a place, or to what is in it. */
export function isContainment({ relation }: Candidate['hops'][number]): boolean {
  return CONTAINS.test(relation) || CONTAINED_BY.test(relation);
}

/** Whether the path is one step from a place to what it contains, and the question has "in" before the place. */
export function isWithin(
  start: Candidate['start'],
  [hop, further]: Candidate['hops'],
  words: readonly QuestionWord[],
): boolean {
  if (!hop || further || !(hop.reverse ? CONTAINED_BY : CONTAINS).test(hop.relation)) return false;
  return PREPOSITION.test(wordBefore(start, words));
}

/**
 * Whether the path continues from the place that contains the start, although the question is about the start itself: the
 * capital of Texas is not that of its country. What a whole country shares, such as the currency in Texas, may be meant.
 */
export function isAboutContainer(
  { start, hops: [hop], turn }: Candidate,
  words: readonly QuestionWord[],
  endsAtPersons: boolean,
): boolean {
  if (!hop || turn !== 1 || !(hop.reverse ? CONTAINS : CONTAINED_BY).test(hop.relation)) return false;
  const before = wordBefore(start, words);
  return before === 'of' || (endsAtPersons && PREPOSITION.test(before));
}

/** The word before the mention of the start, except "the". */
function wordBefore(start: Candidate['start'], words: readonly QuestionWord[]): string {
  const mention = start?.mention;
  if (!mention) return '';
  return words.filter(({ range, word }) => range.end <= mention.start && word !== 'the').at(-1)?.word ?? '';
}
