import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { PREFIXES, parseWithSparqljs } from '../../support/sparqljs-reference';
import { VALID_QUERIES, INVALID_QUERIES } from '../../support/queries';
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';
import { oxigraphAccepts } from '../../support/oxigraph-reference';
import { damageAll } from '../../support/damaged-texts';

/** Whether our parser accepts the text. An undeclared prefix is an error in sparqljs; here a verifier reports it. */
function isAccepted(text: string): boolean {
  const { problems, prefixUses } = parseQuery(text, 'sparql11');
  return !problems.length && prefixUses.every(({ prefix, resolved }) => resolved || prefix in PREFIXES);
}

const DECLARATIONS = Object.entries(PREFIXES)
  .map(([prefix, iri]) => `PREFIX ${prefix}: <${iri}> `)
  .join('');

/** Intended differences from sparqljs. */
const EXCEPTIONS: readonly { readonly why: string; readonly of: (text: string, error: string) => boolean }[] =
  [
    {
      why: 'sparqljs does not check scopes, groups and aggregates as oxigraph does',
      of: (text, error) => error === '' && !oxigraphAccepts('query', DECLARATIONS + text),
    },
    {
      why: 'sparqljs accepts \\u and \\U with too few digits, against the standard',
      of: (text, error) => error === '' && /\\u(?![0-9a-f]{4})|\\U(?![0-9a-f]{8})/i.test(text),
    },
    {
      why: 'sparqljs parses LIMIT10 as LIMIT 10; here it is an unknown word',
      of: (text, error) => error === '' && /[a-z](?<![?$:_][a-z]*)\d/i.test(text),
    },
  ];

function difference(text: string): string | undefined {
  const verdict = parseWithSparqljs(text);
  const error = 'error' in verdict ? verdict.error : '';
  if (isAccepted(text) === !error || EXCEPTIONS.some(({ of }) => of(text, error))) return undefined;
  return error
    ? `accepted, though sparqljs says "${error.split('\n')[0] ?? ''}": ${text}`
    : `rejected: ${text}`;
}

describe('syntax check compared with sparqljs', () => {
  it.each(VALID_QUERIES)('accepts %s', (text) => {
    expect(parseWithSparqljs(text)).not.toHaveProperty('error');
    expect(parseQuery(text, 'sparql11').problems).toEqual([]);
    expect(parseQuery(text, 'virtuoso').problems).toEqual([]);
  });

  it.each(INVALID_QUERIES)('rejects %s', (text) => {
    expect(parseWithSparqljs(text)).toHaveProperty('error');
    expect(isAccepted(text)).toBe(false);
  });

  it('agrees on thousands of damaged queries', () => {
    const texts = [...damageAll([...VALID_QUERIES, ...INVALID_QUERIES], 16, new SeededRandom(20150810))];
    expect(texts.length).toBeGreaterThan(4000);
    expect(texts.map(difference).filter((one) => one !== undefined)).toEqual([]);
  });

  it('finds enough valid and invalid queries among the damaged ones', () => {
    const texts = [...damageAll(VALID_QUERIES, 8, new SeededRandom(3))];
    const accepted = texts.filter(isAccepted).length;
    expect(accepted).toBeGreaterThan(100);
    expect(texts.length - accepted).toBeGreaterThan(300);
  });
});
