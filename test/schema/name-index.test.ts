import { describe, expect, it } from 'vitest';
import { NameIndex } from '../../server/src/core/schema/name-index';
import { findSynonyms } from '../../server/src/core/schema/synonyms';

const index = new NameIndex([
  'film.director.film',
  'film.film.directed_by',
  'film.film.starring',
  'people.person.place_of_birth',
  'Zoo/Keeper.Birds',
]);

function find(typed: string): readonly string[] {
  return [...index.find(typed, findSynonyms)].map(([id, match]) => `${match}: ${id}`).sort();
}

describe('NameIndex', () => {
  it('finds names by prefix, by word and by the words of the owner', () => {
    expect(find('film.film.d')).toContain('id: film.film.directed_by');
    expect(find('direct')).toEqual(['last: film.film.directed_by', 'owner-word: film.director.film']);
    expect(find('birth')).toEqual(['word: people.person.place_of_birth']);
    expect(find('directed_by')).toContain('whole: film.film.directed_by');
  });

  it('finds names by synonyms', () => {
    expect(find('born')).toEqual(['meaning: people.person.place_of_birth']);
  });

  it('requires all words, in any order', () => {
    expect(find('birth_place')).toEqual(['word: people.person.place_of_birth']);
    expect(find('birth_film')).toEqual([]);
  });

  it('ignores case and separators', () => {
    expect(find('bird')).toEqual(['last: Zoo/Keeper.Birds']);
    expect(find('keep')).toEqual(['owner-word: Zoo/Keeper.Birds']);
  });

  it('does not match inside a word', () => {
    expect(find('ilm')).toEqual([]);
  });

  it('returns all names for an empty text', () => {
    expect(find('')).toHaveLength(5);
    expect(find('._')).toHaveLength(5);
  });
});
