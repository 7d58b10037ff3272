/** Finds years, months, dates and "today" in English text. */
import type { TextRange } from '../../language/text/range';
import type { ParsedLiteral } from './literals';

const MONTHS = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];
const MONTH = `(?<month>${MONTHS.join('|')})\\.?`;
const DAY = '(?<day>[0-3]?\\d)(?:\\s?(?:st|nd|rd|th))?';
const YEAR = '(?<year>[12]\\d{3})';
const COMMA = '(?:\\s*,\\s*|\\s+)(?:of\\s+|in\\s+)?';
const TODAY =
  'now|nowadays|today|currently|current|at present|at the moment|present[- ]day|these days|right now|as of (?:now|today)|presently|this (?:very )?day';

/** The most specific formats first. Each part of the text is matched once. */
const FORMATS: readonly (readonly [RegExp, (groups: Groups, today: Date) => readonly DateValue[]])[] = [
  [pattern('(?<year>\\d{4})-(?<month>[01]\\d)-(?<day>[0-3]\\d)'), dateOf],
  [pattern('(?<year>\\d{4})/(?<month>[01]?\\d)/(?<day>[0-3]?\\d)'), dateOf],
  [pattern('(?<month>[01]?\\d)/(?<day>[0-3]?\\d)/(?<year>\\d{4})'), dateOf],
  [pattern(`${MONTH}\\s+(?:the\\s+)?${DAY}${COMMA}${YEAR}`), dateOf],
  [pattern(`(?:the\\s+)?${DAY}(?:\\s+day)?\\s+(?:of\\s+)?${MONTH}${COMMA}${YEAR}`), dateOf],
  [pattern(`${YEAR}${COMMA}${MONTH}\\s+${DAY}`), dateOf],
  [pattern(`${MONTH}${COMMA}${YEAR}`), monthOf],
  [pattern('(?<year>[12]\\d{3})-(?<month>0[1-9]|1[0-2])(?!-)'), monthOf],
  [pattern("(?<year>[12]\\d\\d0)['’]?s"), decadeOf],
  [pattern("(?<=the\\s+(?:early\\s+|late\\s+|mid-?\\s*)?['’]?)(?<short>[1-9]0)['’]?s"), decadeOf],
  [
    pattern(`(?<![\\d.,$€£#-])${YEAR}(?![\\d]|[.,]\\d|\\s*(?:%|percent))`),
    ({ year = '' }) => [{ kind: 'year', value: year }],
  ],
  [pattern(`(?:${TODAY})`), (_, today) => [{ kind: 'now', value: isoDay(today) }]],
];

type Groups = Readonly<Record<string, string | undefined>>;
type DateValue = Pick<ParsedLiteral, 'kind' | 'value' | 'comparison'>;

export function datesIn(text: string, today: Date): readonly ParsedLiteral[] {
  const literals: ParsedLiteral[] = [];
  const matched = new Uint8Array(text.length);
  for (const [format, parse] of FORMATS)
    for (const match of text.matchAll(format)) {
      const mention = { start: match.index, end: match.index + match[0].length };
      if (matched.subarray(mention.start, mention.end).includes(1)) continue;
      const values = parse(match.groups ?? {}, today);
      if (!values.length || (values[0]?.kind === 'year' && isQuantity(text, mention))) continue;
      matched.fill(1, mention.start, mention.end);
      for (const value of values) literals.push({ mention, ...value });
    }
  return literals;
}

function pattern(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${source}(?![\\p{L}\\p{N}_])`, 'giu');
}

/** `more than 1500 people`, `1200 km`: a number that only looks like a year. */
function isQuantity(text: string, { start, end }: TextRange): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  return (
    /(?:more|less|fewer|greater|larger|smaller|higher|lower|longer|shorter|taller|bigger|heavier)\s+than(?:\s+or\s+equal(?:\s+to)?)?\s+$/i.test(
      before,
    ) ||
    /(?:at least|at most|equal to|number|weighs?|length of|height of)\s+$/i.test(before) ||
    UNIT.test(text.slice(end))
  );
}

const UNIT =
  /^[\s-]*(?:km|kilomet|met(?:er|re)|mile|feet|foot|ft|inch|cm|mm|kg|kilogram|gram|lbs?|pound|ton|mph|people|dollar|euro|year|day|hour|minute|second|degree|kw|mw|hp|square|cubic)/i;

function monthNumber(month: string): number {
  if (/^\d+$/.test(month)) return Number(month);
  return 1 + MONTHS.findIndex((name) => new RegExp(`^(?:${name})$`, 'i').test(month));
}

function dateOf({ year = '', month = '', day = '' }: Groups): readonly DateValue[] {
  const number = monthNumber(month);
  const date = new Date(Date.UTC(Number(year), number - 1, Number(day)));
  // 31 February is not a date.
  const isValid = number >= 1 && date.getUTCMonth() === number - 1 && date.getUTCDate() === Number(day);
  return isValid ? [{ kind: 'date', value: isoDay(date) }] : [];
}

function monthOf({ year = '', month = '' }: Groups): readonly DateValue[] {
  return [{ kind: 'month', value: `${year}-${String(monthNumber(month)).padStart(2, '0')}` }];
}

function decadeOf({ year, short }: Groups): readonly DateValue[] {
  const first = Number(year ?? `19${short}`);
  return [
    { kind: 'year', value: String(first), comparison: 'ge' },
    { kind: 'year', value: String(first + (first % 100 === 0 && first < 2000 ? 100 : 10)), comparison: 'lt' },
  ];
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
