import type { FunctionWord } from '../../vocabulary';

const NUMBERS = [{ name: 'numbers', about: 'DISTINCT in front counts equal values once.' }];
const VALUES = [{ name: 'values' }];
const HEIGHT = '(?height) AS ?result) {\n  ?person ns:people.person.height_meters ?height .\n}';

/** Functions that make one value of all the solutions of a group. */
export const AGGREGATES: readonly FunctionWord[] = [
  {
    name: 'COUNT',
    kind: 'aggregate',
    parameters: [
      {
        name: 'values',
        about:
          '* counts solutions; an expression counts its values; DISTINCT in front counts equal ones once.',
      },
    ],
    returns: 'a whole number',
    about: 'How many there are.',
    example: 'SELECT (COUNT(DISTINCT ?film) AS ?count) {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n}',
  },
  {
    name: 'SUM',
    kind: 'aggregate',
    parameters: NUMBERS,
    returns: 'a number',
    about: 'All the numbers of the group added up; 0 for none.',
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
    about: 'The least value of the group. For whose value that is, use ORDER BY and LIMIT 1.',
    example: `SELECT (MIN${HEIGHT}`,
  },
  {
    name: 'MAX',
    kind: 'aggregate',
    parameters: VALUES,
    returns: 'the greatest value',
    about: 'The greatest value of the group. For whose value that is, use ORDER BY DESC(…) and LIMIT 1.',
    example: `SELECT (MAX${HEIGHT}`,
  },
  {
    name: 'SAMPLE',
    kind: 'aggregate',
    parameters: VALUES,
    returns: 'one of the values',
    about: 'Any one value of the group; which one is not said.',
    example:
      'SELECT ?director (SAMPLE(?film) AS ?one) {\n  ?film ns:film.film.directed_by ?director .\n}\nGROUP BY ?director',
  },
  {
    name: 'GROUP_CONCAT',
    kind: 'aggregate',
    parameters: [
      { name: 'texts', about: 'DISTINCT in front takes equal texts once.' },
      {
        name: 'SEPARATOR="…"',
        about: 'What stands between two texts; a blank where left out.',
        optional: true,
      },
    ],
    returns: 'a text',
    about: 'All the texts of the group in one.',
    example:
      'SELECT ?film (GROUP_CONCAT(?name; SEPARATOR=", ") AS ?directors) {\n  ?film ns:film.film.directed_by ?director .\n  ?director ns:type.object.name ?name .\n}\nGROUP BY ?film',
  },
];
