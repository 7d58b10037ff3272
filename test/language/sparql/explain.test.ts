import { describe, expect, it } from 'vitest';
import { summarizeFinding } from '../../../server/src/core/check/finding-text';
import { parseQuery } from '../../../server/src/core/language/sparql/parse';
import type { SyntaxProblem } from '../../../server/src/core/language/sparql/model';
import { applyEdits } from '../../../server/src/core/language/text/edit';

/** Removes the marks « » and returns the range between them. */
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

interface ExplainedCase {
  readonly written: string;
  readonly message: string;
  /** The text after the fix, if there is one. */
  readonly fixed?: string;
}

const explained: readonly ExplainedCase[] = [
  { written: 'SELECT ?s { «<<» ?s ?p ?o >> ?q ?r }', message: 'A reified triple is SPARQL 1.2.' },
  { written: 'SELECT ?s { ?s ?p «<<(» ?a ?b ?c )>> }', message: 'A triple term is SPARQL 1.2.' },
  { written: 'SELECT ?s { ?s ?p ?o «{|» ?q ?r |} }', message: 'An annotation is SPARQL 1.2.' },
  { written: 'SELECT ?s { ?s ?p ?o «~» ?r }', message: 'A reifier is SPARQL 1.2.' },
  { written: '«VERSION "1.2"» SELECT ?s { ?s ?p ?o }', message: 'A version declaration is SPARQL 1.2.' },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER («isTRIPLE»(?o)) }',
    message: 'The function ISTRIPLE is SPARQL 1.2.',
  },
  { written: 'SELECT ?s { ?s ?p "a"«@en--ltr» }', message: 'The direction of a text is SPARQL 1.2.' },
  {
    written: 'SELECT ?s { ?s ?p «“»Titanic”@en }',
    message: `'“' is not a quotation mark of SPARQL. Write " or '.`,
    fixed: 'SELECT ?s { ?s ?p "Titanic"@en }',
  },
  {
    written: 'SELECT ?s { ?s ?p «‘»Titanic’ }',
    message: "'‘' is not a quotation mark",
    fixed: 'SELECT ?s { ?s ?p "Titanic" }',
  },
  { written: 'SELECT ?s { ?s ?p «“»Titanic }', message: "'“' is not a quotation mark" },
  {
    written: 'SELECT ?s { ?s«\u200B» ?p ?o }',
    message: 'Invisible character U+200B. Remove it.',
    fixed: 'SELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s {«\u00A0\u00A0»?s\u2003?p ?o } # a\u00A0b',
    message: 'A no-break space is not white space in SPARQL. Write a space.',
    fixed: 'SELECT ?s {  ?s ?p ?o } # a\u00A0b',
  },
  {
    written: 'ASK { ?s ?p "a\u00A0b" }«\u3000»',
    message: 'U+3000 is not white space in SPARQL.',
    fixed: 'ASK { ?s ?p "a\u00A0b" } ',
  },
  {
    written: 'PREFIX ns: <http://rdf.freebase.com/ns/> «.» ASK { ?s ns:p ?o }',
    message: "Unexpected '.' after a declaration. Remove it.",
    fixed: 'PREFIX ns: <http://rdf.freebase.com/ns/>  ASK { ?s ns:p ?o }',
  },
  {
    written: 'BASE <http://rdf.freebase.com/ns/>«;» ASK { ?s <p> ?o }',
    message: "Unexpected ';' after a declaration. Remove it.",
    fixed: 'BASE <http://rdf.freebase.com/ns/> ASK { ?s <p> ?o }',
  },
  {
    written:
      'PREFIX a: <http://a/> «DEFINE input:inference "r" DEFINE input:same-as "yes"» SELECT ?s { ?s a:p ?o }',
    message: 'DEFINE must come before the prefixes. Move it to the start.',
    fixed:
      'DEFINE input:inference "r" DEFINE input:same-as "yes"\nPREFIX a: <http://a/> SELECT ?s { ?s a:p ?o }',
  },
  {
    written: '«@prefix» ns: <http://rdf.freebase.com/ns/> .\n@base <http://b/> .\nASK { ?s ns:p ?o }',
    message: "'@prefix' is Turtle, not SPARQL. Write PREFIX.",
    fixed: 'PREFIX ns: <http://rdf.freebase.com/ns/> \nBASE <http://b/> \nASK { ?s ns:p ?o }',
  },
  {
    written: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { «ns:m/02mjmr» ns:p ?o }',
    message: 'IDs use dots in RDF, not slashes. Write ns:m.02mjmr.',
    fixed: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { ns:m.02mjmr ns:p ?o }',
  },
  {
    written: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { ?s «ns:people/person/gender» ?o }',
    message: 'IDs use dots in RDF, not slashes. Write ns:people.person.gender.',
    fixed: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { ?s ns:people.person.gender ?o }',
  },
  {
    written: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { ?s ns:p «/m/02mjmr» }',
    message: 'IDs use dots in RDF, not slashes. Write ns:m.02mjmr.',
    fixed: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { ?s ns:p ns:m.02mjmr }',
  },
  {
    written: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { «/m/02mjmr» ns:p ?o }',
    message: 'IDs use dots in RDF, not slashes. Write ns:m.02mjmr.',
    fixed: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { ns:m.02mjmr ns:p ?o }',
  },
  {
    written: 'PREFIX ns: <http://rdf.freebase.com/ns/> ASK { ?s ns:film.film.genre/«genre» ?o }',
    message: "'genre' is not a SPARQL keyword",
  },
  {
    written: 'SELECT ?s { { ?s ?p ?o } . «UNION» { ?s ?q ?r } }',
    message: "UNION must follow a '}'. Remove the '.'.",
    fixed: 'SELECT ?s { { ?s ?p ?o }  UNION { ?s ?q ?r } }',
  },
  { written: 'SELECT ?s { ?s ?p «"open }»', message: 'Unclosed string' },
  { written: 'SELECT ?s { ?s ?p «"bad \\q" }»', message: 'invalid escape' },
  {
    written: '«SELCT» ?s { ?s ?p ?o }',
    message: "'SELCT' is not a SPARQL keyword. Did you mean SELECT?",
    fixed: 'SELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o } «LIMT» 5',
    message: 'Did you mean LIMIT?',
    fixed: 'SELECT ?s { ?s ?p ?o } LIMIT 5',
  },
  { written: 'SELECT ?s { ?s «p» ?o }', message: "'p' is not a SPARQL keyword. Write ?p for a variable" },
  { written: 'SELECT ?s { ?s ?p «obama» }', message: "'obama' is not a SPARQL keyword" },
  {
    written: '«Who» directed Titanic?',
    message:
      'A query cannot start with \'Who\'. Start it with SELECT, ASK, CONSTRUCT or DESCRIBE. Write a question in English after "# question:".',
  },
  {
    written: 'PREFIX ns: <http://rdf.freebase.com/ns/> «{» ?s ?p ?o }',
    message: "A query cannot start with '{'. Start it with SELECT, ASK, CONSTRUCT or DESCRIBE.",
  },
  { written: '«WHERE» { ?s ?p ?o }', message: "A query cannot start with 'WHERE'" },
  {
    written: 'SELECT ?s { ?s «people».person.children ?o }',
    message: 'has no prefix',
    fixed: 'SELECT ?s { ?s ns:people.person.children ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER(?s = 1 «&» ?o = 2) }',
    message: "Use '&&'.",
    fixed: 'SELECT ?s { ?s ?p ?o FILTER(?s = 1 && ?o = 2) }',
  },
  { written: 'SELECT ?s { ?s ?p «%» }', message: "Unexpected character '%'" },
  { written: 'SELECT ?s { ?s ?p «😀» }', message: "Unexpected character '😀'" },
  { written: 'SELECT ?s { ?s ?p ?o } «SELECT» ?o { ?s ?p ?o }', message: 'A second query starts here' },
  {
    written: 'PREFIX «ns» <http://rdf.freebase.com/ns/> SELECT ?s { ?s ?p ?o }',
    message: 'Incomplete prefix declaration',
    fixed: 'PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'PREFIX ns: «http:»//rdf.freebase.com/ns/\nSELECT ?s { ?s ?p ?o }',
    message: 'Incomplete prefix declaration',
    fixed: 'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER(?o «==» 1) }',
    message: "Use '='.",
    fixed: 'SELECT ?s { ?s ?p ?o FILTER(?o = 1) }',
  },
  {
    written: '«`»``sparql\nSELECT ?s { ?s ?p ?o }\n```\n',
    message: 'Markdown fence around the query',
    fixed: 'SELECT ?s { ?s ?p ?o }\n',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o }\n«`»``',
    message: 'Markdown fence around the query',
    fixed: 'SELECT ?s { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p «ns:/m/05zppz» }',
    message: 'Write ns:m.05zppz.',
    fixed: 'SELECT ?s { ?s ?p ns:m.05zppz }',
  },
  {
    written: 'SELECT ?s WHERE «?s» ?p ?o }',
    message: "Missing '{' after WHERE",
    fixed: 'SELECT ?s WHERE { ?s ?p ?o }',
  },
  { written: 'PREFIX ns: «SELECT» ?s { ?s ?p ?o }', message: 'Incomplete prefix declaration' },
  { written: 'SELECT «{» ?s ?p ?o }', message: 'SELECT without a variable', fixed: 'SELECT * { ?s ?p ?o }' },
  {
    written: 'SELECT DISTINCT «WHERE» { ?s ?p ?o }',
    message: 'SELECT without a variable',
    fixed: 'SELECT DISTINCT * WHERE { ?s ?p ?o }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER «?o» > 1 }',
    message: 'FILTER condition without brackets',
    fixed: 'SELECT ?s { ?s ?p ?o FILTER (?o > 1) }',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER «?o» > 1 && ?o < 5 }',
    message: 'FILTER condition without brackets',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o } ORDER BY DESC «?s»',
    message: 'DESC(?s)',
    fixed: 'SELECT ?s { ?s ?p ?o } ORDER BY DESC(?s)',
  },
  {
    written: 'SELECT ?s {\n ?s ?p ?o\n «?o» ?q ?r .\n}',
    message: "Missing '.' between two triples",
    fixed: 'SELECT ?s {\n ?s ?p ?o .\n ?o ?q ?r .\n}',
  },
  { written: 'SELECT ?s { ?s ?p ?o «?q» }', message: "Unexpected term '?q'" },
  { written: 'SELECT ?s { ?s ?p «}»', message: "Missing object after '?p'" },
  { written: 'SELECT ?s { ?s ?p ?o , «}»', message: "Missing object after ','" },
  { written: 'SELECT ?s { ?s «}»', message: "Missing relation and object after '?s'" },
  {
    written: 'SELECT ?s { ?s ?p ?o } «}»',
    message: "Unmatched '}'",
    fixed: 'SELECT ?s { ?s ?p ?o } ',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o FILTER(?o > 1 «}»',
    message: "Missing ')'. Close the '(' on line 1.",
    fixed: 'SELECT ?s { ?s ?p ?o FILTER(?o > 1) }',
  },
  {
    written: 'SELECT ?s { ?s ?p «?o»',
    message: "Missing '}'. Close the '{' on line 1.",
    fixed: 'SELECT ?s { ?s ?p ?o\n}',
  },
  { written: '«SELECT»', message: 'Incomplete query' },
  {
    written: 'SELECT ?s { ?s ?p ?o } «LIMIT»',
    message: "Incomplete query after 'LIMIT'. Expected a number.",
  },
  {
    written: 'SELECT ?s { ?s ?p ?o } LIMIT 5 «ORDER» BY ?s',
    message: 'ORDER must precede LIMIT',
    fixed: 'SELECT ?s { ?s ?p ?o } ORDER BY ?s LIMIT 5',
  },
  {
    written: 'SELECT ?s { ?s ?p ?o «LIMIT» 5',
    message: "Missing '}'. Close the '{' on line 1.",
    fixed: 'SELECT ?s { ?s ?p ?o\n} LIMIT 5',
  },
  { written: 'SELECT ?s { ?s ?p ?o «UNION» { ?s ?q ?r } }', message: "UNION must follow a '}'. Put" },
  { written: 'ASK «?s» { ?s ?p ?o }', message: "Unexpected '?s'" },
  { written: '«?s» ?p ?o', message: "A query cannot start with '?s'" },
  { written: '«ex:p»/ex:q', message: 'Incomplete query: expected SELECT, ASK, CONSTRUCT or DESCRIBE.' },
  {
    written: 'SELECT ?s { VALUES (?s ?o) { «(1)» } ?s ?p ?o }',
    message: 'This row has 1 value for 2 variables',
  },
];

describe('the message of a syntax error', () => {
  it.each(explained)('$written', ({ written, message, fixed }) => {
    const { text, start, end } = marked(written);
    const problem = problemOf(text);
    expect(summarizeFinding(problem)).toContain(message);
    expect(problem.range).toEqual({ start, end });
    expect(problem.edits && applyEdits(text, problem.edits.edits)).toBe(fixed);
    if (fixed !== undefined) expect(parseQuery(fixed, 'virtuoso').problems).toEqual([]);
  });

  it('is one or two sentences', () => {
    for (const { written } of explained) {
      const { because, advice, message } = problemOf(marked(written).text);
      expect(message, written).toMatch(/^[A-Z'].*[^.]$/);
      expect(because, written).toMatch(/^$|\.$/);
      expect(advice, written).toMatch(/^$|^[A-Z][^]*[.?]$/);
    }
  });

  it('shows the unclosed bracket', () => {
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

describe('white space', () => {
  it.each(['\uFEFFASK { ?s ?p ?o }', 'ASK\t{\r\n?s ?p "\u00A0" # \u00A0\n}'])('may be %j', (text) => {
    expect(parseQuery(text, 'virtuoso').problems).toEqual([]);
  });
});

describe('text that the grammar accepts and the standard forbids', () => {
  it.each([
    ['SELECT ?s { ?s ?p ?o BIND(1 AS «?o») }', '?o already has a value'],
    ['SELECT ?s ?p «?s» { ?s ?p ?o }', 'Duplicate column ?s'],
    ['SELECT «?s» (COUNT(?o) AS ?n) { ?s ?p ?o }', '?s is neither grouped nor aggregated'],
    ['SELECT ?s «?p» { ?s ?p ?o } GROUP BY ?s', '?p is neither grouped nor aggregated'],
    ['SELECT (1 AS «?n») { { SELECT (COUNT(?s) AS ?n) { ?s ?p ?o } } }', '?n already has a value'],
  ])('%s', (written, message) => {
    const { text, start, end } = marked(written);
    expect(parseQuery(text, 'virtuoso').problems).toEqual([]);
    const [problem, ...others] = parseQuery(text, 'sparql11').problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ message, range: { start, end } });
  });

  it('advises to name the key of a group that is an expression', () => {
    const [problem] = parseQuery(
      'SELECT (YEAR(?o) AS ?y) { ?s ?p ?o } GROUP BY YEAR(?o)',
      'sparql11',
    ).problems;
    expect(problem).toMatchObject({
      advice: 'Name the key, as in GROUP BY (YEAR(?date) AS ?year), and select the name.',
    });
  });
});
