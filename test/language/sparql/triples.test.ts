import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { BASE, PREFIXES, parseWithSparqljs } from '../../support/sparqljs-reference';
import { VALID_QUERIES } from '../../support/queries';
import { SeededRandom } from '../../../server/src/evaluation/seeded-random';
import { damageAll } from '../../support/damaged-texts';
import { modelTriples, sparqljsTriples } from '../../support/triples';

/** Adds BASE and prefixes, which our parser does not take as options. */
function withPrologue(text: string): string {
  const prefixes = ['ex', 'ns', ''].map((prefix) => `PREFIX ${prefix}: <${PREFIXES[prefix] ?? ''}>`);
  return `BASE <${BASE}> ${prefixes.join(' ')} ${text}`;
}

/** Returns undefined for a text that sparqljs rejects. */
function compare(text: string): readonly [ours: readonly string[], theirs: readonly string[]] | undefined {
  const verdict = parseWithSparqljs(withPrologue(text));
  if ('error' in verdict) return undefined;
  return [modelTriples(parseQuery(withPrologue(text), 'sparql11').query), sparqljsTriples(verdict.query)];
}

describe('the model has the same triples as sparqljs', () => {
  it.each(VALID_QUERIES)('in %s', (text) => {
    const [ours, theirs] = compare(text) ?? [[], []];
    expect(ours).toEqual(theirs);
  });

  it('in damaged queries that are still valid', () => {
    let compared = 0;
    for (const text of damageAll(VALID_QUERIES, 12, new SeededRandom(99))) {
      const pair = compare(text);
      if (!pair) continue;
      compared++;
      expect(pair[0], text).toEqual(pair[1]);
    }
    expect(compared).toBeGreaterThan(300);
  });
});

describe('the ranges of the model are correct', () => {
  it.each(VALID_QUERIES)('in %s', (text) => {
    const { query } = parseQuery(text, 'sparql11');
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { kind, name, range } = value as {
        kind?: string;
        name?: string;
        range?: { start: number; end: number };
      };
      if (range) {
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThanOrEqual(text.length);
        if (kind === 'variable') expect(text.slice(range.start + 1, range.end)).toBe(name);
      }
      Object.values(value).forEach(visit);
    };
    visit(query);
  });
});
