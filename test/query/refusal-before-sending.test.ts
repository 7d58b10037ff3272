import { describe, expect, it } from 'vitest';
import { isUpdate, refusalBeforeSending } from '../../server/src/core/query/refusal-before-sending';

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
  // Older syntax of Virtuoso.
  'INSERT INTO GRAPH <http://g> { <http://a> <http://b> <http://c> }',
  'MODIFY GRAPH <http://g> DELETE { ?s ?p ?o } INSERT { } WHERE { ?s ?p ?o }',
  'define sql:log-enable 3 DELETE FROM <http://g> { ?s ?p ?o } WHERE { ?s ?p ?o }',
  'ALTER QUAD STORAGE virtrdf:DefaultQuadStorage { SELECT }',
  // Invalid text is refused too.
  'SELECT ?s WHERE { ?s ?p ?o } ; DELETE WHERE { ?s ?p ?o }',
  'SELECT ?s WHERE { ?s ?p ; INSERT DATA { <http://a> <http://b> <http://c> }',
];

/** Read queries by which Virtuoso runs SQL or loads data. */
const disguised = [
  'SELECT (bif:exec("sparql clear graph <http://g>") AS ?x) WHERE { }',
  'SELECT ?x WHERE { ?x ?p ?o . FILTER (bif:EXEC ("sparql clear graph <http://g>") = 0) }',
  'SELECT (<bif:exec>("sparql clear graph <http://g>") AS ?x) WHERE { }',
  'PREFIX b: <bif:ex> SELECT (b:ec("sparql clear graph <http://g>") AS ?x) WHERE { }',
  // Neither a triple nor a declaration overrides the built-in prefixes of Virtuoso.
  'SELECT ?x { ?x ?p ?o OPTIONAL { ?x bif: <http://h/> } FILTER(bif:exec("drop table x")) }',
  'SELECT ?x { ?x ?p ?o VALUES (?a ?b) { (sql: <http://h/>) } FILTER(sql:SPARUL_CLEAR("http://g", 0, 0)) }',
  'PREFIX bif: <http://h/> SELECT ?x { ?x ?p ?o FILTER(bif:exec("drop table x")) }',
  'PREFIX b: <bif:> PREFIX b: <http://h/> SELECT (b:exec("drop table x") AS ?x) { }',
  'SELECT (bif:isfile("/etc/passwd") AS ?x) { }',
  'SELECT (bif:string_to_file("/tmp/x", "x", -1) AS ?x) WHERE { }',
  'SELECT (sql:SPARUL_CLEAR("http://g", 0, 0) AS ?x) WHERE { }',
  'SELECT (<SPARUL_CLEAR>("http://g", 0) AS ?x) WHERE { }',
  'PREFIX p: <SPARUL_> SELECT (p:CLEAR("http://g", 0) AS ?x) WHERE { }',
  'define get:soft "replace" SELECT ?s FROM <http://a> WHERE { ?s ?p ?o }',
  'PREFIX get: <http://a/> define get:soft "replace" SELECT ?s FROM <http://a> WHERE { ?s ?p ?o }',
  'SELECT ?s FROM <http://a> OPTION (get:soft "replace") WHERE { ?s ?p ?o }',
  'define input:grab-iri <http://a> SELECT ?s WHERE { ?s ?p ?o }',
  // Pragmas whose value becomes part of the SQL, and unknown pragmas.
  `define sql:table-option "hash) where exec('clear') is null --" SELECT ?s WHERE { ?s ?p ?o }`,
  `define sql:table-option a:b, "hash) where exec('clear') is null --" SELECT ?s WHERE { ?s ?p ?o }`,
  `define input:ifp "IFP) where 1 = 1 --" SELECT ?s WHERE { ?s ?p ?o }`,
  'define sql:gs-app-callback "x" SELECT ?s WHERE { ?s ?p ?o }',
];

const reads = [
  'SELECT ?s WHERE { ?s ?p ?o }',
  'ASK { ?s ?p ?o }',
  'DESCRIBE <http://a>',
  'CONSTRUCT WHERE { ?s ?p ?o }',
  '# INSERT DATA is not meant here\nSELECT ?insert WHERE { ?insert <http://a/delete> "DROP ALL" }',
  'PREFIX load: <http://a/> SELECT ?s WHERE { ?s load:clear load:drop }',
  'SELECT ?s WHERE { ?s ?p ?o . ?o bif:contains "word" . FILTER (bif:lower(?o) = "x" && bif:st_intersects(?o, ?o)) }',
  'SELECT (sql:sample(?s) AS ?x) WHERE { ?s ?p ?o . FILTER (<http://a/f>(?o) = xsd:integer("1")) }',
  'PREFIX get: <http://a/> SELECT ?s WHERE { ?s get:soft ( 1 2 ) }',
  'define input:inference "rules" SELECT ?s WHERE { ?s ?p ?o }',
  'define input:named-graph-uri <http://a>, <http://b> SELECT ?s WHERE { GRAPH ?g { ?s ?p ?o } }',
  'define sql:select-option "order, hash" define input:same-as "yes" SELECT ?s WHERE { ?s ?p ?o }',
  '# Comments end with LF\n# or with CRLF\r\nSELECT ?s WHERE { ?s ?p ?o } # or not at all',
  // Triple options of Virtuoso.
  `SELECT ?s ?score WHERE { ?s ?p ?o . ?o bif:contains "'word'" OPTION (SCORE ?score) }`,
  'SELECT ?o WHERE { <http://s> <http://p> ?o OPTION (TRANSITIVE, t_in(?s), t_out(?o), t_min(1)) . }',
];

/** Texts that our parser rejects, but that Virtuoso may accept as an update. */
const unclear = [
  'define input:param "\\a" INSERT INTO <http://g> { <a:a> <a:b> <a:c> }\nWHERE { { SELECT ?s { ?s ?p ?o } } }',
  '#\rSELECT ("""\nINSERT INTO <http://g> { <a:a> <a:b> <a:c> } #""" AS ?x) WHERE { }',
  'SELECT ?s WHERE { ?s ?p "\\a" }',
  'SELECT ?s WHERE { ?s ?p ?o ',
  'SELECT ?s WHERE { ?s ?p `bif:lower("A")` }',
  'SELECT ?s WHERE { ?s ?p ?o } SELECT ?s WHERE { ?s ?p ?o }',
  'SELECT ?s WHERE { SQLQUERY (select 1) }',
  `SELECT ?s WHERE { ?s ?p ?o OPTION (TABLE_OPTION "hash) where 1 = 1 --") }`,
  'SELECT ?s WHERE { ?s ?p ?o OPTION (TRANSITIVE } )',
  'DEFMACRO <http://m>() { ?s ?p ?o } SELECT ?s WHERE { <http://m>() }',
];

describe('A KB that is not writable', () => {
  it.each([...updates, ...disguised])('refuses %s', (query) => {
    const refusal = refusalBeforeSending(query, readOnly);
    expect(refusal?.message).toContain('not marked as writable');
    expect(refusal?.place && query.slice(refusal.place.start, refusal.place.end)).toMatch(/^<?[A-Za-z]/);
  });

  it.each(unclear)('refuses what may not be a query: %j', (query) => {
    const refusal = refusalBeforeSending(query, readOnly);
    expect(refusal?.message).toContain('The query was not sent');
    expect(refusal?.place?.start).toBeLessThan(query.length + 1);
  });

  it.each(reads)('answers %s', (query) => {
    expect(refusalBeforeSending(query, readOnly)).toBeUndefined();
  });
});

describe('A KB that is writable', () => {
  it.each([...updates, ...disguised, ...unclear, ...reads])('accepts %s', (query) => {
    expect(refusalBeforeSending(query, writable)).toBeUndefined();
  });

  it.each(['', '  ', '# nothing but words\n', 'hello', 'PREFIX a: <http://a/>'])(
    'finds no query in "%s"',
    (text) => {
      expect(refusalBeforeSending(text, writable)?.message).toContain('Incomplete query');
    },
  );
});

describe('A query', () => {
  it.each(updates)('is an update: %s', (query) => expect(isUpdate(query)).toBe(true));
  it.each([...reads, ...disguised])('is not an update: %s', (query) => expect(isUpdate(query)).toBe(false));
});
