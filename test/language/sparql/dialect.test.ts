import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../../server/src/core/language/text/edit';
import { parseWithSparqljs } from '../../support/sparqljs-reference';

interface ExtensionCase {
  readonly rule: string;
  readonly text: string;
  readonly standard: string;
}

const extensions: readonly ExtensionCase[] = [
  {
    rule: 'word-operator',
    text: 'SELECT ?s { ?s ?p ?o FILTER(?o = 1 OR ?o = 2) }',
    standard: 'SELECT ?s { ?s ?p ?o FILTER(?o = 1 || ?o = 2) }',
  },
  {
    rule: 'word-operator',
    text: 'SELECT ?s { ?s ?p ?o FILTER(?o > 1 and ?o < 2 or ?s = ?o) }',
    standard: 'SELECT ?s { ?s ?p ?o FILTER(?o > 1 && ?o < 2 || ?s = ?o) }',
  },
  {
    rule: 'bare-aggregate',
    text: 'SELECT COUNT(?s) { ?s ?p ?o }',
    standard: 'SELECT (COUNT(?s) AS ?count) { ?s ?p ?o }',
  },
  {
    rule: 'bare-aggregate',
    text: 'SELECT COUNT(?s) AS ?n { ?s ?p ?o }',
    standard: 'SELECT (COUNT(?s) AS ?n) { ?s ?p ?o }',
  },
  {
    rule: 'bare-aggregate',
    text: 'SELECT COUNT(DISTINCT ?s) { ?s ?p ?o }',
    standard: 'SELECT (COUNT(DISTINCT ?s) AS ?count) { ?s ?p ?o }',
  },
  {
    rule: 'bare-aggregate',
    text: 'SELECT COUNT(*) { ?s ?p ?o }',
    standard: 'SELECT (COUNT(*) AS ?count) { ?s ?p ?o }',
  },
  {
    rule: 'bare-aggregate',
    text: 'SELECT MAX(?o) MIN(?o) { ?s ?p ?o }',
    standard: 'SELECT (MAX(?o) AS ?max) (MIN(?o) AS ?min) { ?s ?p ?o }',
  },
  {
    rule: 'unnamed-column',
    text: 'SELECT (COUNT(?s)) { ?s ?p ?o }',
    standard: 'SELECT (COUNT(?s) AS ?count) { ?s ?p ?o }',
  },
  {
    rule: 'unnamed-column',
    text: 'SELECT (?o + 1) { ?s ?p ?o }',
    standard: 'SELECT (?o + 1 AS ?value) { ?s ?p ?o }',
  },
  { rule: 'bracketed-variable', text: 'SELECT (?s) { ?s ?p ?o }', standard: 'SELECT ?s { ?s ?p ?o }' },
  { rule: 'bare-as', text: 'SELECT ?s AS ?t { ?s ?p ?o }', standard: 'SELECT (?s AS ?t) { ?s ?p ?o }' },
  { rule: 'select-comma', text: 'SELECT ?s, ?o { ?s ?p ?o }', standard: 'SELECT ?s ?o { ?s ?p ?o }' },
  {
    rule: 'bare-having',
    text: 'SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING COUNT(?o) > 1',
    standard: 'SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING (COUNT(?o) > 1)',
  },
  {
    rule: 'datetime',
    text: 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?s { ?s ?p ?o FILTER(xsd:datetime(?o) > 1) }',
    standard:
      'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?s { ?s ?p ?o FILTER(xsd:dateTime(?o) > 1) }',
  },
  {
    rule: 'datetime',
    text: 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?s { ?s ?p "2000"^^xsd:datetime }',
    standard: 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?s { ?s ?p "2000"^^xsd:dateTime }',
  },
  {
    rule: 'default-prefix',
    text: 'SELECT ?s { ?s rdfs:label ?o }',
    standard: 'PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\nSELECT ?s { ?s rdfs:label ?o }',
  },
  {
    rule: 'pragma',
    text: 'DEFINE sql:big-data-const 0 SELECT ?s { ?s ?p ?o }',
    standard: ' SELECT ?s { ?s ?p ?o }',
  },
];

describe('Virtuoso extensions', () => {
  it.each(extensions)('$rule is accepted in the dialect virtuoso: $text', ({ rule, text }) => {
    const { problems, dialectisms } = parseQuery(text, 'virtuoso');
    expect(problems).toEqual([]);
    expect(dialectisms.map((one) => one.rule)).toContain(rule);
  });

  it.each(extensions)(
    '$rule is an error in the dialect sparql11, and the fix is the standard form: $text',
    ({ text, standard }) => {
      const { problems } = parseQuery(text, 'sparql11');
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.every(({ edits }) => edits !== undefined)).toBe(true);
      const fixed = applyEdits(
        text,
        problems.flatMap(({ edits }) => edits?.edits ?? []),
      );
      expect(fixed).toBe(standard);
      expect(parseQuery(fixed, 'sparql11').problems).toEqual([]);
      expect(parseWithSparqljs(fixed)).not.toHaveProperty('error');
    },
  );

  it('of one query are fixed together', () => {
    const text =
      'SELECT ?s, COUNT(?o) AS ?n { ?s ?p ?o FILTER(xsd:datetime(?o) > 1 OR ?s != ?o AND ?p = ?p) } GROUP BY ?s HAVING COUNT(?o) > 1';
    expect(parseQuery(text, 'virtuoso').problems).toEqual([]);
    const fixed = applyEdits(
      text,
      parseQuery(text, 'sparql11').problems.flatMap(({ edits }) => edits?.edits ?? []),
    );
    expect(parseWithSparqljs(fixed)).not.toHaveProperty('error');
    expect(parseQuery(fixed, 'sparql11').problems).toEqual([]);
  });

  it('OR has a lower precedence than AND, like || and &&', () => {
    const tree = (text: string): string =>
      JSON.stringify(parseQuery(text, 'virtuoso').query.groups[0]?.filters, (key, value: unknown) =>
        key === 'range' ? undefined : value,
      );
    expect(tree('SELECT ?s { ?s ?p ?o FILTER(?a OR ?b AND ?c) }')).toBe(
      tree('SELECT ?s { ?s ?p ?o FILTER(?a || ?b && ?c) }'),
    );
  });

  it.each([
    'SELECT ?s { ?s ?p ?o FILTER(?o = 1 OR) }',
    'SELECT COUNT { ?s ?p ?o }',
    'SELECT ?s { ?s ?p ?o OR ?s ?q ?r }',
    'SELECT (COUNT(?s) { ?s ?p ?o }',
    'SELECT ?s { ?s ?p ?o } HAVING',
  ])('do not hide errors that Virtuoso rejects too: %s', (text) => {
    expect(parseQuery(text, 'virtuoso').problems).not.toEqual([]);
  });
});
