import { describe, expect, it } from 'vitest';
import { KEYWORDS, tokenize, type TokenType } from '../../../server/src/core/language/sparql/tokens';
import { VALID_QUERIES, INVALID_QUERIES } from '../../support/queries';
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';
import { damage } from '../../support/damage';
import { tokensByType } from '../../support/damaged-texts';

/** Returns the gaps that tokens, comments and white space leave in the text. */
function findGaps(text: string): string {
  const { tokens, comments } = tokenize(text);
  const pieces = [...tokens, ...comments].sort((left, right) => left.start - right.start);
  let at = 0;
  let between = '';
  for (const { start, end } of pieces) {
    if (start < at || end <= start) return `overlap at ${start}`;
    between += text.slice(at, start);
    at = end;
  }
  return (between + text.slice(at)).trim();
}

function kinds(text: string): readonly string[] {
  return tokenize(text).tokens.map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

describe('tokens', () => {
  it.each([...VALID_QUERIES, ...INVALID_QUERIES])('cover the text: %s', (text) => {
    expect(findGaps(text)).toBe('');
  });

  it('cover damaged texts', () => {
    const texts = [...VALID_QUERIES, ...INVALID_QUERIES];
    const donors = tokensByType(texts);
    const draw = new SeededRandom(7);
    for (let round = 0; round < 10; round++)
      for (const text of texts) expect(findGaps(damage(text, tokenize(text).tokens, donors, draw))).toBe('');
  });

  it.each([...VALID_QUERIES, ...INVALID_QUERIES])(
    'have the keyword or punctuation as their value: %s',
    (text) => {
      for (const { type, value, start, end } of tokenize(text).tokens) {
        const written = text.slice(start, end).toUpperCase();
        if (type === 'keyword') expect(value).toBe(written.replace(/\s+/g, ''));
        if (type === 'punctuation') expect(value).toBe(written.replace(/\s+/g, ''));
      }
    },
  );

  it.each<readonly [string, readonly string[]]>([
    ['?x $y ?1 ?é', ['variable ?x', 'variable $y', 'variable ?1', 'variable ?é']],
    ['?x?y', ['variable ?x', 'variable ?y']],
    ['ns:a.b.c.', ['pname ns:a.b.c', 'punctuation .']],
    ['ns:a..b', ['pname ns:a..b']],
    ['ns: : :a', ['pname-ns ns:', 'pname-ns :', 'pname :a']],
    ['ns:a\\,b%20c', ['pname ns:a\\,b%20c']],
    ['_:b1.x _:2', ['blank _:b1.x', 'blank _:2']],
    [
      '<http://a> <b c>',
      ['iri <http://a>', 'punctuation <', 'keyword b', 'word c', 'punctuation >'].slice(0, 1),
    ],
    [
      '1 1.5 .5 1e3 -2 +2.5 1.',
      [
        'number 1',
        'number 1.5',
        'number .5',
        'number 1e3',
        'number -2',
        'number +2.5',
        'number 1',
        'punctuation .',
      ],
    ],
    ['"a"@en-GB', ['string "a"', 'lang @en-GB']],
    ['"a"^^xsd:int', ['string "a"', 'punctuation ^^', 'pname xsd:int']],
    ['""', ['string ""']],
    ['"""a"b\n"""', ['string """a"b\n"""']],
    ["'it\\'s'", ["string 'it\\'s'"]],
    ['"open\n?x', ['invalid "open', 'variable ?x']],
    ['( ) [ ] (1)', ['punctuation ( )', 'punctuation [ ]', 'punctuation (', 'number 1', 'punctuation )']],
    ['a A true FALSE', ['keyword a', 'keyword A', 'boolean true', 'boolean FALSE']],
    ['INSERT  DATA', ['keyword INSERT  DATA']],
    ['SELECTDISTINCT', ['keyword SELECT', 'keyword DISTINCT']],
    ['frobnicate', ['word frobnicate']],
    [
      '&& & || | != ! <= <',
      [
        'punctuation &&',
        'invalid &',
        'punctuation ||',
        'punctuation |',
        'punctuation !=',
        'punctuation !',
        'punctuation <=',
        'punctuation <',
      ],
    ],
    ['😀', ['invalid 😀']],
    ['\uD83D', ['invalid \uD83D']],
    ['%', ['invalid %']],
  ])('are correct for %j', (text, expected) => {
    expect(kinds(text).slice(0, expected.length)).toEqual(expected);
  });

  it('a comment ends with its line, and does not start inside an IRI or a string', () => {
    const text = '?a # one\r\n<http://b#c> "#d" # two';
    expect(tokenize(text).comments.map(({ start, end }) => text.slice(start, end))).toEqual([
      '# one',
      '# two',
    ]);
  });

  it('keywords are recognized in any case', () => {
    for (const [keyword] of KEYWORDS) {
      for (const text of [keyword, keyword.toLowerCase()]) {
        const { tokens } = tokenize(text);
        expect(tokens.map(({ value }) => value)).toEqual([keyword]);
        const expected: TokenType = /^(TRUE|FALSE)$/.test(keyword) ? 'boolean' : 'keyword';
        expect(tokens[0]?.type).toBe(expected);
      }
    }
  });
});
