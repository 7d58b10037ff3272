import type { KeywordRow } from '../../vocabulary';

const OLDEST =
  'SELECT ?person {\n  ?person ns:people.person.date_of_birth ?born .\n}\nORDER BY ?born\nLIMIT 1';
const TALLEST =
  'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n}\nORDER BY DESC(?height)\nLIMIT 1';
const PROLIFIC =
  'SELECT ?director (COUNT(?film) AS ?films) {\n  ?film ns:film.film.directed_by ?director .\n}\nGROUP BY ?director\nHAVING (COUNT(?film) > 20)';
const COUNTED = 'SELECT (COUNT(?film) AS ?count) {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n}';

/** Keywords outside the graph pattern of a query. */
export const CLAUSE_KEYWORDS: readonly KeywordRow[] = [
  [
    'PREFIX',
    'Declares a short name for a namespace. `ns:m.02mjmr` then stands for the full IRI.',
    'PREFIX fb: <http://rdf.freebase.com/ns/>\nSELECT ?place {\n  fb:m.02mjmr fb:people.person.place_of_birth ?place .\n}',
  ],
  [
    'BASE',
    'The IRI against which relative IRIs are resolved.',
    'BASE <http://rdf.freebase.com/ns/>\nSELECT ?place {\n  <m.02mjmr> <people.person.place_of_birth> ?place .\n}',
  ],
  [
    'SELECT',
    'Returns a table with a column for each variable or computed value.',
    'SELECT ?place {\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  ],
  [
    'DISTINCT',
    'Removes duplicates: rows after SELECT, values inside an aggregate. Without it, an answer that is reached on several paths appears several times.',
    'SELECT DISTINCT ?actor {\n  ?film ns:film.film.starring ?performance .\n  ?performance ns:film.performance.actor ?actor .\n}',
  ],
  [
    'REDUCED',
    'Permits the engine to remove duplicate rows, but does not require it.',
    'SELECT REDUCED ?director {\n  ?film ns:film.film.directed_by ?director .\n}',
  ],
  ['AS', 'Assigns a computed value to a variable.', COUNTED],
  [
    'ASK',
    'Returns whether the pattern has a match: true or false.',
    'ASK {\n  ns:m.02mjmr ns:people.person.profession ?profession .\n}',
  ],
  [
    'CONSTRUCT',
    'Returns the triples of a template for each solution.',
    'CONSTRUCT { ?child ns:people.person.parents ?parent }\nWHERE { ?parent ns:people.person.children ?child }',
  ],
  ['DESCRIBE', 'Returns triples about a resource. The server chooses which.', 'DESCRIBE ns:m.02mjmr'],
  [
    'FROM',
    'The graph to query. Several graphs are merged.',
    'SELECT ?place\nFROM <http://freebase.com>\n{\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  ],
  [
    'NAMED',
    'After FROM or USING: a named graph that GRAPH can query.',
    'SELECT ?place\nFROM NAMED <http://freebase.com>\n{\n  GRAPH <http://freebase.com> { ns:m.02mjmr ns:people.person.place_of_birth ?place }\n}',
  ],
  [
    'WHERE',
    'The pattern that solutions must match. The keyword is optional.',
    'SELECT ?place WHERE {\n  ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}',
  ],
  [
    'GROUP',
    'GROUP BY groups solutions with the same values. An aggregate then returns one value per group.',
    PROLIFIC,
  ],
  ['BY', 'Follows GROUP and ORDER.', OLDEST],
  ['HAVING', 'Keeps the groups that satisfy a condition, as FILTER does for solutions.', PROLIFIC],
  [
    'ORDER',
    'ORDER BY sorts the solutions, the least first. With LIMIT 1 it returns the least or greatest one, and only one even if several are equal.',
    OLDEST,
  ],
  ['ASC', 'Sorts the least first. This is the default.', OLDEST.replace('?born\nL', 'ASC(?born)\nL')],
  ['DESC', 'Sorts the greatest first.', TALLEST],
  ['LIMIT', 'The maximum number of solutions.', TALLEST],
  [
    'OFFSET',
    'Skips the given number of solutions: OFFSET 1 with LIMIT 1 returns the second.',
    `${TALLEST}\nOFFSET 1`,
  ],
];
