import type { FunctionWord } from '../../vocabulary';

const NUMBERS = [{ name: 'numbers', about: 'With DISTINCT, equal values count once.' }];
const VALUES = [{ name: 'values' }];
const HEIGHT = '(?height) AS ?result) {\n  ?person ns:people.person.height_meters ?height .\n}';

/** Functions that compute one value from all solutions of a group. */
export const AGGREGATES: readonly FunctionWord[] = [
  {
    name: 'COUNT',
    kind: 'aggregate',
    parameters: [
      {
        name: 'values',
        about: '* counts solutions, an expression counts its values. With DISTINCT, equal values count once.',
      },
    ],
    returns: 'a whole number',
    about: 'The number of solutions or values.',
    example: 'SELECT (COUNT(DISTINCT ?film) AS ?count) {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n}',
  },
  {
    name: 'SUM',
    kind: 'aggregate',
    parameters: NUMBERS,
    returns: 'a number',
    about: 'The sum of the numbers of the group; 0 if there are none.',
    example: `SELECT (SUM${HEIGHT}`,
  },
  {
    name: 'AVG',
    kind: 'aggregate',
    parameters: NUMBERS,
    returns: 'a number',
    about: 'The average of the numbers of the group.',
    example: `SELECT (AVG${HEIGHT}`,
  },
  {
    name: 'MIN',
    kind: 'aggregate',
    parameters: VALUES,
    returns: 'the least value',
    about: 'The least value of the group. To find the entity that has it, use ORDER BY and LIMIT 1.',
    example: `SELECT (MIN${HEIGHT}`,
  },
  {
    name: 'MAX',
    kind: 'aggregate',
    parameters: VALUES,
    returns: 'the greatest value',
    about:
      'The greatest value of the group. To find the entity that has it, use ORDER BY DESC(…) and LIMIT 1.',
    example: `SELECT (MAX${HEIGHT}`,
  },
  {
    name: 'SAMPLE',
    kind: 'aggregate',
    parameters: VALUES,
    returns: 'one of the values',
    about: 'An arbitrary value of the group.',
    example:
      'SELECT ?director (SAMPLE(?film) AS ?one) {\n  ?film ns:film.film.directed_by ?director .\n}\nGROUP BY ?director',
  },
  {
    name: 'GROUP_CONCAT',
    kind: 'aggregate',
    parameters: [
      { name: 'texts', about: 'With DISTINCT, equal texts are used once.' },
      {
        name: 'SEPARATOR="…"',
        about: 'The text between two values; a space by default.',
        optional: true,
      },
    ],
    returns: 'a text',
    about: 'The texts of the group, joined to one.',
    example:
      'SELECT ?film (GROUP_CONCAT(?name; SEPARATOR=", ") AS ?directors) {\n  ?film ns:film.film.directed_by ?director .\n  ?director ns:type.object.name ?name .\n}\nGROUP BY ?film',
  },
];
