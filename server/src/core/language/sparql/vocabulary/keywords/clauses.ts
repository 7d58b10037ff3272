import type { KeywordWord } from '../../vocabulary';

const OLDEST =
  'SELECT ?person {\n  ?person ns:people.person.date_of_birth ?born .\n}\nORDER BY ?born\nLIMIT 1';
const TALLEST =
  'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n}\nORDER BY DESC(?height)\nLIMIT 1';
const PROLIFIC =
  'SELECT ?director (COUNT(?film) AS ?films) {\n  ?film ns:film.film.directed_by ?director .\n}\nGROUP BY ?director\nHAVING (COUNT(?film) > 20)';
const COUNTED = 'SELECT (COUNT(?film) AS ?count) {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n}';

/** Keywords outside the graph pattern of a query. */
export const CLAUSE_KEYWORDS: readonly KeywordWord[] = [
  {
    name: 'PREFIX',
    about: 'Declares a short name for a namespace. `ns:m.02mjmr` then stands for the full IRI.',
    example:
      'PREFIX fb: <http://rdf.freebase.com/ns/>\nSELECT ?place {\n  fb:m.02mjmr fb:people.person.place_of_birth ?place .\n}',
  },
  {
    name: 'BASE',
    about: 'The IRI against which relative IRIs are resolved.',
    example:
      'BASE <http://rdf.freebase.com/ns/>\nSELECT ?place {\n  <m.02mjmr> <people.person.place_of_birth> ?place .\n}',
  },
  {
    name: 'SELECT',
    about: 'Returns a table with a column for each variable or computed value.',
    example: 'SELECT ?place {\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  },
  {
    name: 'DISTINCT',
    about:
      'Removes duplicates: rows after SELECT, values inside an aggregate. Without it, an answer that is reached on several paths appears several times.',
    example:
      'SELECT DISTINCT ?actor {\n  ?film ns:film.film.starring ?performance .\n  ?performance ns:film.performance.actor ?actor .\n}',
  },
  {
    name: 'REDUCED',
    about: 'Permits the engine to remove duplicate rows, but does not require it.',
    example: 'SELECT REDUCED ?director {\n  ?film ns:film.film.directed_by ?director .\n}',
  },
  {
    name: 'AS',
    about: 'Assigns a computed value to a variable.',
    example: COUNTED,
  },
  {
    name: 'ASK',
    about: 'Returns whether the pattern has a match: true or false.',
    example: 'ASK {\n  ns:m.02mjmr ns:people.person.profession ?profession .\n}',
  },
  {
    name: 'CONSTRUCT',
    about: 'Returns the triples of a template for each solution.',
    example:
      'CONSTRUCT { ?child ns:people.person.parents ?parent }\nWHERE { ?parent ns:people.person.children ?child }',
  },
  {
    name: 'DESCRIBE',
    about: 'Returns triples about a resource. The server chooses which.',
    example: 'DESCRIBE ns:m.02mjmr',
  },
  {
    name: 'FROM',
    about: 'The graph to query. Several graphs are merged.',
    example:
      'SELECT ?place\nFROM <http://freebase.com>\n{\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  },
  {
    name: 'NAMED',
    about: 'After FROM or USING: a named graph that GRAPH can query.',
    example:
      'SELECT ?place\nFROM NAMED <http://freebase.com>\n{\n  GRAPH <http://freebase.com> { ns:m.02mjmr ns:people.person.place_of_birth ?place }\n}',
  },
  {
    name: 'WHERE',
    about: 'The pattern that solutions must match. The keyword is optional.',
    example: 'SELECT ?place WHERE {\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  },
  {
    name: 'GROUP',
    about: 'GROUP BY groups solutions with the same values. An aggregate then returns one value per group.',
    example: PROLIFIC,
  },
  { name: 'BY', about: 'Follows GROUP and ORDER.', example: OLDEST },
  {
    name: 'HAVING',
    about: 'Keeps the groups that satisfy a condition, as FILTER does for solutions.',
    example: PROLIFIC,
  },
  {
    name: 'ORDER',
    about:
      'ORDER BY sorts the solutions, the least first. With LIMIT 1 it returns the least or greatest one, and only one even if several are equal.',
    example: OLDEST,
  },
  {
    name: 'ASC',
    about: 'Sorts the least first. This is the default.',
    example: OLDEST.replace('?born\nL', 'ASC(?born)\nL'),
  },
  { name: 'DESC', about: 'Sorts the greatest first.', example: TALLEST },
  { name: 'LIMIT', about: 'The maximum number of solutions.', example: TALLEST },
  {
    name: 'OFFSET',
    about: 'Skips the given number of solutions: OFFSET 1 with LIMIT 1 returns the second.',
    example: `${TALLEST}\nOFFSET 1`,
  },
];
