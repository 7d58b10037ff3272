/** Articles, verbs, numbers and dates in English sentences. */

const SOUNDS_LIKE_A_CONSONANT = /^(?:uni|use|usual|eu|one\b|ut[io])/i;
const SPELT_OUT = /^(?:[FHLMNRSX][A-Z]|[AEIO][A-Z]|F\.|hour|honou?r|heir)/;

export function withArticle(noun: string): string {
  const vowel = /^[aeiou]/i.test(noun) ? !SOUNDS_LIKE_A_CONSONANT.test(noun) : SPELT_OUT.test(noun);
  return `${vowel ? 'an' : 'a'} ${noun}`;
}

const IRREGULAR_PLURALS: Readonly<Record<string, string>> = {
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  goes: 'go',
};

/** The plural of a verb in the third person: "has" → "have", "contains" → "contain". */
export function pluralVerb(verb: string): string {
  const irregular = IRREGULAR_PLURALS[verb];
  if (irregular !== undefined) return irregular;
  if (/(?:ch|sh|ss|x|zz)es$/.test(verb)) return verb.slice(0, -2);
  return verb.endsWith('s') ? verb.slice(0, -1) : verb;
}

export function negatedVerb(verb: string): string {
  if (['is', 'are', 'was', 'were'].includes(verb)) return `${verb} not`;
  if (verb === 'has') return 'does not have';
  if (verb === 'have') return 'do not have';
  if (verb.endsWith('s')) return `does not ${pluralVerb(verb)}`;
  return `never ${verb}`;
}

/** Longer numbers are not grouped. */
const MAX_NUMBER_LENGTH = 40;

/** 10046967 → 10,046,967. Years and other texts are returned unchanged. */
export function formatNumber(value: string): string {
  if (value.length > MAX_NUMBER_LENGTH) return value;
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)(\d+)(\.\d+)?$/.exec(value.trim()) ?? [];
  if (whole === '') return value;
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  const rest = fraction.replace(/\.?0+$/, '');
  return (sign === '-' ? '-' : '') + grouped + rest;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

interface FormattedDate {
  readonly text: string;
  readonly precision: 'year' | 'month' | 'day' | 'unknown';
}

/** 2009-01-31-08:00 → 31 January 2009, without the time zone. */
export function formatDate(value: string): FormattedDate {
  const [, year, month, day] = /^(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?(?!\d)/.exec(value.trim()) ?? [];
  if (year === undefined) return { text: value, precision: 'unknown' };
  const era = year.startsWith('-') ? `${String(Number(year.slice(1)))} BC` : String(Number(year));
  const name = month === undefined ? undefined : MONTHS[Number(month) - 1];
  if (name === undefined) return { text: era, precision: month === undefined ? 'year' : 'unknown' };
  if (day === undefined) return { text: `${name} ${era}`, precision: 'month' };
  return { text: `${String(Number(day))} ${name} ${era}`, precision: 'day' };
}
