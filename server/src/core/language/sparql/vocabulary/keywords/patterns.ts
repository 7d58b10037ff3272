import type { KeywordWord } from '../../vocabulary';

const LIVING =
  'SELECT ?person {\n  ?person ns:people.person.place_of_birth ns:m.02hrh0_ .\n  FILTER NOT EXISTS { ?person ns:people.deceased_person.date_of_death ?died }\n}';
const TWO_DIRECTORS =
  'SELECT ?film {\n  ?film ns:film.film.directed_by ?director .\n  FILTER(?director IN (ns:m.06pj8, ns:m.0184dt))\n}';

/** What stands inside a pattern. */
export const PATTERN_KEYWORDS: readonly KeywordWord[] = [
  {
    name: 'a',
    about:
      'Short for `rdf:type`, the relation from a thing to its class. Freebase also has `type.object.type`.',
    example: 'SELECT ?film {\n  ?film a ns:film.film .\n}',
  },
  {
    name: 'FILTER',
    about:
      'Keeps the solutions for which a condition holds. It applies to the whole group in braces, wherever it stands in it.',
    example:
      'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n  FILTER(?height > "2.1"^^xsd:float)\n}',
  },
  {
    name: 'OPTIONAL',
    about: 'Adds what it finds; where it finds nothing the solution stays, and the variables have no value.',
    example:
      'SELECT ?person ?died {\n  ?person ns:people.person.place_of_birth ns:m.02hrh0_ .\n  OPTIONAL { ?person ns:people.deceased_person.date_of_death ?died }\n}',
  },
  {
    name: 'UNION',
    about: 'The solutions of either side.',
    example:
      'SELECT ?person {\n  { ?person ns:people.person.place_of_birth ns:m.02hrh0_ }\n  UNION\n  { ?person ns:people.deceased_person.place_of_death ns:m.02hrh0_ }\n}',
  },
  {
    name: 'MINUS',
    about:
      'Removes the solutions that also match the pattern after it. It must share a variable with what stands before, or it removes nothing.',
    example:
      'SELECT ?person {\n  ?person ns:people.person.place_of_birth ns:m.02hrh0_ .\n  MINUS { ?person ns:people.deceased_person.date_of_death ?died }\n}',
  },
  {
    name: 'EXISTS',
    about: 'In a condition: whether the pattern has a match, with the values that the variables have here.',
    example:
      'SELECT ?person {\n  ?person ns:people.person.place_of_birth ns:m.02hrh0_ .\n  FILTER EXISTS { ?person ns:people.person.children ?child }\n}',
  },
  {
    name: 'NOT EXISTS',
    about:
      'In a condition: whether the pattern has no match, with the values that the variables have here. What it matches gives no values to the query around it.',
    example: LIVING,
  },
  { name: 'NOT', about: 'Before EXISTS or IN: the opposite.', example: LIVING },
  { name: 'IN', about: 'In a condition: whether a value is one of a list.', example: TWO_DIRECTORS },
  {
    name: 'NOT IN',
    about: 'In a condition: whether a value is none of a list.',
    example: TWO_DIRECTORS.replace('IN', 'NOT IN'),
  },
  {
    name: 'BIND',
    about: 'Gives a computed value to a variable that has none yet.',
    example:
      'SELECT ?person ?year {\n  ?person ns:people.person.date_of_birth ?born .\n  BIND(YEAR(?born) AS ?year)\n}',
  },
  {
    name: 'VALUES',
    about: 'Gives a variable each of some values in turn; with several variables, each of some rows.',
    example:
      'SELECT ?film ?director {\n  VALUES ?director { ns:m.06pj8 ns:m.0184dt }\n  ?film ns:film.film.directed_by ?director .\n}',
  },
  {
    name: 'UNDEF',
    about: 'In a row of VALUES: no value, so that this variable stays open.',
    example:
      'SELECT ?film ?director {\n  VALUES (?film ?director) { (UNDEF ns:m.06pj8) }\n  ?film ns:film.film.directed_by ?director .\n}',
  },
  {
    name: 'GRAPH',
    about: 'Matches the pattern within one named graph, or within each when a variable stands for its name.',
    example: 'SELECT ?graph {\n  GRAPH ?graph { ns:m.02mjmr ns:people.person.place_of_birth ?place }\n}',
  },
  {
    name: 'SERVICE',
    about: 'Has another endpoint match the pattern. What stands in it is not checked against this KB.',
    example:
      'SELECT ?item {\n  SERVICE <https://query.wikidata.org/sparql> { ?item <http://www.wikidata.org/prop/direct/P646> "/m/02mjmr" }\n}',
  },
  {
    name: 'SILENT',
    about: 'What fails is passed over instead of stopping the whole: after SERVICE, and in updates.',
    example:
      'SELECT ?item {\n  SERVICE SILENT <https://query.wikidata.org/sparql> { ?item <http://www.wikidata.org/prop/direct/P646> "/m/02mjmr" }\n}',
  },
  {
    name: 'SEPARATOR',
    about: 'In GROUP_CONCAT: what stands between two texts.',
    example:
      'SELECT (GROUP_CONCAT(?name; SEPARATOR=", ") AS ?names) {\n  ?film ns:film.film.directed_by ns:m.06pj8 ; ns:type.object.name ?name .\n}',
  },
  { name: 'true', about: 'The truth value, a literal of the kind xsd:boolean.' },
  { name: 'false', about: 'The truth value, a literal of the kind xsd:boolean.' },
];
