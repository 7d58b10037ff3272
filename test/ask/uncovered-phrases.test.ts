import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWordVectors } from '../../server/src/adapters/word-vectors';
import { uncoveredPhrases } from '../../server/src/core/ask/uncovered-phrases';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import type { LinkedEntity } from '../../server/src/core/question/linking/linking';
import { schemaRetriever } from '../../server/src/core/question/retrieval/schema-retriever';
import { freebase, PROJECT } from '../support/check';
import { linkedEntity } from '../support/linked-entity';

const schema = freebase();
const retriever = schemaRetriever(schema, openWordVectors(join(PROJECT, 'server', 'data', 'words.vec')));

/** The words that a query for a relation of the entity does not cover. */
function uncovered(question: string, entity: LinkedEntity, relation: string): readonly string[] {
  const query = `PREFIX ns: <http://rdf.freebase.com/ns/> SELECT ?x { ns:${entity.id} ns:${relation} ?x }`;
  return uncoveredPhrases(
    question,
    { entities: [entity], literals: [], troubles: [] },
    { query: parseQuery(query, 'virtuoso'), reading: `What is the … of ${entity.name}?`, types: [] },
    { schema, retriever },
  ).map(({ range }) => question.slice(range.start, range.end));
}

describe('the words that a query does not cover', () => {
  const orbits = (question: string, mentioned: string): readonly string[] =>
    uncovered(
      question,
      linkedEntity(question, mentioned, { name: 'Moon' }),
      'astronomy.orbital_relationship.orbit_type',
    );

  it('include a name with a similar meaning', () => {
    expect(orbits('What moons does Jupiter have?', 'moons')).toEqual(['Jupiter']);
  });

  it('include a name with digits, but no decade', () => {
    const question = 'What kind of orbit did the Moon have around zorb7 in the 1990s?';
    expect(orbits(question, 'Moon')).toEqual(['zorb7']);
  });

  it('include neither names that are used nor words with a similar meaning', () => {
    expect(orbits('What kind of orbit does the Moon have?', 'Moon')).toEqual([]);
    expect(orbits('how does the moon circle around the planet', 'moon')).toEqual([]);
  });

  it('do not include a name that may be that of an entity which the user added', () => {
    const linked = linkedEntity('where was Bonzo born', 'Bonzo', { name: 'John Bonham' });
    const { mention: _, ...added } = linked;
    expect(uncovered('where was Bonzo born', added, 'people.person.place_of_birth')).toEqual([]);
  });

  it.each([
    ['where was niels henrik abel born', 'niels henrik', 'Niels Henrik David Bohr', ['niels henrik abel']],
    ['where was bohr born', 'bohr', 'Niels Bohr', []],
    ['where was niels born', 'niels', 'Niels Bohr', []],
    ['where did martin luther king grow up', 'martin luther king', 'Martin Luther King, Jr.', []],
  ])('include a name that only begins like that of the person: %s', (question, mentioned, name, expected) => {
    const person = linkedEntity(question, mentioned, { name, types: ['people.person'], match: 'partial' });
    expect(uncovered(question, person, 'people.person.place_of_birth')).toEqual(expected);
  });

  it.each([
    ['where was cristiano ronaldo born', ['cristiano ronaldo']],
    ['where was ronaldo born', []],
    ['where was young ronaldo born', []],
    ['where was king ronaldo born', []],
    ['where was the birth ronaldo had', []],
  ])('include a name that only ends like that of the person: %s', (question, expected) => {
    const person = linkedEntity(question, 'ronaldo', { name: 'Ronaldo', types: ['people.person'] });
    expect(uncovered(question, person, 'people.person.place_of_birth')).toEqual(expected);
  });
});
