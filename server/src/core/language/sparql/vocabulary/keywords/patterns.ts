import type { KeywordRow } from '../../vocabulary';

const LIVING =
  'SELECT ?person {\n  ?person ns:people.person.place_of_birth ns:m.02hrh0_ .\n  FILTER NOT EXISTS { ?person ns:people.deceased_person.date_of_death ?died }\n}';
const TWO_DIRECTORS =
  'SELECT ?film {\n  ?film ns:film.film.directed_by ?director .\n  FILTER(?director IN (ns:m.06pj8, ns:m.0184dt))\n}';

/** Keywords inside a graph pattern. */
export const PATTERN_KEYWORDS: readonly KeywordRow[] = [
  [
    'a',
    'Short for `rdf:type`, the relation from a node to its class. Freebase also has `type.object.type`.',
    'SELECT ?film {\n  ?film a ns:film.film .\n}',
  ],
  [
    'FILTER',
    'Keeps the solutions that satisfy a condition. It applies to the whole group in braces, regardless of its position.',
    'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n  FILTER(?height > "2.1"^^xsd:float)\n}',
  ],
  [
    'OPTIONAL',
    'Adds the matches of a pattern. If there are none, the solution is kept and the variables have no value.',
    'SELECT ?person ?died {\n  ?person ns:people.person.place_of_birth ns:m.02hrh0_ .\n  OPTIONAL { ?person ns:people.deceased_person.date_of_death ?died }\n}',
  ],
  [
    'UNION',
    'The solutions of both patterns.',
    'SELECT ?person {\n  { ?person ns:people.person.place_of_birth ns:m.02hrh0_ }\n  UNION\n  { ?person ns:people.deceased_person.place_of_death ns:m.02hrh0_ }\n}',
  ],
  [
    'MINUS',
    'Removes the solutions that match the pattern. It removes nothing if the pattern shares no variable with the solutions.',
    'SELECT ?person {\n  ?person ns:people.person.place_of_birth ns:m.02hrh0_ .\n  MINUS { ?person ns:people.deceased_person.date_of_death ?died }\n}',
  ],
  [
    'EXISTS',
    'In a condition: whether the pattern has a match with the current values of the variables.',
    'SELECT ?person {\n  ?person ns:people.person.place_of_birth ns:m.02hrh0_ .\n  FILTER EXISTS { ?person ns:people.person.children ?child }\n}',
  ],
  [
    'NOT EXISTS',
    'In a condition: whether the pattern has no match with the current values of the variables. It binds no variables.',
    LIVING,
  ],
  ['NOT', 'Negates EXISTS or IN.', LIVING],
  ['IN', 'In a condition: whether a value is in a list.', TWO_DIRECTORS],
  ['NOT IN', 'In a condition: whether a value is not in a list.', TWO_DIRECTORS.replace('IN', 'NOT IN')],
  [
    'BIND',
    'Assigns a computed value to a variable that has none yet.',
    'SELECT ?person ?year {\n  ?person ns:people.person.date_of_birth ?born .\n  BIND(YEAR(?born) AS ?year)\n}',
  ],
  [
    'VALUES',
    'Restricts a variable to a list of values, or several variables to a list of rows.',
    'SELECT ?film ?director {\n  VALUES ?director { ns:m.06pj8 ns:m.0184dt }\n  ?film ns:film.film.directed_by ?director .\n}',
  ],
  [
    'UNDEF',
    'In a row of VALUES: no value, so that the variable is not restricted.',
    'SELECT ?film ?director {\n  VALUES (?film ?director) { (UNDEF ns:m.06pj8) }\n  ?film ns:film.film.directed_by ?director .\n}',
  ],
  [
    'GRAPH',
    'Matches the pattern in a named graph, or in every named graph if a variable is given.',
    'SELECT ?graph {\n  GRAPH ?graph { ns:m.02mjmr ns:people.person.place_of_birth ?place }\n}',
  ],
  [
    'SERVICE',
    'Matches the pattern at another endpoint. The pattern is not checked against this KB.',
    'SELECT ?item {\n  SERVICE <https://query.wikidata.org/sparql> { ?item <http://www.wikidata.org/prop/direct/P646> "/m/02mjmr" }\n}',
  ],
  [
    'SILENT',
    'Ignores errors: after SERVICE, and in updates.',
    'SELECT ?item {\n  SERVICE SILENT <https://query.wikidata.org/sparql> { ?item <http://www.wikidata.org/prop/direct/P646> "/m/02mjmr" }\n}',
  ],
  [
    'SEPARATOR',
    'In GROUP_CONCAT: the string between two values.',
    'SELECT (GROUP_CONCAT(?name; SEPARATOR=", ") AS ?names) {\n  ?film ns:film.film.directed_by ns:m.06pj8 ; ns:type.object.name ?name .\n}',
  ],
  ['true', 'A literal of the datatype xsd:boolean.'],
  ['false', 'A literal of the datatype xsd:boolean.'],
];
