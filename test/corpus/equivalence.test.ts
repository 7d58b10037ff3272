import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { equivalent } from '../../tools/corpus/equivalence';
import { freebase } from '../support/check';

const HEAD =
  'PREFIX ns: <http://rdf.freebase.com/ns/> PREFIX fb: <http://rdf.freebase.com/ns/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n';

function areEquivalent(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => parseQuery(HEAD + text, 'virtuoso'));
  if (!one || !other) throw new Error('Expected two queries');
  return equivalent(one, other, freebase());
}

describe('equivalent queries', () => {
  it.each([
    [
      'one uses the reverse relation',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?x ns:film.performance.film ?f }',
    ],
    [
      'one uses an inverse path',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?x ^ns:film.film.starring ?f }',
    ],
    [
      'one uses a full IRI',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?f <http://rdf.freebase.com/ns/film.film.starring> ?x }',
    ],
    [
      'their patterns are in another order or abbreviated',
      'SELECT ?x { ?x ns:film.film.genre ?g ; ns:film.film.starring ?p FILTER(?x != ?g) }',
      'select ?x where { FILTER(?x != ?g) ?x fb:film.film.starring ?p . ?x fb:film.film.genre ?g . }',
    ],
    [
      'a number has the same kind and value',
      'SELECT ?x { ?x ns:people.person.height_meters "2.0"^^xsd:float }',
      'SELECT ?x { ?x ns:people.person.height_meters "2"^^<http://www.w3.org/2001/XMLSchema#double> }',
    ],
    [
      'a date has another date datatype',
      'SELECT ?x { ?x ns:people.person.date_of_birth "1980-01-01"^^xsd:dateTime }',
      'SELECT ?x { ?x ns:people.person.date_of_birth "1980-01-01"^^xsd:date }',
    ],
    [
      'their sub-queries are equivalent',
      'SELECT ?x { SELECT DISTINCT ?x { ?f ns:film.film.starring ?x } }',
      'SELECT ?x { SELECT DISTINCT ?x { ?x ns:film.performance.film ?f } }',
    ],
  ])('queries are equivalent when %s', (_, left, right) => {
    expect(areEquivalent(left, right)).toBe(true);
  });
});

describe('different queries', () => {
  it.each([
    [
      'a triple has the other direction',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?x ns:film.film.starring ?f }',
    ],
    [
      'a relation differs',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?f ns:film.film.genre ?x }',
    ],
    [
      'another variable is selected',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?f { ?f ns:film.film.starring ?x }',
    ],
    [
      'only one is DISTINCT',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT DISTINCT ?x { ?f ns:film.film.starring ?x }',
    ],
    [
      'the sort order differs',
      'SELECT ?x { ?x ns:film.film.gross_revenue ?g } ORDER BY ?g LIMIT 1',
      'SELECT ?x { ?x ns:film.film.gross_revenue ?g } ORDER BY DESC(?g) LIMIT 1',
    ],
    [
      'a number has another kind',
      'SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:float }',
      'SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:integer }',
    ],
    [
      'a number has another value',
      'SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:float }',
      'SELECT ?x { ?x ns:people.person.height_meters "3"^^xsd:float }',
    ],
    [
      'a string has another language',
      'SELECT ?x { ?x ns:type.object.name "Rome"@en }',
      'SELECT ?x { ?x ns:type.object.name "Rome"@it }',
    ],
    [
      'a pattern is optional in one of them',
      'SELECT ?x { ?x ns:film.film.genre ?g . ?x ns:film.film.starring ?p }',
      'SELECT ?x { ?x ns:film.film.genre ?g . OPTIONAL { ?x ns:film.film.starring ?p } }',
    ],
    [
      'one of them does not parse',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?f ns:film.film.starring ?x',
    ],
    [
      'a filter differs',
      'SELECT ?x { ?x ns:film.film.genre ?g FILTER(?x != ?g) }',
      'SELECT ?x { ?x ns:film.film.genre ?g FILTER(?x = ?g) }',
    ],
  ])('queries are not equivalent when %s', (_, left, right) => {
    expect(areEquivalent(left, right)).toBe(false);
  });
});
