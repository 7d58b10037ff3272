import type { FunctionRow } from '../../vocabulary';

const NUMBERS = [{ name: 'numbers', about: 'With DISTINCT, equal values count once.' }];
const VALUES = [{ name: 'values' }];
const HEIGHT = '(?height) AS ?result) {\n  ?person ns:people.person.height_meters ?height .\n}';

/** Functions that compute one value from all solutions of a group. */
export const AGGREGATES: readonly FunctionRow[] = [
  [
    'COUNT',
    [
      {
        name: 'values',
        about: '* counts solutions, an expression counts its values. With DISTINCT, equal values count once.',
      },
    ],
    'an integer',
    'The number of solutions or values.',
    'SELECT (COUNT(DISTINCT ?film) AS ?count) {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n}',
  ],
  [
    'SUM',
    NUMBERS,
    'a number',
    'The sum of the numbers of the group; 0 if there are none.',
    `SELECT (SUM${HEIGHT}`,
  ],
  ['AVG', NUMBERS, 'a number', 'The average of the numbers of the group.', `SELECT (AVG${HEIGHT}`],
  [
    'MIN',
    VALUES,
    'the least value',
    'The least value of the group. To find the entity that has it, use ORDER BY and LIMIT 1.',
    `SELECT (MIN${HEIGHT}`,
  ],
  [
    'MAX',
    VALUES,
    'the greatest value',
    'The greatest value of the group. To find the entity that has it, use ORDER BY DESC(…) and LIMIT 1.',
    `SELECT (MAX${HEIGHT}`,
  ],
  [
    'SAMPLE',
    VALUES,
    'one of the values',
    'An arbitrary value of the group.',
    'SELECT ?director (SAMPLE(?film) AS ?one) {\n  ?film ns:film.film.directed_by ?director .\n}\nGROUP BY ?director',
  ],
  [
    'GROUP_CONCAT',
    [
      { name: 'strings', about: 'With DISTINCT, equal strings are used once.' },
      {
        name: 'SEPARATOR="…"',
        about: 'The string between two values; a space by default.',
        optional: true,
      },
    ],
    'a string',
    'The strings of the group, joined into one.',
    'SELECT ?film (GROUP_CONCAT(?name; SEPARATOR=", ") AS ?directors) {\n  ?film ns:film.film.directed_by ?director .\n  ?director ns:type.object.name ?name .\n}\nGROUP BY ?film',
  ],
];
