import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { equivalent } from '../../tools/corpus/equivalence';
import { freebase } from '../support/check';

const HEAD =
  'PREFIX ns: <http://rdf.freebase.com/ns/> PREFIX fb: <http://rdf.freebase.com/ns/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n';

function same(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => parseQuery(HEAD + text, 'virtuoso'));
  if (!one || !other) throw new Error('Two queries are compared');
  return equivalent(one, other, freebase());
}

describe('queries are equivalent', () => {
  it.each([
    [
      'where a triple is written with the reverse relation',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?x ns:film.performance.film ?f }',
    ],
    [
      'where a relation is followed backwards',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?x ^ns:film.film.starring ?f }',
    ],
    [
      'whatever prefix they use',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?f <http://rdf.freebase.com/ns/film.film.starring> ?x }',
    ],
    [
      'in any order of their patterns, and however they abbreviate them',
      'SELECT ?x { ?x ns:film.film.genre ?g ; ns:film.film.starring ?p FILTER(?x != ?g) }',
      'select ?x where { FILTER(?x != ?g) ?x fb:film.film.starring ?p . ?x fb:film.film.genre ?g . }',
    ],
    [
      'with a number of the same kind and value',
      'SELECT ?x { ?x ns:people.person.height_meters "2.0"^^xsd:float }',
      'SELECT ?x { ?x ns:people.person.height_meters "2"^^<http://www.w3.org/2001/XMLSchema#double> }',
    ],
    [
      'with a date of another datatype for dates',
      'SELECT ?x { ?x ns:people.person.date_of_birth "1980-01-01"^^xsd:dateTime }',
      'SELECT ?x { ?x ns:people.person.date_of_birth "1980-01-01"^^xsd:date }',
    ],
    [
      'in their sub-queries too',
      'SELECT ?x { SELECT DISTINCT ?x { ?f ns:film.film.starring ?x } }',
      'SELECT ?x { SELECT DISTINCT ?x { ?x ns:film.performance.film ?f } }',
    ],
  ])('%s', (_, left, right) => {
    expect(same(left, right)).toBe(true);
  });
});

describe('queries are not equivalent', () => {
  it.each([
    [
      'where a triple is turned round',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?x ns:film.film.starring ?f }',
    ],
    [
      'where a relation differs',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?f ns:film.film.genre ?x }',
    ],
    [
      'where another variable is selected',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?f { ?f ns:film.film.starring ?x }',
    ],
    [
      'where only one is DISTINCT',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT DISTINCT ?x { ?f ns:film.film.starring ?x }',
    ],
    [
      'where the order is the other way round',
      'SELECT ?x { ?x ns:film.film.gross_revenue ?g } ORDER BY ?g LIMIT 1',
      'SELECT ?x { ?x ns:film.film.gross_revenue ?g } ORDER BY DESC(?g) LIMIT 1',
    ],
    [
      'where a number is of another kind',
      'SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:float }',
      'SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:integer }',
    ],
    [
      'where a number has another value',
      'SELECT ?x { ?x ns:people.person.height_meters "2"^^xsd:float }',
      'SELECT ?x { ?x ns:people.person.height_meters "3"^^xsd:float }',
    ],
    [
      'where a text has another language',
      'SELECT ?x { ?x ns:type.object.name "Rome"@en }',
      'SELECT ?x { ?x ns:type.object.name "Rome"@it }',
    ],
    [
      'where a pattern is optional in one of them',
      'SELECT ?x { ?x ns:film.film.genre ?g . ?x ns:film.film.starring ?p }',
      'SELECT ?x { ?x ns:film.film.genre ?g . OPTIONAL { ?x ns:film.film.starring ?p } }',
    ],
    [
      'where one of them does not parse',
      'SELECT ?x { ?f ns:film.film.starring ?x }',
      'SELECT ?x { ?f ns:film.film.starring ?x',
    ],
    [
      'where a condition differs',
      'SELECT ?x { ?x ns:film.film.genre ?g FILTER(?x != ?g) }',
      'SELECT ?x { ?x ns:film.film.genre ?g FILTER(?x = ?g) }',
    ],
  ])('%s', (_, left, right) => {
    expect(same(left, right)).toBe(false);
  });
});
