import { describe, expect, it } from 'vitest';
import {
  similarRelations,
  similarTypes,
  suggestRelations,
} from '../../server/src/core/schema/inference/similar-names';
import { freebase } from '../support/check';

const nowhere = { subjectTypes: [], objectTypes: [] };

describe('the relation that was probably meant', () => {
  it.each([
    ['film.film.cast', 'film.film.starring'],
    ['people.person.spouse', 'people.person.spouse_s'],
    ['people.person.birthplace', 'people.person.place_of_birth'],
    ['people.person.birth_place', 'people.person.place_of_birth'],
    ['people.person.birthdate', 'people.person.date_of_birth'],
    ['people.person.kids', 'people.person.children'],
    ['people.person.occupation', 'people.person.profession'],
    ['people.person.citizenship', 'people.person.nationality'],
    ['peple.person.profession', 'people.person.profession'],
    ['people.persn.profession', 'people.person.profession'],
    ['people.person.profesion', 'people.person.profession'],
    ['people.person.porfession', 'people.person.profession'],
    ['film.film.directed_bt', 'film.film.directed_by'],
    ['film.film.director', 'film.film.directed_by'],
    ['location.country.capitol', 'location.country.capital'],
    ['location.location.located_in', 'location.location.containedby'],
    ['government.government_position_held.end_date', 'government.government_position_held.to'],
    ['government.government_position_held.start', 'government.government_position_held.from'],
    ['people.place_lived.to', 'people.place_lived.end_date'],
    ['location.country.currency', 'location.country.currency_used'],
    ['influence.influenced_by', 'influence.influence_node.influenced_by'],
  ])('%s → %s', (asked, meant) => {
    expect(similarRelations(freebase(), asked, nowhere)[0]).toBe(meant);
  });

  it('is decided where it stands out, and not where several are about as like', () => {
    const decided = (asked: string): boolean => suggestRelations(freebase(), asked, nowhere).decided;
    expect(decided('people.person.profesion')).toBe(true);
    expect(decided('location.location.located_in')).toBe(true);
    expect(decided('location.country.currency')).toBe(true);
    expect(decided('people.person.parent')).toBe(true);
    expect(decided('film.person.films')).toBe(false);
  });

  it('is not made up for a name that is like nothing', () => {
    expect(similarRelations(freebase(), 'people.person.zzzzqqqq', nowhere)).toEqual([]);
  });

  it('comes in a short list without repetitions', () => {
    for (const asked of [
      'people.person.parent',
      'film.film.release',
      'music.artist.album',
      'a.b.c',
      '...',
      '',
    ]) {
      const found = similarRelations(freebase(), asked, nowhere);
      expect(found.length).toBeLessThanOrEqual(3);
      expect(new Set(found).size).toBe(found.length);
      for (const id of found) expect(freebase().hasRelation(id)).toBe(true);
    }
  });

  it('fits the types of what stands around it', () => {
    const [first] = similarRelations(freebase(), 'film.person.films', {
      subjectTypes: ['film.director'],
      objectTypes: ['film.film'],
    });
    expect(freebase().relation(first ?? '')?.range).toBe('film.film');
  });
});

describe('the class that was probably meant', () => {
  it.each([
    ['people.persons', 'people.person'],
    ['film.fillm', 'film.film'],
    ['flim.film', 'film.film'],
    ['location.contry', 'location.country'],
    ['education.institution', 'education.educational_institution'],
    ['education.educational_institute', 'education.educational_institution'],
    ['government.position_held', 'government.government_position_held'],
  ])('%s → %s', (asked, meant) => {
    expect(similarTypes(freebase(), asked, [])[0]).toBe(meant);
  });
});
