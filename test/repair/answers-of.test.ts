import { describe, expect, it } from 'vitest';
import { answersOf } from '../../server/src/core/repair/answers-of';
import { answerVariableOf, unclearAnswer } from '../../server/src/core/repair/answer-variable';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { storeKb } from '../../tools/store-kb';

const FACTS = `
ns:m.0cmr1 ns:type.object.name "James Cameron"@en ; ns:film.director.film ns:m.0ttn1, ns:m.0vtr1 .
ns:m.0ttn1 ns:type.object.name "Titanic"@en ; ns:film.film.directed_by ns:m.0cmr1 ; ns:film.film.gross 5.0 .
ns:m.0vtr1 ns:type.object.name "Avatar"@en ; ns:film.film.directed_by ns:m.0cmr1 ; ns:film.film.gross 7 .
`;
const { signal } = new AbortController();

async function answers(text: string): Promise<readonly string[] | undefined> {
  const query = parseQuery(`PREFIX ns: <http://rdf.freebase.com/ns/> ${text}`, 'virtuoso');
  return answersOf(
    query,
    await storeKb(FACTS).execute(query.text, { timeoutMs: 1000, maxRows: 100 }, signal),
  );
}

describe('The answers of a query', () => {
  it.each([
    [
      'ids, each once and sorted',
      'SELECT ?x { ?d ns:film.director.film ?x . ?x ?p ?o }',
      ['m.0ttn1', 'm.0vtr1'],
    ],
    [
      'not the names beside them',
      'SELECT ?n ?x { ns:m.0ttn1 ns:film.film.directed_by ?x . ?x ns:type.object.name ?n }',
      ['m.0cmr1'],
    ],
    ['numbers by their value', 'SELECT ?x { ns:m.0ttn1 ns:film.film.gross ?x }', ['5']],
    ['a count', 'SELECT (COUNT(?x) AS ?n) { ?x ns:film.film.directed_by ?d }', ['2']],
    ['yes or no', 'ASK { ?x ns:film.film.directed_by ?d }', ['true']],
    ['nothing', 'SELECT ?x { ?x ns:film.film.directed_by ns:m.0ttn1 }', []],
    ['no answer where the query is refused', 'SELECT ?x { ', undefined],
  ])('%s', async (_, text, expected) => {
    expect(await answers(text)).toEqual(expected);
  });
});

describe('Which variable is the answer', () => {
  it.each([
    ['the only one', 'SELECT ?x { ?x ?p ?o }', 'x', ''],
    ['the one that has a name beside it', 'SELECT ?n ?x { ?x ns:type.object.name ?n }', 'x', ''],
    ['with a label', 'SELECT ?x ?n { ?x <http://www.w3.org/2000/01/rdf-schema#label> ?n }', 'x', ''],
    ['a value computed from it is in another column', 'SELECT ?x (STR(?x) AS ?s) { ?x ?p ?o }', 'x', ''],
    ['also where BIND computes it', 'SELECT ?x ?s { ?x ?p ?o . BIND(STR(?x) AS ?s) }', 'x', ''],
    [
      'what is counted by group',
      'SELECT ?x (COUNT(?o) AS ?n) { ?x ?p ?o } GROUP BY ?x ORDER BY DESC(?n) LIMIT 1',
      'x',
      '',
    ],
    [
      'what it is sorted by',
      'SELECT ?x ?h { ?x ns:people.person.height_meters ?h } ORDER BY DESC(?h) LIMIT 1',
      'x',
      '',
    ],
    ['a name, where only a name is asked for', 'SELECT ?n { ?x ns:type.object.name ?n }', 'n', ''],
    ['the first of several that may be it', 'SELECT ?x ?y { ?x ?p ?y }', 'x', 'y'],
  ])('%s', (_, text, name, rivals) => {
    const query = parseQuery(`PREFIX ns: <http://rdf.freebase.com/ns/> ${text}`, 'virtuoso');
    const columns = query.query.projection.flatMap(({ variable }) => variable?.name ?? []);
    const found = answerVariableOf(query, columns);
    expect([found?.name, found?.rivals.join()]).toEqual([name, rivals]);
  });

  it('is reported only if two columns hold entities and the question asks for one', () => {
    const query = parseQuery('SELECT ?x ?y { ?x ?p ?y }', 'virtuoso');
    const thing = { type: 'uri', value: 'http://example.org/a' } as const;
    const text = { type: 'literal', value: 'a' } as const;
    const countFindings = (second: typeof thing | typeof text, question: string): number =>
      unclearAnswer(query, { kind: 'table', columns: ['x', 'y'], rows: [[thing, second]] }, question).length;
    expect(countFindings(thing, 'Who directed Titanic?')).toBe(1);
    expect(countFindings(text, 'Who directed Titanic?')).toBe(0);
    expect(countFindings(thing, 'Who directed which film, and when?')).toBe(0);
  });
});
