import { describe, expect, it } from 'vitest';
import { inlayHintsOf, type InlayHintOptions, type InlayHint } from '../../server/src/core/edit/inlay-hints';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import type { TextRange } from '../../server/src/core/language/text/range';
import { freebase } from '../support/check';

const PROLOGUE = 'PREFIX ns: <http://rdf.freebase.com/ns/>\n';
const NAMES = new Map([
  ['m.06pj8', 'Steven Spielberg'],
  ['m.0long', 'A name that goes on and on, far longer than anybody would like to read'],
]);

function hints(
  query: string,
  choices: Partial<InlayHintOptions> = {},
  within: TextRange = { start: 0, end: Infinity },
): readonly InlayHint[] {
  const all: InlayHintOptions = { variableTypes: true, entityNames: undefined, ...choices };
  return parseDocument(PROLOGUE + query, 'virtuoso').flatMap((model) =>
    inlayHintsOf(model, freebase(), within, all),
  );
}

/** The query with its hints in «…». */
function shown(query: string, choices: Partial<InlayHintOptions> = {}): string {
  return [...hints(query, choices)].reverse().reduce((text, { offset, label }) => {
    const at = offset - PROLOGUE.length;
    return `${text.slice(0, at)}«${label}»${text.slice(at)}`;
  }, query);
}

describe('inlay hints', () => {
  it.each([
    [
      'the type of a variable at its first use in the pattern',
      'SELECT ?x { ?x ns:film.film.directed_by ?d . ?d ?p ?x }',
      'SELECT ?x { ?x«: film» ns:film.film.directed_by ?d«: director» . ?d ?p ?x }',
    ],
    [
      'that a variable is a mediator',
      'ASK { ns:m.0x ns:film.film.starring ?p }',
      'ASK { ns:m.0x ns:film.film.starring ?p«: performance (mediator)» }',
    ],
    [
      'the kind of a literal',
      'ASK { ns:m.0x ns:people.person.date_of_birth ?d }',
      'ASK { ns:m.0x ns:people.person.date_of_birth ?d«: datetime» }',
    ],
    [
      'the most specific of several types',
      'ASK { ns:m.0x ns:film.film.directed_by ?d . ?d ns:people.person.parents ns:m.0y }',
      'ASK { ns:m.0x ns:film.film.directed_by ?d«: director» . ?d ns:people.person.parents ns:m.0y }',
    ],
    [
      'that there are more types if none includes the others',
      'ASK { ns:m.0x ns:film.film.directed_by ?d . ?d ns:music.artist.album ns:m.0y }',
      'ASK { ns:m.0x ns:film.film.directed_by ?d«: director …» . ?d ns:music.artist.album ns:m.0y }',
    ],
    [
      'the types inside a sub-select for its own variables',
      'SELECT ?x { ?x ns:film.film.genre ns:m.0g { SELECT ?y { ns:m.0x ns:people.person.parents ?x . ?x ?p ?y } } }',
      'SELECT ?x { ?x«: film» ns:film.film.genre ns:m.0g { SELECT ?y { ns:m.0x ns:people.person.parents ?x«: person» . ?x ?p ?y } } }',
    ],
    [
      'the type of a variable that first appears in VALUES',
      'ASK { VALUES ?x { ns:m.06pj8 } ns:m.0x ns:film.film.directed_by ?x }',
      'ASK { VALUES ?x«: director» { ns:m.06pj8 } ns:m.0x ns:film.film.directed_by ?x }',
    ],
    [
      'the types at both ends of a path',
      'ASK { ?a ns:film.film.starring/ns:film.performance.actor ?b }',
      'ASK { ?a«: film» ns:film.film.starring/ns:film.performance.actor ?b«: actor» }',
    ],
    [
      'the types in each query of a file',
      'ASK { ns:m.0x ns:film.film.genre ?g }\n###\nPREFIX ns: <http://rdf.freebase.com/ns/>\nASK { ns:m.0x ns:film.film.genre ?g }',
      'ASK { ns:m.0x ns:film.film.genre ?g«: film genre» }\n###\nPREFIX ns: <http://rdf.freebase.com/ns/>\nASK { ns:m.0x ns:film.film.genre ?g«: film genre» }',
    ],
  ])('show %s', (_, query, expected) => {
    expect(shown(query)).toBe(expected);
  });

  it.each([
    ['nothing is known', 'ASK { ?x ?p ?y }'],
    ['the class is written beside the variable', 'ASK { ?x a ns:film.film }'],
    ['only a name is known', 'ASK { ?x ns:type.object.name "a"@en }'],
    ['the text does not parse', 'SELECT ?x { ?x ns:film.film.genre ) }'],
    ['there is no query', ''],
  ])('are empty if %s', (_, query) => {
    expect(shown(query)).toBe(query);
  });

  it('give the reason in the tooltip', () => {
    const [hint] = hints('ASK { ns:m.0x ns:film.film.starring ?p }');
    expect(hint?.tooltip).toBe('- performance (`film.performance`), as object of `film.film.starring`');
  });

  it('show the names of entities', () => {
    const entityNames = (id: string): string | undefined => NAMES.get(id);
    expect(
      shown('ASK { ns:m.06pj8 ?p ns:m.0x , <http://rdf.freebase.com/ns/m.06pj8> }', { entityNames }),
    ).toBe(
      'ASK { ns:m.06pj8«Steven Spielberg» ?p ns:m.0x , <http://rdf.freebase.com/ns/m.06pj8>«Steven Spielberg» }',
    );
  });

  it('shorten a long name', () => {
    const [hint] = hints('ASK { ns:m.0long ?p ?o }', { entityNames: (id) => NAMES.get(id) });
    expect(hint?.label).toHaveLength(40);
    expect(hint?.label).toMatch(/^A name that goes on .*…$/);
  });

  it('can be disabled by kind', () => {
    const query = 'ASK { ns:m.06pj8 ns:film.director.film ?f }';
    const entityNames = (id: string): string | undefined => NAMES.get(id);
    expect(hints(query, { variableTypes: false, entityNames }).map(({ kind }) => kind)).toEqual(['name']);
    expect(hints(query, { variableTypes: true }).map(({ kind }) => kind)).toEqual(['type']);
    expect(hints(query, { variableTypes: false })).toEqual([]);
  });

  it('are limited to the requested range', () => {
    const query = 'ASK { ?x ns:film.film.directed_by ?d }';
    const end = PROLOGUE.length + query.indexOf('directed_by');
    expect(hints(query, {}, { start: 0, end }).map(({ label }) => label)).toEqual([': film']);
    expect(hints(query, {}, { start: end, end: Infinity }).map(({ label }) => label)).toEqual([': director']);
  });
});
