/** A schema of a few relations: the bundled one takes seconds to load in every process. */
export const PEOPLE_SCHEMA = {
  name: 'People',
  namespace: 'http://rdf.freebase.com/ns/',
  types: {
    'people.person': {},
    'people.profession': {},
    'people.marriage': { kind: 'mediator' },
    'location.citytown': {},
  },
  relations: {
    'people.person.place_of_birth': { domain: 'people.person', range: 'location.citytown' },
    'people.person.date_of_birth': { domain: 'people.person', range: 'datetime' },
    'people.person.profession': { domain: 'people.person', range: 'people.profession' },
    'people.person.spouse_s': { domain: 'people.person', range: 'people.marriage' },
    'people.marriage.spouse': { domain: 'people.marriage', range: 'people.person' },
  },
};
