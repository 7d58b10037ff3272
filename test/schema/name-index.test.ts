import { describe, expect, it } from 'vitest';
import { NameIndex } from '../../server/src/core/schema/name-index';
import { wordsAlike } from '../../server/src/core/schema/synonyms';

const index = new NameIndex([
  'film.director.film',
  'film.film.directed_by',
  'film.film.starring',
  'people.person.place_of_birth',
  'Zoo/Keeper.Birds',
]);

function find(typed: string): readonly string[] {
  return [...index.find(typed, wordsAlike)].map(([id, match]) => `${match}: ${id}`).sort();
}

describe('names are found', () => {
  it('by their beginning, by words, and by the words of their owner', () => {
    expect(find('film.film.d')).toContain('id: film.film.directed_by');
    expect(find('direct')).toEqual(['last: film.film.directed_by', 'owner-word: film.director.film']);
    expect(find('birth')).toEqual(['word: people.person.place_of_birth']);
    expect(find('directed_by')).toContain('whole: film.film.directed_by');
  });

  it('by what the words mean', () => {
    expect(find('born')).toEqual(['meaning: people.person.place_of_birth']);
  });

  it('by several words in any order, all of which must be there', () => {
    expect(find('birth_place')).toEqual(['word: people.person.place_of_birth']);
    expect(find('birth_film')).toEqual([]);
  });

  it('whatever their case and their separators', () => {
    expect(find('bird')).toEqual(['last: Zoo/Keeper.Birds']);
    expect(find('keep')).toEqual(['owner-word: Zoo/Keeper.Birds']);
  });

  it('not by the middle of a word', () => {
    expect(find('ilm')).toEqual([]);
  });

  it('all, where nothing is typed', () => {
    expect(find('')).toHaveLength(5);
    expect(find('._')).toHaveLength(5);
  });
});
