/** Numbers, in digits and in words, with their units. */
import type { ReadLiteral } from './literals';

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
const UNIT_BEHIND = new RegExp(`^[\\s-]*(${UNIT})(?![\\p{L}\\p{N}])`, 'iu');

const DIGITS =
  /(?<![\p{L}\p{N}_.#])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d{1,3})?(?:\s*(?<scale>hundred|thousand|million|billion|trillion)(?!\p{L}))?(?![\p{N}]|\.\d)/giu;
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(?:a\\s+)?(?:${NUMBER_WORD})(?:(?:[\\s-]+(?:and\\s+)?)(?:${NUMBER_WORD}))*|(?:(?<dozens>a|one|two|three|four|five)\\s+)?dozen)(?![\\p{L}\\p{N}_])`,
  'giu',
);

/** Nothing in a KB is larger, and what is may not be a number at all. */
const LARGEST = 1e30;

export function numbersIn(text: string): readonly ReadLiteral[] {
  return [...inDigits(text), ...inWords(text)];
}

function* inDigits(text: string): Iterable<ReadLiteral> {
  for (const match of text.matchAll(DIGITS)) {
    const [written] = match;
    const { scale = '' } = match.groups ?? {};
    const end = match.index + written.length;
    const rest = text.slice(end);
    // `3rd`, `40s` and `7up` are no numbers; `5km` is one.
    if (/^\p{L}/u.test(rest) && !UNIT_BEHIND.test(rest)) continue;
    // A hyphen between two words is no sign.
    const signed = /^[-−]/.test(written) && !/[\p{L}\p{N}]$/u.test(text.slice(0, match.index));
    const digits = written
      .slice(0, scale ? -scale.length : undefined)
      .replace(/[,\s]/g, '')
      .replace(/^[-−]/, '');
    const value = Number(digits) * (SCALES.get(scale.toLowerCase()) ?? 1) * (signed ? -1 : 1);
    if (Math.abs(value) > LARGEST) continue;
    const start = match.index + (/^[-−]/.test(written) && !signed ? 1 : 0);
    const isFloat = /[.e]/i.test(digits) && (!scale || !Number.isInteger(value));
    yield read(start, end, value, isFloat, rest);
  }
}

function* inWords(text: string): Iterable<ReadLiteral> {
  for (const match of text.matchAll(WORDS)) {
    const [written] = match;
    const end = match.index + written.length;
    const words = written.toLowerCase().split(/[\s-]+/);
    // Mostly `one` stands for something else, and a scale alone for very many.
    if (words.length === 1 && (words[0] === 'one' || SCALES.has(words[0] ?? ''))) continue;
    const value = words.includes('dozen') ? 12 * dozens(match.groups?.['dozens']) : valueOf(words);
    if (value !== undefined && value <= LARGEST) yield read(match.index, end, value, false, text.slice(end));
  }
}

function read(start: number, end: number, value: number, isFloat: boolean, rest: string): ReadLiteral {
  const [, unit] = UNIT_BEHIND.exec(rest) ?? [];
  return {
    mention: { start, end },
    kind: isFloat ? 'float' : 'integer',
    value: isFloat ? String(value) : BigInt(Math.round(value)).toString(),
    ...(unit !== undefined && { unit }),
  };
}

function dozens(said: string | undefined): number {
  return said === undefined || said.toLowerCase() === 'a' ? 1 : (SMALL.get(said.toLowerCase()) ?? 1);
}

/** `two hundred and twenty-five`; undefined for words that make no number together, such as `two three`. */
function valueOf(words: readonly string[]): number | undefined {
  let total = 0;
  let current = 0;
  let room = Infinity;
  for (const word of words) {
    if (word === 'and' || word === 'a') continue;
    const scale = SCALES.get(word);
    if (scale === 100) {
      current = Math.max(1, current) * 100;
      room = 100;
    } else if (scale !== undefined) {
      total += Math.max(1, current) * scale;
      current = 0;
      room = Infinity;
    } else {
      const value = SMALL.get(word) ?? TENS.get(word) ?? 0;
      if (value >= room) return undefined;
      current += value;
      room = TENS.has(word) ? 10 : 0;
    }
  }
  return total + current;
}
