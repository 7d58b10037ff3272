import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../../server/src/core/language/text/edit';
import { findingLines } from '../../support/check';
import { formatSafely, formatText } from '../../support/formatting';
import { parseWithSparqljs } from '../../support/sparqljs-reference';
import { VIRTUOSO_CASES } from '../../support/syntax-cases';

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
  {
    rule: 'bare-aggregate',
    text: 'SELECT ?s ?o + 1 AS ?n { ?s ?p ?o }',
    standard: 'SELECT ?s (?o + 1 AS ?n) { ?s ?p ?o }',
  },
  {
    rule: 'bare-aggregate',
    text: 'SELECT (?o) + 1 { ?s ?p ?o }',
    standard: 'SELECT ((?o) + 1 AS ?value) { ?s ?p ?o }',
  },
  {
    rule: 'bare-as',
    text: 'SELECT (COUNT(?s)) AS ?n { ?s ?p ?o }',
    standard: 'SELECT (COUNT(?s) AS ?n) { ?s ?p ?o }',
  },
  {
    rule: 'path-count',
    text: 'SELECT ?s { ?s <p>{2} ?o ; ^<q>{1,2} ?x ; (<p>/<q>){2,} ?y ; <p>{,1} ?z }',
    standard: 'SELECT ?s { ?s (<p>/<p>) ?o ; ^(<q>/<q>?) ?x ; ((<p>/<q>)/(<p>/<q>)+) ?y ; <p>? ?z }',
  },
  {
    rule: 'seed',
    text: 'SELECT ?s { ?s ?p ?o FILTER(RAND(1) > 0.5) }',
    standard: 'SELECT ?s { ?s ?p ?o FILTER(RAND() > 0.5) }',
  },
  {
    rule: 'separator-argument',
    text: 'SELECT (GROUP_CONCAT(?o, ",") AS ?x) { ?s ?p ?o }',
    standard: 'SELECT (GROUP_CONCAT(?o; SEPARATOR = ",") AS ?x) { ?s ?p ?o }',
  },
  {
    rule: 'order-comma',
    text: 'SELECT ?s { ?s ?p ?o } ORDER BY ?s, DESC(?o)',
    standard: 'SELECT ?s { ?s ?p ?o } ORDER BY ?s DESC(?o)',
  },
  {
    rule: 'column-number',
    text: 'SELECT ?s ?o { ?s ?p ?o } ORDER BY DESC 2 1',
    standard: 'SELECT ?s ?o { ?s ?p ?o } ORDER BY DESC (?o) ?s',
  },
  {
    rule: 'bindings',
    text: 'SELECT ?s { ?s ?p ?o } BINDINGS ?s ?o { (1 2) }',
    standard: 'SELECT ?s { ?s ?p ?o } VALUES (?s ?o) { (1 2) }',
  },
  { rule: 'bracketed-term', text: 'DESCRIBE (?s) { ?s ?p ?o }', standard: 'DESCRIBE ?s { ?s ?p ?o }' },
  {
    rule: 'decimal-point',
    text: 'SELECT ?s { ?s ?p ?o FILTER(?o > 5.) }',
    standard: 'SELECT ?s { ?s ?p ?o FILTER(?o > 5) }',
  },
];

/** Extensions without a standard form of the same text. */
const withoutFix: readonly (readonly [rule: string, text: string])[] = [
  ['option', 'SELECT ?s ?n { ?s ?p ?o OPTION (score ?n, t_in(?s)) . ?s ?q ?r }'],
  ['backquotes', 'SELECT ?s { ?s ?p `?o + 1` . ?s ?q ?o }'],
  ['blank-relation', 'SELECT ?s { ?s _:p ?o ; [] ?x }'],
  ['construct-where', 'CONSTRUCT WHERE { ?s ?p ?o FILTER(?o > 1) }'],
  ['aggregate-star', 'SELECT (SUM(*) AS ?n) { ?s ?p ?o }'],
  ['scalar-query', 'SELECT ?s { ?s ?p ?o FILTER(?o > (SELECT (MAX(?x) AS ?m) { ?y ?q ?x })) }'],
  ['case', 'SELECT (CASE WHEN ?o > 1 THEN 1 WHEN ?o > 0 THEN 2 ELSE 3 END AS ?x) { ?s ?p ?o }'],
  ['case', 'SELECT (CASE ?o WHEN 1 THEN "a" WHEN 2 THEN "b" ELSE "c" END AS ?x) { ?s ?p ?o }'],
  ['reference', 'SELECT ?s { ?s ?p ?o FILTER isREF(?o) }'],
  ['not-from', 'SELECT ?s NOT FROM <g> FROM <h> { ?s ?p ?o }'],
  ['computed-count', 'SELECT ?s { ?s ?p ?o } LIMIT 2 + 3'],
  ['update-target', 'INSERT INTO GRAPH <g> { ?s ?p ?o } WHERE { ?s ?p ?o }'],
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

  it.each(withoutFix)('%s is accepted only in the dialect virtuoso: %s', (rule, text) => {
    const { problems, dialectisms, parses } = parseQuery(text, 'virtuoso');
    expect(problems).toEqual([]);
    expect(parses).toBe(true);
    expect(dialectisms.map((one) => one.rule)).toContain(rule);
    const [problem] = parseQuery(text, 'sparql11').problems;
    expect(problem?.message).toMatch(/^Not standard SPARQL: .* Virtuoso extension$/);
    expect(problem?.advice).not.toBe('');
  });

  it('are those that Virtuoso itself accepts', () => {
    expect(VIRTUOSO_CASES.length).toBeGreaterThan(400);
    const differing = VIRTUOSO_CASES.filter(
      ({ text, isAccepted }) => (parseQuery(text, 'virtuoso').problems.length === 0) !== isAccepted,
    );
    expect(differing.map(({ text }) => text)).toEqual([]);
    const standard = VIRTUOSO_CASES.filter(({ text }) => !parseQuery(text, 'sparql11').problems.length);
    expect(standard.map(({ text }) => text)).toEqual([]);
  });

  it('SELECT * with GROUP BY is an error of the standard dialects', () => {
    const text = 'SELECT * { ?s ?p ?o } GROUP BY ?s';
    expect(parseQuery(text, 'virtuoso').problems).toEqual([]);
    expect(parseQuery(text, 'sparql11').problems.map(({ message }) => message)).toEqual([
      'SELECT * cannot be used with GROUP BY',
    ]);
  });

  it('the variables of options and backquotes are known to the checks', () => {
    const check = (text: string): readonly string[] =>
      findingLines(`PREFIX ns: <http://rdf.freebase.com/ns/>\n${text}`);
    expect(
      check('SELECT ?s ?n { ?s ns:type.object.name ?t . ?t bif:contains "x" OPTION (score ?n) }'),
    ).toEqual([]);
    expect(
      check(
        'SELECT ?s { ?s ns:film.film.runtime ?r . ?s ns:film.film.directed_by `iri(?x)` . ?x ns:film.film.genre ?g }',
      ),
    ).toEqual([]);
  });

  it('are formatted without changes to the tokens', () => {
    for (const { text, isAccepted } of VIRTUOSO_CASES) if (isAccepted) formatSafely(text);
    expect(
      formatText('SELECT ?s { ?s <p> {2} ?o option(score ?n);_:q ` str( ?o ) ` } ORDER BY ?s , DESC 1'),
    ).toBe(
      `SELECT ?s {
  ?s <p>{2} ?o OPTION (score ?n) ;
    _:q \`str(?o)\`
}
ORDER BY ?s, DESC 1
`,
    );
  });

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

  it.each([
    'SELECT ?x-y { ?x ?p ?o }',
    'SELECT (COUNT(?x AS ?n)) { ?x ?p ?o }',
    'SELECT TOP 1 ?s { ?s ?p ?o }',
  ])('are not reported at a syntax error and after it: %s', (text) => {
    const problems = parseQuery(text, 'sparql11').problems.map(({ message }) => message);
    expect(problems).toEqual([expect.not.stringContaining('Not standard')]);
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
