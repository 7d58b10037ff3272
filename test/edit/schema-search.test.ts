import { describe, expect, it } from 'vitest';
import { searchSchema } from '../../server/src/core/edit/schema-search';
import { freebase } from '../support/check';
import { librarySchema } from '../support/library-schema';

const found = (text: string, most = 10): readonly string[] =>
  searchSchema(freebase(), text, most).map(({ id }) => id);

describe('Searching the schema', () => {
  it.each([
    ['film.film.directed_by', 'film.film.directed_by'],
    ['directed_by', 'film.film.directed_by'],
    ['people.person.place', 'people.person.places_lived'],
    ['ns:film.film.directed_by', 'film.film.directed_by'],
    [':film.film', 'film.film'],
    ['<http://rdf.freebase.com/ns/film.film.directed_by>', 'film.film.directed_by'],
    ['http://rdf.freebase.com/ns/film.film', 'film.film'],
  ])('finds %s by its id', (text, id) => {
    expect(found(text)[0]).toBe(id);
  });

  it.each([
    'place of birth',
    'birth place',
    'PLACE Birth',
    '  birth   place  ',
    'person place of birth',
    'pob',
  ])('finds the place of birth by “%s”', (text) => {
    expect(found(text, 3)).toContain('people.person.place_of_birth');
  });

  it('matches words of the owner and of the name', () => {
    expect(found('directed film')[0]).toBe('film.film.directed_by');
    expect(found('person parents')[0]).toBe('people.person.parents');
  });

  it('ranks equal names first, then names that start with the text, then names that contain it', () => {
    const ids = found('director', 200);
    const at = (id: string): number => ids.indexOf(id);
    expect(at('film.director')).toBeGreaterThanOrEqual(0);
    expect(at('film.director')).toBeLessThan(at('tv.tv_director'));
    expect(at('tv.tv_director')).toBeLessThan(at('tv.tv_director.tv_segments_directed'));
  });

  it.each([
    ['born', 'people.person.place_of_birth'],
    ['born', 'people.person.date_of_birth'],
    ['director', 'film.film.directed_by'],
    ['directors', 'film.film.directed_by'],
    ['wife', 'people.person.spouse_s'],
    ['movie director', 'film.film.directed_by'],
    ['who played', 'film.performance.character'],
    ['where was he born', 'people.person.place_of_birth'],
  ])('finds synonyms of “%s”: %s', (text, id) => {
    expect(found(text, 8)).toContain(id);
  });

  it.each([
    ['currency', 'location.country.currency_used'],
    ['religion', 'people.person.religion'],
    ['spouse', 'people.person.spouse_s'],
    ['capital', 'location.country.capital'],
  ])('ranks results for “%s” by usage: %s', (text, id) => {
    expect(found(text, 3)).toContain(id);
  });

  it('ranks the commons before community domains', () => {
    const ids = found('spouse', 100);
    const first = ids.findIndex((id) => /^(?:base|user)\./.test(id));
    expect(first).toBeGreaterThan(0);
    expect(ids.slice(0, first)).toContain('people.person.spouse_s');
  });

  it('distinguishes relations and types', () => {
    const kinds = new Map(searchSchema(freebase(), 'film.director', 5).map(({ id, kind }) => [id, kind]));
    expect(kinds.get('film.director')).toBe('type');
    expect(kinds.get('film.director.film')).toBe('relation');
  });

  it('respects the limit, and finds nothing for an empty text', () => {
    expect(found('e', 7)).toHaveLength(7);
    expect(found('')).toEqual([]);
    expect(found('   ')).toEqual([]);
    expect(found('zzzzqq')).toEqual([]);
  });

  it('treats characters of regular expressions literally', () => {
    expect(found('film.*(')).toEqual([]);
  });

  it('works for ids without dots', () => {
    expect(searchSchema(librarySchema(), 'author', 5).map(({ id }) => id)).toEqual(['Book/author']);
    expect(searchSchema(librarySchema(), 'book', 5)[0]?.id).toBe('Book');
  });
});
