import type { FunctionWord } from '../../vocabulary';

const NUMBER = [{ name: 'number' }];
const HEIGHT = 'SELECT ?person ?rounded {\n  ?person ns:people.person.height_meters ?height .\n  BIND(';

export const NUMBER_FUNCTIONS: readonly FunctionWord[] = [
  {
    name: 'ABS',
    kind: 'function',
    parameters: NUMBER,
    returns: 'a number',
    about: 'The absolute value of the number.',
    example:
      'SELECT ?place {\n  ?place ns:location.location.geolocation ?spot .\n  ?spot ns:location.geocode.latitude ?latitude .\n  FILTER(ABS(?latitude) < "1.0"^^xsd:float)\n}',
  },
  {
    name: 'ROUND',
    kind: 'function',
    parameters: NUMBER,
    returns: 'a number',
    about: 'The nearest whole number. A half is rounded up.',
    example: `${HEIGHT}ROUND(?height) AS ?rounded)\n}`,
  },
  {
    name: 'CEIL',
    kind: 'function',
    parameters: NUMBER,
    returns: 'a number',
    about: 'The smallest whole number that is not less.',
    example: `${HEIGHT}CEIL(?height) AS ?rounded)\n}`,
  },
  {
    name: 'FLOOR',
    kind: 'function',
    parameters: NUMBER,
    returns: 'a number',
    about: 'The greatest whole number that is not greater.',
    example: `${HEIGHT}FLOOR(?height) AS ?rounded)\n}`,
  },
  {
    name: 'RAND',
    kind: 'function',
    parameters: [],
    returns: 'a number',
    about: 'A random number from 0 (included) to 1 (excluded).',
    example: 'SELECT ?film {\n  ?film a ns:film.film .\n}\nORDER BY RAND()\nLIMIT 10',
  },
];
