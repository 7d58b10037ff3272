import { describe, expect, it } from 'vitest';
import { semanticTokensOf } from '../../server/src/core/edit/semantic-tokens';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { freebase } from '../support/check';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';

/** `text=type.modifier` of every token after the prologue. */
function tokens(query: string, options: { readonly schema?: undefined } = {}): readonly string[] {
  const text = PROLOGUE + query;
  const schema = 'schema' in options ? undefined : freebase();
  return semanticTokensOf(parseQuery(text, 'virtuoso'), schema)
    .filter(({ start }) => start >= PROLOGUE.length)
    .map(({ start, end, type, modifiers }) => `${text.slice(start, end)}=${[type, ...modifiers].join('.')}`);
}

describe('semantic tokens', () => {
  it('distinguish relations, classes, entities and variables', () => {
    expect(tokens('SELECT ?x { ns:m.06pj8 ns:film.director.film ?x . ?x a ns:film.film }')).toEqual([
      '?x=variable',
      'ns=namespace',
      'm.06pj8=entity',
      'ns=namespace',
      'film.director.film=property',
      '?x=variable.declaration',
      '?x=variable',
      'ns=namespace',
      'film.film=class',
    ]);
  });

  it('mark relations to mediators and to literals', () => {
    const found = tokens('ASK { ?x ns:film.film.starring ?p ; ns:film.film.initial_release_date ?d }');
    expect(found).toContain('film.film.starring=property.toMediator');
    expect(found).toContain('film.film.initial_release_date=property.toLiteral');
  });

  it('mark mediator classes and unknown names', () => {
    expect(tokens('ASK { ?x a ns:film.performance }')).toContain('film.performance=class.mediator');
    expect(tokens('ASK { ?x ns:film.film.producers ?y }')).toContain('film.film.producers=property.unknown');
    expect(tokens('ASK { ?x a ns:film.movie }')).toContain('film.movie=class.unknown');
    // User domains are not judged.
    expect(tokens('ASK { ?x a ns:user.me }')).toContain('user.me=class');
  });

  it('find relations in paths, conditions and lists', () => {
    const found = tokens(
      'ASK { ?x ^ns:film.film.genre/ns:film.film.language ?y VALUES ?x { ns:m.06pj8 } FILTER(?y = ns:m.02h40lc) }',
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'film.film.genre=property',
        'film.film.language=property',
        'm.06pj8=entity',
        'm.02h40lc=entity',
      ]),
    );
  });

  it('mark functions, datatypes and casts', () => {
    expect(
      tokens('SELECT (COUNT(*) AS ?n) { FILTER(regex(?x, "a") && xsd:float(?y) > "1"^^xsd:float) }'),
    ).toEqual([
      'COUNT=function.defaultLibrary',
      '?n=variable.declaration',
      'regex=function.defaultLibrary',
      '?x=variable.declaration',
      'xsd=namespace',
      'float=type',
      '?y=variable.declaration',
      'xsd=namespace',
      'float=type',
    ]);
  });

  it('mark the id inside a full IRI', () => {
    expect(tokens('ASK { ?x <http://rdf.freebase.com/ns/film.film.genre> ?y }')).toContain(
      'film.film.genre=property',
    );
  });

  it('do not include keywords, strings, numbers, comments and other vocabularies', () => {
    expect(tokens('ASK { [] a 1, "ns:film.film" , <http://example.org/x> } # ns:film.film')).toEqual([]);
    expect(tokens('ASK { [] foaf:name 1 }')).toEqual(['foaf=namespace']);
  });

  it('mark the declaration of a prefix', () => {
    const found = semanticTokensOf(parseQuery(PROLOGUE, 'virtuoso'), freebase());
    expect(found).toEqual([{ start: 7, end: 9, type: 'namespace', modifiers: ['declaration'] }]);
  });

  it('do not include names of the KB without a schema', () => {
    expect(tokens('ASK { ?x ns:film.film.genre 1 }', { schema: undefined })).toEqual([
      '?x=variable.declaration',
      'ns=namespace',
    ]);
  });

  it('exist for broken text', () => {
    expect(tokens('SELECT ?x { ?x ns: ns:film.film. ) ] "')).toEqual(
      expect.arrayContaining(['?x=variable', 'film.film=class']),
    );
    expect(tokens('')).toEqual([]);
  });

  it('are limited to the requested range', () => {
    const text = `${PROLOGUE}ASK { ?a ?b ?c }`;
    const at = text.indexOf('?b');
    const found = semanticTokensOf(parseQuery(text, 'virtuoso'), freebase(), { start: at, end: at + 2 });
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['?b']);
  });
});
