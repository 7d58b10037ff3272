import { describe, expect, it } from 'vitest';
import { isUpdate, refusalOf } from '../../server/src/core/run/admit';

const readOnly = { name: 'Mine', writable: false };
const writable = { name: 'Mine', writable: true };

const updates = [
  'INSERT DATA { <http://a> <http://b> <http://c> }',
  'insert data { <http://a> <http://b> <http://c> }',
  'INSERT # comment\n  DATA { <http://a> <http://b> <http://c> }',
  'PREFIX a: <http://a/> DELETE WHERE { ?s ?p ?o }',
  'DELETE DATA { <http://a> <http://b> <http://c> }',
  'WITH <http://g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }',
  'CLEAR ALL',
  'DROP SILENT GRAPH <http://g>',
  'LOAD <http://a>',
  'CREATE GRAPH <http://g>',
  'COPY DEFAULT TO <http://g>',
  'MOVE DEFAULT TO <http://g>',
  'ADD DEFAULT TO <http://g>',
  // As Virtuoso had them before the standard.
  'INSERT INTO GRAPH <http://g> { <http://a> <http://b> <http://c> }',
  'MODIFY GRAPH <http://g> DELETE { ?s ?p ?o } INSERT { } WHERE { ?s ?p ?o }',
  'define sql:log-enable 3 DELETE FROM <http://g> { ?s ?p ?o } WHERE { ?s ?p ?o }',
  // What does not parse is not let through for that.
  'SELECT ?s WHERE { ?s ?p ?o } ; DELETE WHERE { ?s ?p ?o }',
  'SELECT ?s WHERE { ?s ?p ; INSERT DATA { <http://a> <http://b> <http://c> }',
];

const reads = [
  'SELECT ?s WHERE { ?s ?p ?o }',
  'ASK { ?s ?p ?o }',
  'DESCRIBE <http://a>',
  'CONSTRUCT WHERE { ?s ?p ?o }',
  '# INSERT DATA is not meant here\nSELECT ?insert WHERE { ?insert <http://a/delete> "DROP ALL" }',
  'PREFIX load: <http://a/> SELECT ?s WHERE { ?s load:clear load:drop }',
  'define input:inference "rules" SELECT ?s WHERE { ?s ?p ?o }',
];

describe('A KB that is not writable', () => {
  it.each(updates)('refuses %s', (query) => {
    const refusal = refusalOf(query, readOnly);
    expect(refusal?.message).toContain('not marked as writable');
    expect(refusal?.place && query.slice(refusal.place.start, refusal.place.end)).toMatch(/^[A-Za-z]/);
  });

  it.each(reads)('answers %s', (query) => {
    expect(refusalOf(query, readOnly)).toBeUndefined();
  });
});

describe('A KB that is writable', () => {
  it.each([...updates, ...reads])('takes %s', (query) => {
    expect(refusalOf(query, writable)).toBeUndefined();
  });

  it.each(['', '  ', '# nothing but words\n', 'hello', 'PREFIX a: <http://a/>'])(
    'finds no query in "%s"',
    (text) => {
      expect(refusalOf(text, writable)?.message).toContain('no query');
    },
  );
});

describe('A query', () => {
  it.each(updates)('is an update: %s', (query) => expect(isUpdate(query)).toBe(true));
  it.each(reads)('is none: %s', (query) => expect(isUpdate(query)).toBe(false));
});
