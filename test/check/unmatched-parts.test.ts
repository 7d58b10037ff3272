/** Compares what the check claims about a query with what an engine answers. */
import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { unmatchedParts } from '../../server/src/core/check/schema/unmatched-parts';
import { parseQuery } from '../../server/src/core/language/sparql/parse';

const store = new Store();
store.load(
  `@prefix : <http://e/> . :a :known :b ; :other :c . :b :known :d ; :other :e . :c :known :a . :d :other :a .`,
  { format: 'text/turtle' },
);

/** `:x1`, `:x2` … are in no fact. */
const MISSING = /:x\d/g;

const PATTERNS = [
  '?s :x1 ?o',
  '?s :known ?o . ?o :x1 ?t',
  '?s :known/:x1 ?o',
  '?s ^:x1 ?o',
  '?s :known|:x1 ?o',
  '?s :x1|:x2 ?o',
  '?s (:known|:x1)/:x2 ?o',
  '?s (:known/:x1)|(:other/:x2) ?o',
  '?s (:known/:x1)|:other ?o',
  '?s :x1* ?o',
  '?s :x1? ?o',
  '?s :x1+ ?o',
  '?s (:known/:x1)+ ?o',
  '?s (:known|:x1)+ ?o',
  '?s !(:x1) ?o',
  '?s !(:x1|^:x2) ?o',
  '{ ?s :x1 ?o } UNION { ?s :known ?o }',
  '{ ?s :x1 ?o } UNION { ?s :x2 ?o }',
  '{ ?s :x1 ?o } UNION { ?s :known ?o } { ?s :x2 ?o } UNION { ?s :known ?o }',
  '{ ?s :x1 ?o } UNION { ?s :x2 ?o } { ?s :known ?o } UNION { ?s :other ?o }',
  '{ ?s :known ?o } { { ?s :x1 ?o } UNION { ?s :x2 ?t } }',
  '{ { ?s :x1 ?o } UNION { ?s :known ?o } } UNION { ?s :x2 ?o }',
  '?s :known ?o OPTIONAL { ?o :x1 ?t }',
  '?s :known ?o OPTIONAL { ?o :other ?t . { ?t :x1 ?u } UNION { ?t :x2 ?u } }',
  '?s :known ?o MINUS { ?s :x1 ?t }',
  '?s :known ?o FILTER NOT EXISTS { ?s :x1 ?t }',
  '?s :known ?o FILTER EXISTS { ?s :x1 ?t }',
  '?s :known ?o FILTER (EXISTS { ?s :x1 ?t } || ?s = :a)',
  '?s :known ?o FILTER (EXISTS { ?s :x1 ?t } && ?s = :a)',
  '?s :known ?o FILTER (!EXISTS { ?s :x1 ?t })',
  '?s ?p ?o FILTER (?p = :x1)',
  '?s ?p ?o FILTER (:x1 = ?p)',
  '?s ?p ?o FILTER (?p != :x1)',
  '?s ?p ?o FILTER (?p = :x1 || ?p = :known)',
  '?s ?p ?o FILTER (?p = :x1 || ?p = :x2)',
  '?s ?p ?o FILTER (?p = :x1 || ?s = :a)',
  '?s ?p ?o FILTER (?p = :x1 && ?s = :a)',
  '?s ?p ?o FILTER (?p IN (:x1, :known))',
  '?s ?p ?o FILTER (?p IN (:x1, :x2))',
  '?s ?p ?o FILTER (?p NOT IN (:x1, :x2))',
  '?s ?p ?o FILTER (IF(?p = :x1, false, true))',
  '?s ?p ?o VALUES ?p { :x1 :known }',
  '?s ?p ?o VALUES ?p { :x1 :x2 }',
  '?s ?p ?o VALUES ?p { :x1 UNDEF }',
  'VALUES (?p ?o) { (:x1 :b) (:known :b) } ?s ?p ?o',
  'VALUES (?p ?o) { (:x1 :b) (:known :x2) } ?s ?p ?o',
  '?s :known ?o OPTIONAL { ?s ?p ?o } VALUES ?q { :x1 }',
  '{ ?s ?p ?o FILTER (?p = :x1) } UNION { ?s :known ?o }',
  '?s :known :x1',
  ':x1 :known ?o',
  '?s :known ?o { SELECT ?s { ?s :x1 ?t } }',
  '?s :known ?o { SELECT (COUNT(?t) AS ?n) { ?t :x1 ?u } }',
  '?s :known ?o { SELECT ?t (COUNT(?t) AS ?n) { ?t :x1 ?u } GROUP BY ?t }',
  '?s :known ?o { { ?o :x1 ?t } }',
  '{ SELECT ?o { ?s :known ?o } } VALUES ?s { :x1 }',
  '{ SELECT ?s ?o { ?s :known ?o } } VALUES ?s { :x1 }',
  '{ SELECT * { ?s :known ?o } } VALUES ?s { :x1 }',
  '?s :known ?o { SELECT ?o { VALUES ?s { :x1 } ?o :known ?t } }',
];

describe('a query with names that the KB lacks', () => {
  it.each(PATTERNS)('%s', (pattern) => {
    const text = `PREFIX : <http://e/> SELECT * { ${pattern} }`;
    const { query } = parseQuery(text, 'sparql11');
    const found = [...text.matchAll(MISSING)];
    const parts = unmatchedParts(
      query,
      found.map(({ index }) => index),
    );
    const missing = found.map(({ index, 0: name }) => ({
      name,
      isNeeded: parts.isNeeded({
        kind: 'iri',
        iri: '',
        range: { start: index, end: index + name.length },
      } as never),
    }));
    const hasSolutions = (without: string): boolean =>
      (store.query(without) as readonly unknown[]).length > 0;
    expect(missing.some(({ isNeeded }) => isNeeded)).toBe(!hasSolutions(text));
  });
});
