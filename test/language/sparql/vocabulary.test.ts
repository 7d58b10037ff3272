import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { KEYWORDS } from '../../../server/src/core/language/sparql/tokens';
import {
  CASTS,
  FUNCTIONS,
  KEYWORD_WORDS,
  signatureOf,
} from '../../../server/src/core/language/sparql/vocabulary';
import { findingLines } from '../../support/check';

const WORDS = [...FUNCTIONS.values(), ...CASTS.values(), ...KEYWORD_WORDS.values()];
const EXAMPLES = WORDS.flatMap(({ name, example }) => (example === undefined ? [] : [{ name, example }]));

/** Adds the prefixes that an example uses. */
const withPrefixes = (example: string): string =>
  [
    example.includes('ns:') ? 'PREFIX ns: <http://rdf.freebase.com/ns/> ' : '',
    example.includes('xsd:') ? 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ' : '',
    example,
  ].join('');

describe('the documentation of keywords and functions', () => {
  it('covers every keyword of the tokenizer once', () => {
    for (const word of [...KEYWORDS.keys(), 'INSERTDATA', 'DELETEDATA', 'DELETEWHERE']) {
      const explained = [FUNCTIONS.get(word), KEYWORD_WORDS.get(word)].filter((one) => one !== undefined);
      expect(explained, word).toHaveLength(1);
      expect(explained[0]?.about, word).toMatch(/\.$/);
    }
  });

  it('has no entry that is not a keyword', () => {
    for (const word of [...FUNCTIONS.keys(), ...KEYWORD_WORDS.keys()])
      expect(
        KEYWORDS.has(word) || /^(?:(?:INSERT|DELETE)(?:DATA|WHERE)|NOT(?:EXISTS|IN))$/.test(word),
        word,
      ).toBe(true);
  });

  it.each(EXAMPLES)('$name has an example without findings in both dialects', ({ name, example }) => {
    for (const dialect of ['virtuoso', 'sparql11'] as const) {
      const text = withPrefixes(example);
      expect(parseQuery(text, dialect).problems.map(({ message }) => message)).toEqual([]);
      expect(findingLines(text, { dialect })).toEqual([]);
    }
    const [word] = name.split(' ');
    expect(example.toUpperCase()).toContain(word?.toUpperCase());
  });

  it('returns the offsets of the parameters in the signature', () => {
    const word = FUNCTIONS.get('SUBSTR');
    const { label, parameters } = word ? signatureOf(word) : { label: '', parameters: [] };
    expect(label).toBe('SUBSTR(string, start, length?)');
    expect(parameters.map(([start, end]) => label.slice(start, end))).toEqual(['string', 'start', 'length?']);
  });

  it('shows separators and repeated parameters in the signature', () => {
    const label = (name: string): string | undefined => {
      const word = FUNCTIONS.get(name);
      return word && signatureOf(word).label;
    };
    expect(label('GROUP_CONCAT')).toBe('GROUP_CONCAT(strings; SEPARATOR="…"?)');
    expect(label('COALESCE')).toBe('COALESCE(first, next?, …)');
    expect(label('NOW')).toBe('NOW()');
  });
});
