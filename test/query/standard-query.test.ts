/** The expected results for dates and numbers are those of Virtuoso 7.2.5 on the same facts. */
import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { readJsonResults } from '../../server/src/core/query/results';
import { standardQuery } from '../../server/src/core/query/standard-query';

const store = new Store();
store.load(
  `@prefix t: <http://t/> . @prefix p: <http://p/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
t:day p:d "2010-05-03"^^xsd:date .
t:moment p:d "2010-05-03T10:00:00"^^xsd:dateTime .
t:zoned p:d "2010-05-03T10:00:00Z"^^xsd:dateTime .
t:zonedDay p:d "2010-05-03-08:00"^^xsd:date .
t:year p:d "2010"^^xsd:gYear .
t:month p:d "2010-05"^^xsd:gYearMonth .
t:year09 p:d "2009"^^xsd:gYear .
t:month09 p:d "2009-05"^^xsd:gYearMonth .
t:day09 p:d "2009-05-03"^^xsd:date .
t:nine p:n 9 .
t:twelve p:n 12 .
t:float p:n "12.0"^^xsd:float .
t:double p:n 12e0 .
t:text p:n "12" .
t:word p:n "abc" .
t:en p:l "Obama"@en .
t:plain p:l "Obama" .
t:dotted <http://p/a.b.c> "dots" .
<http://t/a,b> p:l "comma" .`,
  { format: 'text/turtle' },
);

function answers(query: string, maxRows = 1000): readonly string[] {
  const { text, columns } = standardQuery(query, maxRows);
  const json = store.query(text, { results_format: 'json', use_default_graph_as_union: true }) as string;
  const execution = readJsonResults(json, Infinity, columns);
  const rows = execution.status === 'answered' && 'rows' in execution.answer ? execution.answer.rows : [];
  return rows.map((row) => row.map((term) => term?.value.replace('http://t/', '') ?? '-').join(' '));
}

const dated = (condition: string): readonly string[] =>
  [
    ...answers(
      `PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?s { ?s <http://p/d> ?d FILTER(${condition}) }`,
    ),
  ].sort();
const of2010 = ['day', 'moment', 'month', 'year', 'zoned', 'zonedDay'];
const of2009 = ['day09', 'month09', 'year09'];

describe('Dates of every precision are compared by the time at which they begin', () => {
  it.each<[string, readonly string[]]>([
    ['?d >= "2010-01-01"^^xsd:dateTime', of2010],
    ['?d >= "2010-01-01T00:00:00"^^xsd:dateTime', of2010],
    ['?d >= "2010"^^xsd:dateTime', of2010],
    ['"2010"^^xsd:dateTime <= ?d', of2010],
    ['?d >= "2010"^^xsd:gYear', of2010],
    ['?d > "2010-01-01"^^xsd:date', of2010.filter((name) => name !== 'year')],
    ['?d < "2010-01-01"^^xsd:date', of2009],
    ['?d < "2010"^^xsd:gYear', of2009],
    ['xsd:datetime(?d) < "2010-01-01"^^xsd:dateTime', of2009],
    ['xsd:dateTime ( ?d ) <= "2009-12-31" ^^ xsd:dateTime', of2009],
    ['(xsd:dateTime(?d)) < ("2010-01-01"^^xsd:dateTime)', of2009],
    ['xsd:date(?d) < "2010-01-01"^^xsd:date && ?d > "2009-02"^^xsd:gYearMonth', ['day09', 'month09']],
    ['?d < NOW()', [...of2010, ...of2009].sort()],
    ['?d = "2010"^^xsd:gYear', ['year']],
    ['?d = "2010-05-03"^^xsd:dateTime', ['day']],
    ['?d IN ("2010"^^xsd:gYear, "2010-05-03"^^xsd:dateTime)', ['day', 'year']],
    ['xsd:dateTime(?d) - xsd:dateTime("2010-01-01") < 0', of2009],
    ['xsd:dateTime(?d) - xsd:dateTime("2010-01-01") >= 86400', of2010.filter((name) => name !== 'year')],
    ['EXISTS { ?s <http://p/d> ?e FILTER(xsd:datetime(?e) < "2010"^^xsd:dateTime) }', of2009],
    ['COALESCE ( xsd:dateTime(?d), "2100"^^xsd:dateTime ) < "2010"^^xsd:dateTime', of2009],
    ['YEAR(?d) = 2009', of2009],
    ['STR(?d) < "2010"', of2009],
  ])('%s', (condition, expected) => {
    expect(dated(condition)).toEqual(expected);
  });

  it('also with each other', () => {
    const earlier = answers(
      'SELECT ?s { <http://t/day> <http://p/d> ?a . ?s <http://p/d> ?b FILTER(?b < ?a) }',
    );
    expect([...earlier].sort()).toEqual([...of2009, 'month', 'year'].sort());
  });

  it('in a pattern and in VALUES', () => {
    expect(answers('SELECT ?s { ?s <http://p/d> "2010-05-03"^^xsd:dateTime }')).toEqual(['day']);
    expect(answers('SELECT ?s { ?s <http://p/d> ?d } VALUES ?d { "2010"^^xsd:dateTime }')).toEqual(['year']);
  });

  it('and in an order', () => {
    expect(
      answers(
        'SELECT ?s { ?s <http://p/d> ?d FILTER(?s != <http://t/zonedDay>) } ORDER BY xsd:datetime(?d) ?s',
      ),
    ).toEqual(['year09', 'month09', 'day09', 'year', 'month', 'day', 'moment', 'zoned']);
  });

  it('a cast converts to its datatype', () => {
    expect(
      answers('SELECT (xsd:dateTime(?d) AS ?e) (xsd:date(?d) AS ?f) { <http://t/year> <http://p/d> ?d }'),
    ).toEqual(['2010-01-01T00:00:00 2010-01-01']);
  });
});

describe('Queries for Virtuoso give the results of Virtuoso', () => {
  it.each<[string, readonly string[]]>([
    ['SELECT ?s { ?s <http://p/n> 12 } ORDER BY ?s', ['double', 'float', 'twelve']],
    ['SELECT ?s { ?s <http://p/n> "12"^^xsd:float } ORDER BY ?s', ['double', 'float', 'twelve']],
    ['SELECT * { ?s <http://p/n> 9 OPTIONAL { ?s <http://p/n> 12 } }', ['nine']],
    ['SELECT ?s { ?s <http://p/n> "12" }', ['text']],
    [
      'SELECT ?s { ?s <http://p/n> ?n FILTER(xsd:int(?n) >= 10) } ORDER BY ?s',
      ['double', 'float', 'text', 'twelve'],
    ],
    ['SELECT ?p COUNT(?s) { ?s ?p ?o } ORDER BY ?p LIMIT 1', ['http://p/a.b.c 1']],
    ['SELECT COUNT(DISTINCT ?p) { ?s ?p ?o }', ['4']],
    ['SELECT ?s { ?s <http://p/l> ?l FILTER(?l LIKE "%bam%") } ORDER BY ?s', ['en', 'plain']],
    ['SELECT ?s FROM <http://g> { ?s <http://p/l> "Obama"@en }', ['en']],
    ['SELECT ?s { GRAPH <http://g> { ?s <http://p/l> "Obama"@en } }', ['en']],
    ['SELECT ?s { ?s <http://p/l> ?l FILTER(lang(?l) = "en" OR lang(?l) = "de") }', ['en']],
    ['PREFIX p: <http://p/> SELECT ?s { ?s p:a.b.c ?o. }', ['dotted']],
    ['BASE <http://t/> SELECT ?o { <dotted> ?p ?o }', ['dots']],
    ['PREFIX t: <http://t/> PREFIX p: <http://p/> SELECT ?o { t:a\\,b p:l ?o }', ['comma']],
    ['SELECT ?o { { SELECT ?s { ?s <http://p/l> "Obama" } } ?s <http://p/l> ?o }', ['Obama']],
    ['SELECT (CONCAT ( STR( ?l ), "!" ) AS ?m) { <http://t/en> <http://p/l> ?l }', ['Obama!']],
    ['SELECT ?s { VALUES ?s { <http://t/en> <http://t/de> } ?s ?p ?o }', ['en']],
  ])('%s', (query, expected) => {
    expect(answers(query)).toEqual(expected);
  });
});

describe('Common extensions are accepted', () => {
  const named = (condition: string): readonly string[] =>
    answers(`SELECT ?s { VALUES ?n { 'a"b c' "a\\\\b" "a x" "Obama" } BIND(?n AS ?s) FILTER(${condition}) }`);

  it.each([
    [`?n LIKE 'a"b%'`, ['a"b c']],
    ['?n LIKE "a\\\\b%"', ['a\\b']],
    ['STR(?n) LIKE "%bam%"', ['Obama']],
    ['LCASE(STR(?n)) LIKE "obama" OR ?n LIKE "a_x"', ['a x', 'Obama']],
    ['CONCAT (?n, "!") = "Obama!"', ['Obama']],
    ['COALESCE (?nothing, ?n) = "Obama"', ['Obama']],
  ])('%s', (condition, expected) => {
    expect(named(condition)).toEqual(expected);
  });

  it('also after a byte order mark', () => {
    expect(answers('\uFEFFSELECT ?s { ?s <http://p/l> "comma" }')).toEqual(['a,b']);
  });

  it('a date in a calculation is unchanged', () => {
    expect(dated('?d + "P1D"^^xsd:dayTimeDuration > "2010-05-03"^^xsd:date')).toEqual(['day', 'zonedDay']);
  });
});

describe('Numbers in CONSTRUCT WHERE and in updates are unchanged', () => {
  it.each([
    'CONSTRUCT WHERE { ?x <http://p/n> 12 }',
    'DELETE WHERE { ?x <http://p/n> 12 }',
    'DELETE { ?x <http://p/n> 12 } INSERT { ?x <http://p/n> 13 } WHERE { GRAPH <http://g> { ?x <http://p/n> 12 } }',
    'INSERT DATA { <http://t/a> <http://p/d> "2010"^^<http://www.w3.org/2001/XMLSchema#gYear> }',
  ])('%s', (query) => {
    expect(standardQuery(query, 10).text).toBe(query);
  });
});

describe('An endpoint', () => {
  const sent = (query: string): string => standardQuery(query, 10, 'endpoint').text;

  it.each([
    'SELECT ?s FROM <http://g> WHERE { GRAPH <http://h> { ?s <http://p/n> 12 } } LIMIT 5',
    'SELECT ?s { ?s <http://p/d> ?d FILTER(?d > "2010"^^<http://www.w3.org/2001/XMLSchema#gYear>) } LIMIT 5',
  ])('is asked for its own graphs, numbers and dates: %s', (query) => {
    expect(sent(query)).toBe(query);
  });

  it('gets standard syntax', () => {
    expect(sent('PREFIX p: <http://p/> SELECT ?s { ?s p:a.b.c ?o FILTER(?o = 1 OR ?o = 2) } LIMIT 5')).toBe(
      'PREFIX p: <http://p/> SELECT ?s { ?s <http://p/a.b.c> ?o FILTER(?o = 1 || ?o = 2) } LIMIT 5',
    );
  });
});

describe('The row limit', () => {
  it.each([
    ['SELECT ?s { ?s ?p ?o }', 3],
    ['SELECT ?s { ?s ?p ?o } # all', 3],
    ['SELECT ?s { ?s ?p ?o } LIMIT 2', 2],
    ['SELECT ?s { ?s ?p ?o } LIMIT 200', 3],
    ['SELECT ?s { ?s ?p ?o } ORDER BY ?s VALUES ?p { <http://p/n> }', 3],
    ['SELECT ?s { { SELECT ?s { ?s ?p ?o } LIMIT 200 } }', 3],
  ])('is kept: %s', (query, rows) => {
    expect(answers(query, 2)).toHaveLength(rows);
  });

  it('does not change queries that cannot be limited or parsed', () => {
    for (const query of ['ASK { ?s ?p ?o }', 'CONSTRUCT WHERE { ?s ?p ?o }', 'SELECT ?s { ?s ?p ?o'])
      expect(standardQuery(query, 2).text).toBe(query);
  });
});

it('An error position of an engine is mapped to the original query', () => {
  const query =
    'PREFIX p: <http://p/>\nSELECT COUNT(?s) WHERE { ?s p:a.b.c "2010"^^xsd:dateTime . FILTER(?x OR ?y) }';
  const { text, placeOf } = standardQuery(query, 10);
  const at = (written: string): string => {
    const { start, end } = placeOf(text.indexOf(written));
    return query.slice(start, end);
  };
  expect(at('<http://p/a.b.c>')).toBe('p:a.b.c');
  expect(at('"2010"')).toBe('"2010"');
  expect(at('||')).toBe('OR');
  expect(at('FILTER')).toBe('FILTER');
  expect(at('?y')).toBe('?y');
});
