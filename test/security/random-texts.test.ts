import { describe, expect, it } from 'vitest';
import { VALID_QUERIES, INVALID_QUERIES } from '../support/queries';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { checkSafely } from '../support/check-safely';
import { damageAll, tokensByType } from '../support/damaged-texts';
import { FREEBASE_QUERIES } from './fuzz/seeds';

const ALL = [...FREEBASE_QUERIES, ...VALID_QUERIES, ...INVALID_QUERIES];
const SPECIAL_TEXTS = [
  ...`\u0000 \uD800 \uDC00 \uFEFF \u2028 \u00A0 😀 é \u202E \r \n \t """ ''' \\ # ### < > ^^ @`.split(' '),
  '# funfusic-disable',
];

function randomTokens(draw: SeededRandom, pieces: readonly string[]): string {
  return Array.from(
    { length: 1 + draw.below(60) },
    () => draw.pick(pieces) + (draw.below(4) ? ' ' : ''),
  ).join('');
}

function randomCharacters(draw: SeededRandom): string {
  return Array.from({ length: draw.below(120) }, () =>
    draw.below(3)
      ? String.fromCharCode(draw.below(0x10000))
      : draw.below(4)
        ? String.fromCharCode(32 + draw.below(95))
        : draw.pick(SPECIAL_TEXTS),
  ).join('');
}

function splice(draw: SeededRandom): string {
  const [left, right] = [draw.pick(ALL), draw.pick(ALL)];
  return (
    left.slice(0, draw.below(left.length + 1)) +
    draw.pick(['', '\n', '\n###\n', draw.pick(SPECIAL_TEXTS)]) +
    right.slice(draw.below(right.length + 1))
  );
}

function truncate(draw: SeededRandom): string {
  const text = draw.pick(ALL);
  const at = draw.below(text.length + 1);
  return draw.below(2) ? text.slice(0, at) : text.slice(at);
}

describe('random texts', () => {
  const pieces = [...tokensByType(ALL).values()].flat();

  it.each<readonly [string, (draw: SeededRandom) => string]>([
    ['random tokens', (draw) => randomTokens(draw, [...pieces, ...SPECIAL_TEXTS])],
    ['random characters with lone surrogates', randomCharacters],
    ['halves of two queries', splice],
    ['queries without their start or end', truncate],
  ])('the checker accepts 2,000 texts made of %s', (_, make) => {
    const draw = new SeededRandom(42);
    for (let count = 0; count < 2000; count++) checkSafely(make(draw), count % 4 ? 'virtuoso' : 'sparql11');
  });

  it('the checker accepts 2,500 damaged queries', () => {
    let count = 0;
    for (const text of damageAll(ALL, 9, new SeededRandom(4711))) {
      checkSafely(text, count++ % 4 ? 'virtuoso' : 'sparql11');
    }
    expect(count).toBeGreaterThan(2000);
  });

  it('the checker accepts every prefix of a query', () => {
    for (const text of FREEBASE_QUERIES)
      for (let end = 0; end <= text.length; end++) checkSafely(text.slice(0, end));
  });

  it('the checker reports the same findings for the same text', () => {
    const draw = new SeededRandom(5);
    for (let count = 0; count < 200; count++) {
      const text = splice(draw);
      expect(checkSafely(text)).toEqual(checkSafely(text));
    }
  });
});
