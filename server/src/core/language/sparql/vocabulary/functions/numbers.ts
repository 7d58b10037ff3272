import type { FunctionWord } from '../../vocabulary';

const NUMBER = [{ name: 'number' }];
const HEIGHT = 'SELECT ?person ?rounded {\n  ?person ns:people.person.height_meters ?height .\n  BIND(';

export const NUMBER_FUNCTIONS: readonly FunctionWord[] = [
  {
    name: 'ABS',
    kind: 'function',
    parameters: NUMBER,
    returns: 'a number',
    about: 'The number without its sign.',
    example:
      'SELECT ?place {\n  ?place ns:location.location.geolocation ?spot .\n  ?spot ns:location.geocode.latitude ?latitude .\n  FILTER(ABS(?latitude) < "1.0"^^xsd:float)\n}',
  },
  {
    name: 'ROUND',
    kind: 'function',
    parameters: NUMBER,
    returns: 'a number',
    about: 'The nearest whole number; a half goes up.',
    example: `${HEIGHT}ROUND(?height) AS ?rounded)\n}`,
  },
  {
    name: 'CEIL',
    kind: 'function',
    parameters: NUMBER,
    returns: 'a number',
    about: 'The next whole number that is not less.',
    example: `${HEIGHT}CEIL(?height) AS ?rounded)\n}`,
  },
  {
    name: 'FLOOR',
    kind: 'function',
    parameters: NUMBER,
    returns: 'a number',
    about: 'The next whole number that is not greater.',
    example: `${HEIGHT}FLOOR(?height) AS ?rounded)\n}`,
  },
  {
    name: 'RAND',
    kind: 'function',
    parameters: [],
    returns: 'a number',
    about: 'A number from 0 up to but not including 1, drawn by chance.',
    example: 'SELECT ?film {\n  ?film a ns:film.film .\n}\nORDER BY RAND()\nLIMIT 10',
  },
];
