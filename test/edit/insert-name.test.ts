import { describe, expect, it } from 'vitest';
import { insertLiteral, insertName } from '../../server/src/core/edit/insert-name';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { freebase } from '../support/check';
import { librarySchema } from '../support/library-schema';

/** The text after a name is inserted at the `|`, or replaces the text between two of them. */
function inserted(marked: string, id: string, schema: KbSchema = freebase()): string {
  const start = marked.indexOf('|');
  const end = Math.max(start, marked.lastIndexOf('|') - 1);
  const text = marked.replaceAll('|', '');
  return applyEdits(text, insertName(parseQuery(text, 'virtuoso'), schema, { start, end }, id));
}

const NS = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

describe('Inserting a name', () => {
  it('uses the declared prefix', () => {
    expect(inserted(`${NS}SELECT * { ?x | ?y }`, 'film.film.genre')).toBe(
      `${NS}SELECT * { ?x ns:film.film.genre ?y }`,
    );
    expect(
      inserted('PREFIX : <http://rdf.freebase.com/ns/>\nSELECT * { ?x | ?y }', 'film.film.genre'),
    ).toContain('{ ?x :film.film.genre ?y }');
  });

  it('declares an unused prefix if there is none', () => {
    expect(inserted('# question: what?\nSELECT * { ?x | ?y }', 'film.film.genre')).toBe(
      `# question: what?\n${NS}SELECT * { ?x ns:film.film.genre ?y }`,
    );
    expect(inserted('PREFIX ns: <urn:x>\nSELECT * { ?x | ?y }', 'film.film.genre')).toBe(
      'PREFIX fb: <http://rdf.freebase.com/ns/>\nPREFIX ns: <urn:x>\nSELECT * { ?x fb:film.film.genre ?y }',
    );
  });

  it('works in an empty text and in a text of comments', () => {
    expect(inserted('|', 'film.film')).toBe(`${NS}ns:film.film`);
    expect(inserted('# films\n|', 'film.film')).toBe(`# films\n${NS}ns:film.film`);
  });

  it('inserts spaces only where needed', () => {
    expect(inserted(`${NS}SELECT * {?x|?y}`, 'film.film.genre')).toContain('{?x ns:film.film.genre ?y}');
    expect(inserted(`${NS}SELECT * {?x a|.}`, 'film.film')).toContain('{?x a ns:film.film .}');
    expect(inserted(`${NS}SELECT * {?x ^|/ns:a.b.c ?y}`, 'film.film.genre')).toContain(
      '^ns:film.film.genre/ns:a.b.c',
    );
  });

  it('replaces the selection', () => {
    expect(inserted(`${NS}SELECT * { ?x |ns:film.film.cast| ?y }`, 'film.film.starring')).toContain(
      '{ ?x ns:film.film.starring ?y }',
    );
  });

  it('replaces the typed start of the name', () => {
    expect(inserted(`${NS}SELECT * { ?x ns:| }`, 'film.film.genre')).toContain('{ ?x ns:film.film.genre }');
    expect(inserted(`${NS}SELECT * { ?x ns:film.fi| }`, 'film.film.genre')).toContain(
      '{ ?x ns:film.film.genre }',
    );
    expect(inserted(`${NS}SELECT * { ns:m.02mjmr| }`, 'film.film.genre')).toContain(
      '{ ns:m.02mjmr ns:film.film.genre }',
    );
  });

  it('uses angle brackets for names that cannot have a prefix', () => {
    expect(inserted('SELECT * { ?x | ?y }', 'Book/author', librarySchema())).toBe(
      'SELECT * { ?x <http://example.org/library/Book/author> ?y }',
    );
    expect(inserted('SELECT * { ?x | ?y }', 'http://www.w3.org/2000/01/rdf-schema#label')).toBe(
      'SELECT * { ?x <http://www.w3.org/2000/01/rdf-schema#label> ?y }',
    );
    expect(
      inserted(
        'PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\nSELECT * { ?x | ?y }',
        'http://www.w3.org/2000/01/rdf-schema#label',
      ),
    ).toContain('{ ?x rdfs:label ?y }');
  });
});

describe('Inserting a term of a result', () => {
  const XSD = 'http://www.w3.org/2001/XMLSchema#';
  const literal = (marked: string, term: Omit<Parameters<typeof insertLiteral>[2], 'type'>): string => {
    const start = marked.indexOf('|');
    const text = marked.replace('|', '');
    const query = parseQuery(text, 'sparql11');
    return applyEdits(text, insertLiteral(query, { start, end: start }, { type: 'literal', ...term }));
  };

  it('writes an entity with the declared prefix, also over a typed prefix', () => {
    expect(inserted(`${NS}SELECT * { ?x ?y ns:| }`, 'http://rdf.freebase.com/ns/m.0184dt')).toBe(
      `${NS}SELECT * { ?x ?y ns:m.0184dt }`,
    );
  });

  it('inserts nothing for an IRI that would break the query', () => {
    expect(inserted(`${NS}SELECT * { ?x ?y | }`, 'http://evil/> . ?a ?b ?c . <')).toBe(
      `${NS}SELECT * { ?x ?y  }`,
    );
  });

  it('writes literals with language and datatype', () => {
    expect(literal('ASK { ?x ?y|}', { value: 'say "hi"\n', 'xml:lang': 'en' })).toBe(
      'ASK { ?x ?y "say \\"hi\\"\\n"@en}',
    );
    expect(literal('ASK { ?x ?y |}', { value: '1990', datatype: `${XSD}gYear` })).toBe(
      `ASK { ?x ?y "1990"^^<${XSD}gYear>}`,
    );
    expect(
      literal(`PREFIX x: <${XSD}>\nASK { ?x ?y |}`, { value: '1990', datatype: `${XSD}gYear` }),
    ).toContain('"1990"^^x:gYear');
    expect(literal('ASK { ?x ?y |}', { value: 'text', datatype: `${XSD}string` })).toBe(
      'ASK { ?x ?y "text"}',
    );
  });
});
