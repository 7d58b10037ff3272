import type { KeywordWord } from '../../vocabulary';

const OLDEST =
  'SELECT ?person {\n  ?person ns:people.person.date_of_birth ?born .\n}\nORDER BY ?born\nLIMIT 1';
const TALLEST =
  'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n}\nORDER BY DESC(?height)\nLIMIT 1';
const PROLIFIC =
  'SELECT ?director (COUNT(?film) AS ?films) {\n  ?film ns:film.film.directed_by ?director .\n}\nGROUP BY ?director\nHAVING (COUNT(?film) > 20)';
const COUNTED = 'SELECT (COUNT(?film) AS ?count) {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n}';

/** What a query is made of, outside its pattern. */
export const CLAUSE_KEYWORDS: readonly KeywordWord[] = [
  {
    name: 'PREFIX',
    about: 'Gives a namespace a short name: after this, `ns:m.02mjmr` is the whole IRI.',
    example:
      'PREFIX fb: <http://rdf.freebase.com/ns/>\nSELECT ?place {\n  fb:m.02mjmr fb:people.person.place_of_birth ?place .\n}',
  },
  {
    name: 'BASE',
    about: 'What an IRI that is written in part is completed with.',
    example:
      'BASE <http://rdf.freebase.com/ns/>\nSELECT ?place {\n  <m.02mjmr> <people.person.place_of_birth> ?place .\n}',
  },
  {
    name: 'SELECT',
    about: 'Asks for a table with a column for each variable, or for each computed value.',
    example: 'SELECT ?place {\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  },
  {
    name: 'DISTINCT',
    about:
      'Takes equal ones once: rows after SELECT, values inside an aggregate. Answers that are reached on several ways would else appear several times.',
    example:
      'SELECT DISTINCT ?actor {\n  ?film ns:film.film.starring ?performance .\n  ?performance ns:film.performance.actor ?actor .\n}',
  },
  {
    name: 'REDUCED',
    about: 'Lets equal rows be dropped where that is cheap, without promising it.',
    example: 'SELECT REDUCED ?director {\n  ?film ns:film.film.directed_by ?director .\n}',
  },
  {
    name: 'AS',
    about: 'Gives a computed value its variable.',
    example: COUNTED,
  },
  {
    name: 'ASK',
    about: 'Asks whether the pattern has any match: the answer is true or false.',
    example: 'ASK {\n  ns:m.02mjmr ns:people.person.profession ?profession .\n}',
  },
  {
    name: 'CONSTRUCT',
    about: 'Makes triples: for every solution, those of the template.',
    example:
      'CONSTRUCT { ?child ns:people.person.parents ?parent }\nWHERE { ?parent ns:people.person.children ?child }',
  },
  {
    name: 'DESCRIBE',
    about: 'Asks for the triples about a thing; which ones is for the server to choose.',
    example: 'DESCRIBE ns:m.02mjmr',
  },
  {
    name: 'FROM',
    about: 'Names the graph that is asked; several are taken together.',
    example:
      'SELECT ?place\nFROM <http://freebase.com>\n{\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  },
  {
    name: 'NAMED',
    about: 'After FROM or USING: a graph that GRAPH can then ask by its name.',
    example:
      'SELECT ?place\nFROM NAMED <http://freebase.com>\n{\n  GRAPH <http://freebase.com> { ns:m.02mjmr ns:people.person.place_of_birth ?place }\n}',
  },
  {
    name: 'WHERE',
    about: 'The pattern that solutions have to match. The word itself may be left out.',
    example: 'SELECT ?place WHERE {\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  },
  {
    name: 'GROUP',
    about:
      'GROUP BY puts the solutions with the same values into one group; an aggregate then gives one value for each group.',
    example: PROLIFIC,
  },
  { name: 'BY', about: 'Follows GROUP and ORDER.', example: OLDEST },
  {
    name: 'HAVING',
    about: 'Keeps the groups for which a condition holds; what FILTER is to solutions.',
    example: PROLIFIC,
  },
  {
    name: 'ORDER',
    about:
      'ORDER BY sorts the solutions, the least first. With LIMIT 1 it finds the one with the least or greatest value, and only one even where several are equal.',
    example: OLDEST,
  },
  {
    name: 'ASC',
    about: 'Sorts the least first, which is what ORDER BY does anyway.',
    example: OLDEST.replace('?born\nL', 'ASC(?born)\nL'),
  },
  { name: 'DESC', about: 'Sorts the greatest first.', example: TALLEST },
  { name: 'LIMIT', about: 'At most so many solutions.', example: TALLEST },
  {
    name: 'OFFSET',
    about: 'Leaves out so many solutions at the beginning: OFFSET 1 with LIMIT 1 gives the second.',
    example: `${TALLEST}\nOFFSET 1`,
  },
];
