/** Words of a question that ask for a certain relation. */
import { synonymSetOf } from '../../schema/synonyms';

/** Meanings that are nearly always expressed by the same relation; one word for each. */
const SPECIFIC_MEANINGS = meaningsOf(
  'spouse child parent sibling birth death burial director writer producer composer editor inventor founder award currency language capital population religion adapted',
);

/** A winner may be a champion, which is not an award, and a partner may be one in trade. */
const AMBIGUOUS = new Set(['won', 'winner', 'winning', 'partner']);

/** Whether a stem asks for one certain relation. */
export function asksForRelation(stem: string): boolean {
  return hasMeaning(stem, SPECIFIC_MEANINGS);
}

const PERSONAL_MEANINGS = meaningsOf('spouse child parent sibling');

/** Whether a stem asks for a person who is related to another one. */
export function isPersonalRelation(stem: string): boolean {
  return hasMeaning(stem, PERSONAL_MEANINGS);
}

function meaningsOf(words: string): ReadonlySet<number | undefined> {
  return new Set(words.split(' ').map(synonymSetOf));
}

function hasMeaning(stem: string, meanings: ReadonlySet<number | undefined>): boolean {
  const meaning = synonymSetOf(stem);
  return meaning !== undefined && meanings.has(meaning) && !AMBIGUOUS.has(stem);
}

const EVENTS = new Set(
  'released premiered published built opened launched discovered completed constructed introduced'.split(' '),
);

/** Whether a word names an event: a question for its time does not ask for the time of another one. */
export function isEvent(word: string): boolean {
  return EVENTS.has(word);
}
