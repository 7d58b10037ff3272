/** Which relation says when something began, and which when it ended. */
import type { KbSchema } from '../schema/schema';

interface TimeRelations {
  readonly begin: string;
  readonly end: string;
}

const PAIRS: readonly (readonly [begin: RegExp, beginWord: string, end: RegExp, endWord: string])[] = [
  [/from_date$/, 'from_date', /to_date$/, 'to_date'],
  [/start_date$/, 'start_date', /end_date$/, 'end_date'],
  [/date_from$/, 'date_from', /date_to$/, 'date_to'],
  [/\bfrom$/, 'from', /\bto$/, 'to'],
  [/_from$/, '_from', /_to$/, '_to'],
  [/began$/, 'began', /ended$/, 'ended'],
  [/start$/, 'start', /end$/, 'end'],
];

/** By either of the two. A relation that has no other side is a point in time: both at once. */
export function timeRelations(relation: string, schema: Pick<KbSchema, 'hasRelation'>): TimeRelations {
  for (const [begin, beginWord, end, endWord] of PAIRS) {
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

/** What NOW means: queries have no word for it that every engine compares with a date. */
export interface AsOf {
  /** A day such as `2015-08-10`, which is that of the published questions. */
  readonly now: string;
}

/** For forms without NOW, and where only the shape of the query matters. */
export const ANY_DAY: AsOf = { now: '2000-01-01' };

/** The first and the last day of a year, a month or a day. */
export function daysOf(
  at: 'NOW' | { readonly year: string },
  { now }: AsOf,
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
