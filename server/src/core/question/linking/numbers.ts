/** Finds numbers, in digits and in words, with their units. */
import type { ParsedLiteral } from './literals';

const SMALL: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, at) => [word, at]),
);
const TENS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, 10 * (at + 2)]),
);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
const NUMBER_WORD = [...SMALL.keys(), ...TENS.keys(), ...SCALES.keys()].join('|');

const UNIT =
  '(?:(?:square|cubic|sq\\.?|cu\\.?)\\s+)?(?:kilomet(?:er|re)s?|met(?:er|re)s?|centimet(?:er|re)s?|millimet(?:er|re)s?|nanomet(?:er|re)s?|km|cm|mm|nm|miles?|feet|foot|ft|inch(?:es)?|yards?|acres?|hectares?|kilograms?|grams?|milligrams?|kg|mg|lbs?|pounds?|ounces?|tons?|tonnes?|seconds?|minutes?|hours?|days?|weeks?|months?|years?(?:\\s+old)?|%|percent|degrees?(?:\\s+(?:celsius|fahrenheit))?|celsius|kelvin|mph|km\\/h|knots?|hp|horsepower|watts?|kw|mw|gw|volts?|amps?|newtons?|kn|joules?|hz|khz|mhz|ghz|bytes?|kb|mb|gb|tb|megapixels?|liters?|litres?|gallons?|cc|m|g|dollars?|usd|euros?|pascals?|bars?|calories|people|light[- ]years?)(?:\\s+per\\s+(?:(?:square|cubic)\\s+)?\\p{L}+)?';
const UNIT_AFTER = new RegExp(`^[\\s-]*(${UNIT})(?![\\p{L}\\p{N}])`, 'iu');

const DIGITS =
  /(?<![\p{L}\p{N}_.#])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d{1,3})?(?:\s*(?<scale>hundred|thousand|million|billion|trillion)(?!\p{L}))?(?![\p{N}]|\.\d)/giu;
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(?:a\\s+)?(?:${NUMBER_WORD})(?:(?:[\\s-]+(?:and\\s+)?)(?:${NUMBER_WORD}))*|(?:(?<dozens>a|one|two|three|four|five)\\s+)?dozen)(?![\\p{L}\\p{N}_])`,
  'giu',
);

/** Longer sequences of digits are not numbers. */
const MAX_VALUE = 1e30;

export function numbersIn(text: string): readonly ParsedLiteral[] {
  return [...findDigits(text), ...findNumberWords(text)];
}

function* findDigits(text: string): Iterable<ParsedLiteral> {
  for (const match of text.matchAll(DIGITS)) {
    const [written] = match;
    const { scale = '' } = match.groups ?? {};
    const end = match.index + written.length;
    const rest = text.slice(end);
    // `3rd`, `40s` and `7up` are not numbers, but `5km` is one.
    if (/^\p{L}/u.test(rest) && !UNIT_AFTER.test(rest)) continue;
    // A hyphen between two words is not a minus sign.
    const isNegative = /^[-−]/.test(written) && !/[\p{L}\p{N}]$/u.test(text.slice(0, match.index));
    const digits = written
      .slice(0, scale ? -scale.length : undefined)
      .replace(/[,\s]/g, '')
      .replace(/^[-−]/, '');
    const value = Number(digits) * (SCALES.get(scale.toLowerCase()) ?? 1) * (isNegative ? -1 : 1);
    if (Math.abs(value) > MAX_VALUE) continue;
    const start = match.index + (/^[-−]/.test(written) && !isNegative ? 1 : 0);
    const isFloat = /[.e]/i.test(digits) && (!scale || !Number.isInteger(value));
    yield toLiteral(start, end, value, isFloat, rest);
  }
}

function* findNumberWords(text: string): Iterable<ParsedLiteral> {
  for (const match of text.matchAll(WORDS)) {
    const [written] = match;
    const end = match.index + written.length;
    const words = written.toLowerCase().split(/[\s-]+/);
    // `one` is mostly a pronoun, and a scale alone means very many.
    if (words.length === 1 && (words[0] === 'one' || SCALES.has(words[0] ?? ''))) continue;
    const value = words.includes('dozen') ? 12 * parseDozens(match.groups?.['dozens']) : parseWords(words);
    if (value !== undefined && value <= MAX_VALUE)
      yield toLiteral(match.index, end, value, false, text.slice(end));
  }
}

function toLiteral(start: number, end: number, value: number, isFloat: boolean, rest: string): ParsedLiteral {
  const [, unit] = UNIT_AFTER.exec(rest) ?? [];
  return {
    mention: { start, end },
    kind: isFloat ? 'float' : 'integer',
    value: isFloat ? String(value) : BigInt(Math.round(value)).toString(),
    ...(unit !== undefined && { unit }),
  };
}

function parseDozens(word: string | undefined): number {
  return SMALL.get(word?.toLowerCase() ?? '') ?? 1;
}

/** `two hundred and twenty-five`; undefined for words that are not one number, such as `two three`. */
function parseWords(words: readonly string[]): number | undefined {
  let total = 0;
  let current = 0;
  /** The next word must be less than this. */
  let limit = Infinity;
  for (const word of words) {
    if (word === 'and' || word === 'a') continue;
    const scale = SCALES.get(word);
    if (scale === 100) {
      current = Math.max(1, current) * 100;
      limit = 100;
    } else if (scale !== undefined) {
      total += Math.max(1, current) * scale;
      current = 0;
      limit = Infinity;
    } else {
      const value = SMALL.get(word) ?? TENS.get(word) ?? 0;
      if (value >= limit) return undefined;
      current += value;
      limit = TENS.has(word) ? 10 : 0;
    }
  }
  return total + current;
}
