import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import type { SyntaxProblem } from '../../../server/src/core/language/sparql/model';
import { applyEdits } from '../../../server/src/core/language/text/edit';

/** The text without its marks « », and what stands between them. */
function marked(written: string): { readonly text: string; readonly start: number; readonly end: number } {
  const start = written.indexOf('«');
  const end = written.indexOf('»') - 1;
  return { text: written.replace(/[«»]/g, ''), start, end };
}

function problemOf(text: string): SyntaxProblem {
  const [problem, ...others] = parseQuery(text, 'virtuoso').problems;
  if (!problem || others.length) throw new Error(`${others.length + (problem ? 1 : 0)} problems in ${text}`);
  return problem;
}

interface Explained {
  readonly written: string;
  readonly message: string;
  /** The text after the fix, where there is one. */
  readonly mended?: string;
}

const explained: readonly Explained[] = [
  { written: 'SELECT ?s { ?s ?p «"open }»', message: 'This string is not closed' },
  { written: 'SELECT ?s { ?s ?p «"bad \\q" }»', message: 'an escape that SPARQL does not know' },
  {
    written: '«SELCT» ?s { ?s ?p ?o }',
    message: "'SELCT' is not a SPARQL keyword; did you mean SELECT?",
    mended: 'SELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o } «LIMT» 5',
    message: 'did you mean LIMIT?',
    mended: 'SELECT ?s { ?s ?p ?o } LIMIT 5',
  },
  { written: 'SELECT ?s { ?s ?p «obama» }', message: "'obama' is not a SPARQL keyword" },
  {
    written: 'SELECT ?s { ?s «people».person.children ?o }',
    message: 'has no prefix',
    mended: 'SELECT ?s { ?s ns:people.person.children ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER(?s = 1 «&» ?o = 2) }',
    message: "did you mean '&&'?",
    mended: 'SELECT ?s { ?s ?p ?o FILTER(?s = 1 && ?o = 2) }',
  },
  { written: 'SELECT ?s { ?s ?p «%» }', message: "'%' cannot stand here" },
  { written: 'SELECT ?s { ?s ?p «😀» }', message: "'😀' cannot stand here" },
  { written: 'SELECT ?s { ?s ?p ?o } «SELECT» ?o { ?s ?p ?o }', message: 'A second query starts here' },
  {
    written: 'PREFIX «ns» <http://rdf.freebase.com/ns/> SELECT ?s { ?s ?p ?o }',
    message: 'This prefix declaration is not complete',
    mended: 'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'PREFIX ns: «http:»//rdf.freebase.com/ns/\nSELECT ?s { ?s ?p ?o }',
    message: 'This prefix declaration is not complete',
    mended: 'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER(?o «==» 1) }',
    message: "did you mean '='?",
    mended: 'SELECT ?s { ?s ?p ?o FILTER(?o = 1) }',
  },
  {
    written: '«`»``sparql\nSELECT ?s { ?s ?p ?o }\n```\n',
    message: 'The fence around the query is not part of it',
    mended: 'SELECT ?s { ?s ?p ?o }\n',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o }\n«`»``',
    message: 'The fence around the query is not part of it',
    mended: 'SELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p «ns:/m/05zppz» }',
    message: 'written with dots: ns:m.05zppz',
    mended: 'SELECT ?s { ?s ?p ns:m.05zppz }',
  },
  {
    written: 'SELECT ?s WHERE «?s» ?p ?o }',
    message: "A '{' is missing after WHERE",
    mended: 'SELECT ?s WHERE { ?s ?p ?o }',
  },
  { written: 'PREFIX ns: «SELECT» ?s { ?s ?p ?o }', message: 'This prefix declaration is not complete' },
  { written: 'SELECT «{» ?s ?p ?o }', message: 'SELECT names no variable', mended: 'SELECT * { ?s ?p ?o }' },
  {
    written: 'SELECT DISTINCT «WHERE» { ?s ?p ?o }',
    message: 'SELECT names no variable',
    mended: 'SELECT DISTINCT * WHERE { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER «?o» > 1 }',
    message: 'The condition of a FILTER stands in brackets',
    mended: 'SELECT ?s { ?s ?p ?o FILTER (?o > 1) }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER «?o» > 1 && ?o < 5 }',
    message: 'The condition of a FILTER stands in brackets',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o } ORDER BY DESC «?s»',
    message: 'DESC(?s)',
    mended: 'SELECT ?s { ?s ?p ?o } ORDER BY DESC(?s)',
  },
  {
    written: 'SELECT ?s {\n ?s ?p ?o\n «?o» ?q ?r .\n}',
    message: "A '.' is missing between these two triples",
    mended: 'SELECT ?s {\n ?s ?p ?o .\n ?o ?q ?r .\n}',
  },
  { written: 'SELECT ?s { ?s ?p ?o «?q» }', message: "'?q' is one term too many" },
  { written: 'SELECT ?s { ?s ?p «}»', message: "The object is missing after '?p'" },
  { written: 'SELECT ?s { ?s ?p ?o , «}»', message: "The object is missing after ','" },
  { written: 'SELECT ?s { ?s «}»', message: "The relation and its object are missing after '?s'" },
  {
    written: 'SELECT ?s { ?s ?p ?o } «}»',
    message: "This '}' closes nothing",
    mended: 'SELECT ?s { ?s ?p ?o } ',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER(?o > 1 «}»',
    message: "A ')' is missing",
    mended: 'SELECT ?s { ?s ?p ?o FILTER(?o > 1) }',
  },
  { written: 'SELECT ?s { ?s ?p «?o»', message: "A '}' is missing", mended: 'SELECT ?s { ?s ?p ?o\n}' },
  { written: '«SELECT»', message: 'The query ends too early' },
  { written: 'SELECT ?s { ?s ?p ?o } «LIMIT»', message: "The query ends too early after 'LIMIT'" },
  {
    written: 'SELECT ?s { ?s ?p ?o } LIMIT 5 «ORDER» BY ?s',
    message: 'ORDER must stand before LIMIT',
    mended: 'SELECT ?s { ?s ?p ?o } ORDER BY ?s LIMIT 5',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o «LIMIT» 5',
    message: "A '}' is missing",
    mended: 'SELECT ?s { ?s ?p ?o\n} LIMIT 5',
  },
  { written: 'SELECT ?s { ?s ?p ?o «UNION» { ?s ?q ?r } }', message: "'UNION' cannot stand here" },
  { written: 'ASK «?s» { ?s ?p ?o }', message: "'?s' cannot stand here" },
  { written: '«?s» ?p ?o', message: "'?s' cannot stand here" },
  { written: '«ex:p»/ex:q', message: 'This is no query yet' },
  {
    written: 'SELECT ?s { VALUES (?s ?o) { «(1)» } ?s ?p ?o }',
    message: 'This row has 1 value for 2 variables',
  },
];

describe('a syntax error is explained where it stands', () => {
  it.each(explained)('$written', ({ written, message, mended }) => {
    const { text, start, end } = marked(written);
    const problem = problemOf(text);
    expect(problem.message).toContain(message);
    expect(problem.range).toEqual({ start, end });
    expect(problem.edits && applyEdits(text, problem.edits.edits)).toBe(mended);
    if (mended !== undefined) expect(parseQuery(mended, 'virtuoso').problems).toEqual([]);
  });

  it('says why and what to do, in sentences', () => {
    for (const { written } of explained) {
      const { because, advice, message } = problemOf(marked(written).text);
      expect(message).not.toBe('');
      expect(because, written).toMatch(/\.$/);
      expect(advice, written).toMatch(/[.?]$/);
    }
  });

  it('shows the bracket that is left open', () => {
    const text = 'SELECT ?s {\n ?s ?p ?o FILTER(?o > 1\n}';
    const [related] = problemOf(text).related ?? [];
    expect(related && text.slice(related.range.start, related.range.end)).toBe('(');
  });

  it('offers no fix that leaves the text broken when an object is missing at the end of a line', () => {
    const text = 'SELECT ?x {\n ?s ?p\n ?x <http://q> ?y .\n}';
    const { edits } = problemOf(text);
    if (edits) expect(parseQuery(applyEdits(text, edits.edits), 'virtuoso').problems).toEqual([]);
  });
});

describe('what the grammar lets through and the standard forbids', () => {
  it.each([
    ['SELECT ?s { ?s ?p ?o BIND(1 AS «?o») }', '?o already has a value here'],
    ['SELECT ?s ?p «?s» { ?s ?p ?o }', 'Two columns are called ?s'],
    ['SELECT «?s» (COUNT(?o) AS ?n) { ?s ?p ?o }', '?s is selected beside an aggregate, but not grouped'],
    ['SELECT ?s «?p» { ?s ?p ?o } GROUP BY ?s', '?p is selected beside an aggregate, but not grouped'],
    [
      'SELECT (1 AS «?n») { { SELECT (COUNT(?s) AS ?n) { ?s ?p ?o } } }',
      '?n is already a column of the sub-query',
    ],
  ])('%s', (written, message) => {
    const { text, start, end } = marked(written);
    expect(parseQuery(text, 'virtuoso').problems).toEqual([]);
    const [problem, ...others] = parseQuery(text, 'sparql11').problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ message, range: { start, end } });
  });
});
