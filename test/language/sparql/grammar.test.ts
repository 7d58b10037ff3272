import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { PREFIXES, reference } from '../../support/reference';
import { RIGHT, WRONG } from '../../support/queries';
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';
import { damaged } from '../../support/texts';

/** Does our reading take the text? Undeclared prefixes are a verifier of their own here, and an error for sparqljs. */
function isAccepted(text: string): boolean {
  const { problems, prefixUses } = parseQuery(text, 'sparql11');
  return !problems.length && prefixUses.every(({ prefix, resolved }) => resolved || prefix in PREFIXES);
}

/** Where we differ on purpose; all else must agree. */
const EXCEPTIONS: readonly { readonly why: string; readonly of: (text: string, error: string) => boolean }[] =
  [
    {
      why: 'what an update may not write is left to the engine: the extension is about queries',
      of: (_, error) => /^Detected illegal (variable|blank node) in BGP/.test(error),
    },
    {
      why: 'sparqljs takes \\u and \\U with too few digits, against the standard',
      of: (text, error) => error === '' && /\\u(?![0-9a-f]{4})|\\U(?![0-9a-f]{8})/i.test(text),
    },
    {
      why: 'sparqljs reads LIMIT10 as LIMIT 10; nobody writes it, and a word with a digit is better called unknown',
      of: (text, error) => error === '' && /[a-z](?<![?$:_][a-z]*)\d/i.test(text),
    },
  ];

function difference(text: string): string | undefined {
  const verdict = reference(text);
  const error = 'error' in verdict ? verdict.error : '';
  if (isAccepted(text) === !error || EXCEPTIONS.some(({ of }) => of(text, error))) return undefined;
  return error
    ? `accepted, though sparqljs says "${error.split('\n')[0] ?? ''}": ${text}`
    : `refused: ${text}`;
}

describe('the verdict on syntax is that of sparqljs', () => {
  it.each(RIGHT)('accepts %s', (text) => {
    expect(reference(text)).not.toHaveProperty('error');
    expect(parseQuery(text, 'sparql11').problems).toEqual([]);
    expect(parseQuery(text, 'virtuoso').problems).toEqual([]);
  });

  it.each(WRONG)('refuses %s', (text) => {
    expect(reference(text)).toHaveProperty('error');
    expect(isAccepted(text)).toBe(false);
  });

  it('on thousands of damaged queries', () => {
    const texts = [...damaged([...RIGHT, ...WRONG], 16, new SeededRandom(20150810))];
    expect(texts.length).toBeGreaterThan(4000);
    expect(texts.map(difference).filter((one) => one !== undefined)).toEqual([]);
  });

  it('and both verdicts occur often enough to mean something', () => {
    const texts = [...damaged(RIGHT, 8, new SeededRandom(3))];
    const accepted = texts.filter(isAccepted).length;
    expect(accepted).toBeGreaterThan(100);
    expect(texts.length - accepted).toBeGreaterThan(300);
  });
});
