import { describe, expect, it } from 'vitest';
import { compareCues } from '../../server/src/core/describe/compare-cues';
import { toNamedQuery } from '../../server/src/core/describe/named-query';
import { describeQuery } from '../../server/src/core/describe/describe-query';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { freebase } from '../support/check';
import { VALID_QUERIES, INVALID_QUERIES } from '../support/queries';
import { damageAll } from '../support/damaged-texts';

/** Describes any text, and expects that all ranges are within the text or the question. */
function survive(text: string): void {
  const query = parseQuery(text, 'virtuoso');
  const { question, pairs } = describeQuery(query, freebase(), () => undefined);
  expect(question).not.toBe('');
  for (const { phrase, part } of pairs) {
    expect(phrase.end).toBeLessThanOrEqual(question.length);
    expect(phrase.start).toBeLessThan(phrase.end);
    expect(part.end).toBeLessThanOrEqual(text.length);
  }
  for (const { range } of toNamedQuery(query, freebase(), () => undefined).parts)
    expect(range.end).toBeLessThanOrEqual(text.length);
  compareCues('how many of the largest were there before 1990?', query, freebase());
}

const ALL = [...VALID_QUERIES, ...INVALID_QUERIES];

describe('describing a query', () => {
  it.each(ALL)('survives %s', (text) => {
    survive(text);
  });

  it('survives damaged queries', () => {
    for (const text of damageAll(ALL, 10, new SeededRandom(20261115))) survive(text);
  });

  it('survives cyclic and deeply nested queries', () => {
    const chain = Array.from(
      { length: 60 },
      (_, index) => `?v${String(index)} ns:people.person.children ?v${String(index + 1)} .`,
    );
    survive(`PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?v0 { ${chain.join(' ')} }`);
    survive(
      `PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?v0 { ${chain.join(' ')} ?v60 ns:people.person.children ?v0 . ?v0 ns:people.person.children ?v0 }`,
    );
    survive(`SELECT ?x { ${'{ ?x ?y ?z } UNION '.repeat(300)} { ?x a ?y } }`);
    survive(`SELECT ?x { ${'OPTIONAL { '.repeat(150)} ?x ?y ?z ${'}'.repeat(150)} }`);
    survive(`SELECT ?x { ${'FILTER NOT EXISTS { '.repeat(150)} ?x ?y ?z ${'}'.repeat(150)} }`);
  });
});

describe('a query of thousands of patterns', () => {
  it('is too long to describe', () => {
    const text = `SELECT ?s { ${'?s ?p ?o . '.repeat(5000)} BIND(SHA1(${'?a('.repeat(5000)}`;
    const { question, leftOut } = describeQuery(parseQuery(text, 'virtuoso'), freebase(), () => undefined);
    expect(question).toBe('This query is too long to describe.');
    expect(leftOut).toHaveLength(1);
  });
});
