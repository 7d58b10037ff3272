import { describe, expect, it } from 'vitest';
import {
  similarRelations,
  similarTypes,
  suggestRelations,
} from '../../server/src/core/schema/inference/similar-names';
import { freebase } from '../support/check';

const noTypes = { subjectTypes: [], objectTypes: [] };

describe('relation suggestions', () => {
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
    ['book.author.books', 'book.author.works_written'],
    ['book.book.writer', 'book.written_work.author'],
    ['location.country.president', 'government.governmental_jurisdiction.governing_officials'],
    ['location.citytown.mayor', 'government.governmental_jurisdiction.governing_officials'],
    ['organization.organization.ceo', 'organization.organization.leadership'],
    ['film.actor.age', 'people.person.date_of_birth'],
    ['people.person.died', 'people.deceased_person.date_of_death'],
    ['film.film.writer', 'film.film.written_by'],
    ['music.album.year', 'music.album.release_date'],
  ])('%s → %s', (asked, meant) => {
    expect(similarRelations(freebase(), asked, noTypes)[0]).toBe(meant);
  });

  it('are not the names of single users, except for such names', () => {
    expect(similarRelations(freebase(), 'foo', noTypes)).toEqual([]);
    expect(similarTypes(freebase(), 'people.people', []).join()).not.toMatch(/(?:^|,)user\./);
  });

  it.each([
    ['people.people', 'people.person'],
    ['location.city', 'location.citytown'],
    ['film.actress', 'film.actor'],
  ])('%s → %s, a class', (asked, meant) => {
    expect(similarTypes(freebase(), asked, [])[0]).toBe(meant);
  });

  it('are decided only if the first stands out', () => {
    const decided = (asked: string): boolean => suggestRelations(freebase(), asked, noTypes).decided;
    expect(decided('people.person.profesion')).toBe(true);
    expect(decided('location.location.located_in')).toBe(true);
    expect(decided('location.country.currency')).toBe(true);
    expect(decided('people.person.parent')).toBe(true);
    expect(decided('film.person.films')).toBe(false);
  });

  it.each(['constructor', 'toString', '__proto__'])('can be asked for %s', (name) => {
    expect(() => similarRelations(freebase(), `people.person.${name}`, noTypes)).not.toThrow();
    expect(() => similarTypes(freebase(), name, [])).not.toThrow();
  });

  it('are empty for a name without similar names', () => {
    expect(similarRelations(freebase(), 'people.person.zzzzqqqq', noTypes)).toEqual([]);
  });

  it('are few and unique', () => {
    for (const asked of [
      'people.person.parent',
      'film.film.release',
      'music.artist.album',
      'a.b.c',
      '...',
      '',
    ]) {
      const found = similarRelations(freebase(), asked, noTypes);
      expect(found.length).toBeLessThanOrEqual(3);
      expect(new Set(found).size).toBe(found.length);
      for (const id of found) expect(freebase().hasRelation(id)).toBe(true);
    }
  });

  it('fit the types of subject and object', () => {
    const [first] = similarRelations(freebase(), 'film.person.films', {
      subjectTypes: ['film.director'],
      objectTypes: ['film.film'],
    });
    expect(freebase().relation(first ?? '')?.range).toBe('film.film');
  });
});

describe('class suggestions', () => {
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
