/** Pairs of relations for the start and the end of a period. */
import type { KbSchema } from '../schema/schema';

interface TimeRelations {
  readonly begin: string;
  readonly end: string;
}

const SUFFIX_PAIRS: readonly (readonly [begin: RegExp, beginWord: string, end: RegExp, endWord: string])[] = [
  [/from_date$/, 'from_date', /to_date$/, 'to_date'],
  [/start_date$/, 'start_date', /end_date$/, 'end_date'],
  [/date_from$/, 'date_from', /date_to$/, 'date_to'],
  [/\bfrom$/, 'from', /\bto$/, 'to'],
  [/_from$/, '_from', /_to$/, '_to'],
  [/began$/, 'began', /ended$/, 'ended'],
  [/start$/, 'start', /end$/, 'end'],
];

/** Finds the pair by either relation. A relation without a counterpart is a point in time: both start and end. */
export function timeRelations(relation: string, schema: Pick<KbSchema, 'hasRelation'>): TimeRelations {
  for (const [begin, beginWord, end, endWord] of SUFFIX_PAIRS) {
    if (begin.test(relation)) {
      const other = relation.replace(begin, endWord);
      if (schema.hasRelation(other)) return { begin: relation, end: other };
    }
    if (end.test(relation)) {
      const other = relation.replace(end, beginWord);
      if (schema.hasRelation(other)) return { begin: other, end: relation };
    }
  }
  return { begin: relation, end: relation };
}

/** The day that NOW stands for. SPARQL has no function for it that every engine compares with a date. */
export interface ReferenceDay {
  /** A day such as `2015-08-10`, the reference day of the published questions. */
  readonly now: string;
}

/** For forms without NOW, and if only the shape of the query matters. */
export const ANY_DAY: ReferenceDay = { now: '2000-01-01' };

/** Returns the first and the last day of a year, a month or a day. */
export function daysOf(
  at: 'NOW' | { readonly year: string },
  { now }: ReferenceDay,
): {
  readonly first: string;
  readonly last: string;
} {
  if (at === 'NOW') return { first: now, last: now };
  const [year = '', month, day] = at.year.split('-');
  if (day !== undefined) return { first: at.year, last: at.year };
  if (month === undefined) return { first: `${year}-01-01`, last: `${year}-12-31` };
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return { first: `${at.year}-01`, last: `${at.year}-${Number.isNaN(last) ? 28 : last}` };
}
