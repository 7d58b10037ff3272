import type { FunctionRow } from '../../vocabulary';

const NUMBER = [{ name: 'number' }];
const HEIGHT = 'SELECT ?person ?rounded {\n  ?person ns:people.person.height_meters ?height .\n  BIND(';

export const NUMBER_FUNCTIONS: readonly FunctionRow[] = [
  [
    'ABS',
    NUMBER,
    'a number',
    'The absolute value of the number.',
    'SELECT ?place {\n  ?place ns:location.location.geolocation ?spot .\n  ?spot ns:location.geocode.latitude ?latitude .\n  FILTER(ABS(?latitude) < "1.0"^^xsd:float)\n}',
  ],
  [
    'ROUND',
    NUMBER,
    'a number',
    'The nearest whole number. A half is rounded up.',
    `${HEIGHT}ROUND(?height) AS ?rounded)\n}`,
  ],
  [
    'CEIL',
    NUMBER,
    'a number',
    'The smallest whole number that is not less.',
    `${HEIGHT}CEIL(?height) AS ?rounded)\n}`,
  ],
  [
    'FLOOR',
    NUMBER,
    'a number',
    'The greatest whole number that is not greater.',
    `${HEIGHT}FLOOR(?height) AS ?rounded)\n}`,
  ],
  [
    'RAND',
    [],
    'a number',
    'A random number from 0 (included) to 1 (excluded).',
    'SELECT ?film {\n  ?film a ns:film.film .\n}\nORDER BY RAND()\nLIMIT 10',
  ],
];
