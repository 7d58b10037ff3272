import { describe, expect, it } from 'vitest';
import { foreignAddresses, isKnownKb, type KnownKbs } from '../../server/src/core/query/foreign-addresses';

const known: KnownKbs = {
  knowledgeBase: 'https://chosen.example/sparql',
  knowledgeBases: {
    Mine: { endpoint: 'https://mine.example/sparql', defaultGraph: ['http://graph.example/a'] },
    Files: { file: 'facts.nt' },
  },
};

const reached = (query: string): readonly string[] =>
  foreignAddresses(query, 'https://mine.example/sparql', known).map(({ host: whom }) => whom);

describe('a KB is known', () => {
  it.each([
    ['Sample', 'Sample'],
    ['Mine', 'Mine'],
    ['https://mine.example/sparql', 'https://mine.example/sparql'],
    ['https://mine.example/sparql?x=1', 'https://mine.example/sparql?x=1'],
    ['https://•••@mine.example/sparql', 'https://ada:pw@mine.example/sparql'],
    ['https://chosen.example/sparql', 'https://chosen.example/sparql'],
  ])('by the settings: %s', (name, address) => {
    expect(isKnownKb(name, address, known)).toBe(true);
  });

  it.each([
    'https://mine.example/other',
    'http://mine.example/sparql',
    'https://mine.example:8443/sparql',
    'https://mine.example@evil.example/sparql',
    'https://evil.example/sparql',
    '__proto__',
  ])('not by an address that only looks like one of them: %s', (address) => {
    expect(isKnownKb(address, address, known)).toBe(false);
  });
});

describe('a query reaches', () => {
  it.each([
    ['SELECT * { ?s ?p ?o }', []],
    ['SELECT * { SERVICE <https://mine.example/sparql> { ?s ?p ?o } }', []],
    ['SELECT * { SERVICE <https://mine.example/admin> { ?s ?p ?o } }', ['mine.example']],
    ['SELECT * FROM <https://mine.example/graph> { ?s ?p ?o }', []],
    ['SELECT * FROM <http://graph.example/a> FROM <http://graph.example/b> { ?s ?p ?o }', ['graph.example']],
    ['SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }', ['file:///etc/passwd']],
    ['SELECT * FROM <http://FREEBASE.com/x> { ?s ?p ?o }', []],
    ['SELECT * FROM <http://freebase.com.evil.example/> { ?s ?p ?o }', ['freebase.com.evil.example']],
    [
      'SELECT * FROM <http://freebase.com\\u0040evil.example/> { ?s ?p ?o }',
      ['http://freebase.com@evil.example/'],
    ],
    ['SELECT * { ?x ?p ?o SERVICE ?x { ?s ?p ?o } }', ['addresses that the query computes']],
    ['select * { service silent <http://a.example/> { ?s ?p ?o } }', ['a.example']],
    ['DEFINE input:default-graph-uri <http://a.example/g> SELECT * { ?s ?p ?o }', ['a.example']],
    ['DEFINE sql:select-option "order" SELECT * { ?s ?p ?o }', []],
    ['LOAD SILENT <http://a.example/d> INTO GRAPH <http://b.example/>', ['a.example']],
    ['DELETE { ?s ?p ?o } USING NAMED <http://a.example/d> WHERE { ?s ?p ?o }', ['a.example']],
    ['SELECT * { SERVICE <http://a.example/1> { ?s ?p ?o } SERVICE <http://a.example/2> {} }', ['a.example']],
    ['SELECT * { SERVICE <http://a.example/1> { ?s', ['a.example']],
  ])('%s', (query, whom) => {
    expect(reached(query)).toEqual(whom);
  });
});
