/** Words that ask for one relation, and are said of one that has another name only rarely. */
import { meaningOf } from '../../schema/synonyms';

/** By one of each meaning. */
const TELLING = new Set(
  'spouse child parent sibling birth death burial director writer producer composer editor inventor founder award currency language capital population religion'
    .split(' ')
    .map(meaningOf),
);

/** Who has won may be the champion of something, which is no award. */
const OF_MORE_THAN_ONE = new Set(['won', 'winner', 'winning']);

export function asksForRelation(stem: string): boolean {
  const meaning = meaningOf(stem);
  return meaning !== undefined && TELLING.has(meaning) && !OF_MORE_THAN_ONE.has(stem);
}
