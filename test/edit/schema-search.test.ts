import { describe, expect, it } from 'vitest';
import { searchSchema } from '../../server/src/core/edit/schema-search';
import { freebase } from '../support/check';
import { library } from '../support/library';

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

  it('finds by the words of owner and name together', () => {
    expect(found('directed film')[0]).toBe('film.film.directed_by');
    expect(found('person parents')[0]).toBe('people.person.parents');
  });

  it('ranks the same name before names that begin with it, and these before names that contain it', () => {
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
  ])('finds by “%s” what means that: %s', (text, id) => {
    expect(found(text, 8)).toContain(id);
  });

  it.each([
    ['currency', 'location.country.currency_used'],
    ['religion', 'people.person.religion'],
    ['spouse', 'people.person.spouse_s'],
    ['capital', 'location.country.capital'],
  ])('finds by “%s” first what queries and facts use: %s', (text, id) => {
    expect(found(text, 3)).toContain(id);
  });

  it('puts the commons before what the community made', () => {
    const ids = found('spouse', 100);
    const first = ids.findIndex((id) => /^(?:base|user)\./.test(id));
    expect(first).toBeGreaterThan(0);
    expect(ids.slice(0, first)).toContain('people.person.spouse_s');
  });

  it('tells relations and types apart', () => {
    const kinds = new Map(searchSchema(freebase(), 'film.director', 5).map(({ id, kind }) => [id, kind]));
    expect(kinds.get('film.director')).toBe('type');
    expect(kinds.get('film.director.film')).toBe('relation');
  });

  it('gives no more than asked for, and nothing for nothing', () => {
    expect(found('e', 7)).toHaveLength(7);
    expect(found('')).toEqual([]);
    expect(found('   ')).toEqual([]);
    expect(found('zzzzqq')).toEqual([]);
  });

  it('takes signs of regular expressions for what they are', () => {
    expect(found('film.*(')).toEqual([]);
  });

  it('finds in a schema whose ids have no dots', () => {
    expect(searchSchema(library(), 'author', 5).map(({ id }) => id)).toEqual(['Book/author']);
    expect(searchSchema(library(), 'book', 5)[0]?.id).toBe('Book');
  });
});
