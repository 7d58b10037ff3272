/** Makes a new input from known ones. The same seed gives the same inputs. */
import type { SeededRandom } from '../../../server/src/evaluation/seeded-random';
import { parseJson } from '../../../server/src/core/language/text/json';

export interface Material {
  readonly words: readonly string[];
  readonly isJson: boolean;
  readonly maxLength: number;
  /** Another input of the corpus. */
  readonly other: () => string;
}

const SPECIAL_TEXTS = [
  ...'\u0000 \t \n \r \u00a0 \u2028 \u202e \ufeff " \' \\ # < > ( ) { } [ ] | ^ @ : ; , . ? $ * / + - _ % & ! = é 😀'.split(
    ' ',
  ),
  '\ud800',
  '\udc00',
  '\r\n',
  '"""',
  '\\u0000',
  '\\ud800',
  '__proto__',
  'constructor',
  'toString',
];
const NUMBERS = ['0', '-1', '1e309', '9007199254740993', '0.1', '-0', '4294967296', '00', '1e-400'];
const JSON_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e300,
  '',
  ' ',
  'a',
  '\ud800',
  [],
  [null],
  [[]],
  {},
  { __proto__: null },
  { toString: 1 },
];

export function mutate(input: string, draw: SeededRandom, material: Material): string {
  let result = input;
  for (let left = 1 << draw.below(4); left > 0; left--) {
    const change = material.isJson && draw.below(3) === 0 ? changeJson : changeText;
    result = change(result, draw, material).slice(0, material.maxLength);
  }
  return result;
}

function changeText(text: string, draw: SeededRandom, { words, other }: Material): string {
  const [from, to] = span(text, draw);
  const put = (middle: string): string => text.slice(0, from) + middle + text.slice(to);
  const word = (): string => (words.length ? draw.pick(words) : draw.pick(SPECIAL_TEXTS));
  switch (draw.below(12)) {
    case 0:
      return put('');
    case 1:
      return put(draw.pick(SPECIAL_TEXTS));
    case 2:
      return text.slice(0, from) + draw.pick(SPECIAL_TEXTS) + text.slice(from);
    case 3:
      return put(word());
    case 4:
      return `${text.slice(0, from)} ${word()} ${text.slice(from)}`;
    case 5:
      return put(text.slice(from, to).repeat(2 + draw.below(6)));
    case 6: {
      const [start, end] = span(text, draw);
      return put(text.slice(start, end));
    }
    case 7: {
      const donor = other();
      const [start, end] = span(donor, draw);
      return put(donor.slice(start, end));
    }
    case 8: {
      const donor = other();
      return text.slice(0, from) + donor.slice(draw.below(donor.length + 1));
    }
    case 9:
      return (
        text.slice(0, from) +
        String.fromCharCode(draw.below(draw.below(3) ? 128 : 0x10000)) +
        text.slice(from + 1)
      );
    case 10:
      return replacePart(text, draw, /-?\d+(?:\.\d+)?/g, () => draw.pick(NUMBERS));
    default:
      return replacePart(text, draw, /\w+/g, word);
  }
}

/** Returns a random span, more often a short one. */
function span(text: string, draw: SeededRandom): readonly [number, number] {
  const from = draw.below(text.length + 1);
  const max = draw.below(4) ? 8 : text.length;
  return [from, Math.min(text.length, from + draw.below(max + 1))];
}

function replacePart(text: string, draw: SeededRandom, part: RegExp, by: () => string): string {
  const found = [...text.matchAll(part)];
  if (!found.length) return text + by();
  const { index, 0: written } = draw.pick(found);
  return text.slice(0, index) + by() + text.slice(index + written.length);
}

/** Replaces, adds or removes one value, if the text is JSON. */
function changeJson(text: string, draw: SeededRandom, { words, other }: Material): string {
  const root = parseJson(text);
  if (root === undefined) return text;
  const top = { root };
  const slots = slotsIn(top);
  const donors = slotsIn({ root: parseJson(other()) ?? null });
  const { holder, key } = draw.pick(slots);
  const donor = draw.pick(donors);
  const kind = draw.below(6);
  if (kind === 0 && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind === 0) Reflect.deleteProperty(holder, key);
  else if (kind === 1 && !Array.isArray(holder) && words.length)
    holder[draw.pick(words)] = donor.holder[donor.key];
  else if (kind === 2) holder[key] = [holder[key], holder[key]];
  else
    holder[key] =
      kind === 3 ? draw.pick(words) : kind === 4 ? draw.pick(JSON_VALUES) : donor.holder[donor.key];
  return JSON.stringify(top.root ?? null);
}

interface Slot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Returns the properties and items of a value, up to a limit, because inputs grow. */
function slotsIn(root: Record<string, unknown>): readonly Slot[] {
  const slots: Slot[] = [];
  const queue: Record<string, unknown>[] = [root];
  for (let holder = queue.pop(); holder && slots.length < 500; holder = queue.pop())
    for (const [key, value] of Object.entries(holder)) {
      slots.push({ holder, key });
      if (typeof value === 'object' && value !== null) queue.push(value as Record<string, unknown>);
    }
  return slots;
}
