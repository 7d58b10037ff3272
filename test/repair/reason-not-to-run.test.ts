import { describe, expect, it } from 'vitest';
import { cleanProposal, withoutNeedlessLimit } from '../../server/src/core/repair/clean-proposal';
import { reasonNotToRun } from '../../server/src/core/repair/reason-not-to-run';
import { parseQuery } from '../../server/src/core/language/sparql/parse';

function danger(proposal: string, given?: string): string | undefined {
  const parse = (text: string): ReturnType<typeof parseQuery> => parseQuery(text, 'virtuoso');
  return reasonNotToRun(parse(proposal), given === undefined ? undefined : parse(given))?.message;
}

const HARMLESS = 'SELECT ?x { ?x ?p "SERVICE <http://evil.example/>" } # INSERT DATA { }';
const SERVICE = 'SELECT ?x { SERVICE <http://evil.example/sparql> { ?x ?p ?o } }';

describe('A proposal is not run', () => {
  it.each([
    'INSERT DATA { <http://a> <http://b> <http://c> }',
    'DROP ALL',
    'LOAD <http://evil.example/>',
    'SELECT ?x { ?x ?p ?o } ; DELETE WHERE { ?s ?p ?o }',
    'SELECT (bif:exec("sparql clear graph <http://g>") AS ?x) { }',
    'DEFINE get:soft "replace" SELECT ?x FROM <http://evil.example/> { ?x ?p ?o }',
    'DEFINE input:inference "x" SELECT ?x { ?x ?p ?o }',
    SERVICE,
    'SELECT ?x { service silent <http://evil.example/sparql> { ?x ?p ?o } }',
    'PREFIX e: <http://evil.example/> SELECT ?x { SERVICE e:sparql { ?x ?p ?o } }',
    'SELECT ?x { VALUES ?s { <http://evil.example/sparql> } SERVICE ?s { ?x ?p ?o } }',
    'SELECT ?x { ?x ?p ?o FILTER EXISTS { SERVICE <http://evil.example/sparql> { ?x ?p ?o } } }',
    'SELECT ?x { { SELECT ?x { SERVICE <http://evil.example/sparql> { ?x ?p ?o } } } }',
    'SELECT ?x FROM <http://evil.example/g> { ?x ?p ?o }',
    'SELECT ?x FROM NAMED <http://evil.example/g> { GRAPH ?g { ?x ?p ?o } }',
    // Escapes that some engines decode before parsing.
    'SELECT ?x { \\u0053ERVICE <http://evil.example/sparql> { ?x ?p ?o } }',
    // A comment that Virtuoso continues after the carriage return.
    '#\rSELECT ("""\nCLEAR GRAPH <http://g> #""" AS ?x) { }',
    'Sure! Here is your query.',
    '',
  ])('%s', (proposal) => {
    expect(danger(proposal)).toBeDefined();
    expect(danger(proposal, HARMLESS)).toBeDefined();
  });

  it('unless it queries only this KB', () => {
    expect(danger(HARMLESS)).toBeUndefined();
    expect(
      danger('PREFIX ns: <http://rdf.freebase.com/ns/> ASK { ?x ns:people.person.parents ?y }'),
    ).toBeUndefined();
  });

  it('or contacts only addresses in the query of the author', () => {
    expect(danger(SERVICE, SERVICE)).toBeUndefined();
    expect(
      danger(SERVICE, 'PREFIX e: <http://evil.example/> ASK { SERVICE e:sparql { ?x ?p ?o } }'),
    ).toBeUndefined();
    expect(danger(SERVICE, 'SELECT ?x { SERVICE <http://good.example/sparql> { ?x ?p ?o } }')).toBeDefined();
    const variable = 'SELECT ?x { VALUES ?s { <http://evil.example/> } SERVICE ?s { ?x ?p ?o } }';
    expect(danger(variable, `SELECT ?y { ?y ?p ?o . ${variable.slice(12)}`)).toBeDefined();
  });
});

describe('A proposal is cleaned', () => {
  it.each([
    ['fences go', '```sparql\nSELECT ?x { ?x ?p ?o }\n```', 'SELECT ?x { ?x ?p ?o }'],
    [
      'comments go, with the lines they leave',
      '# funfusic-disable\nSELECT ?x {\n  # a\n  ?x ?p ?o # b\n}',
      'SELECT ?x {\n  ?x ?p ?o\n}',
    ],
    [
      'what only looks like a comment stays',
      'SELECT ?x { ?x <http://a#b> "# c" }',
      'SELECT ?x { ?x <http://a#b> "# c" }',
    ],
    [
      'texts stay as they are',
      'SELECT ?x { ?x ?p """a\n\n\n# b""" }',
      'SELECT ?x { ?x ?p """a\n\n\n# b""" }',
    ],
  ])('%s', (_, proposal, expected) => {
    expect(cleanProposal(proposal)).toBe(expected);
  });

  it.each([
    ['SELECT ?x { ?x ?p ?o } LIMIT 1', 'SELECT ?x { ?x ?p ?o }'],
    ['SELECT ?x { ?x ?p ?o } LIMIT 10', 'SELECT ?x { ?x ?p ?o } LIMIT 10'],
    ['SELECT ?x { ?x ?p ?o } ORDER BY ?o LIMIT 1', 'SELECT ?x { ?x ?p ?o } ORDER BY ?o LIMIT 1'],
    ['SELECT (MAX(?o) AS ?m) { ?x ?p ?o } LIMIT 1', 'SELECT (MAX(?o) AS ?m) { ?x ?p ?o } LIMIT 1'],
  ])('a LIMIT that chooses nothing goes: %s', (proposal, expected) => {
    expect(withoutNeedlessLimit(parseQuery(proposal, 'virtuoso'))).toBe(expected);
  });
});
