import type { FunctionWord } from '../../vocabulary';

/** Choices between values. */
export const GENERAL_FUNCTIONS: readonly FunctionWord[] = [
  {
    name: 'BOUND',
    kind: 'function',
    parameters: [{ name: 'variable' }],
    returns: 'true or false',
    about: 'Whether the variable has a value in this solution; after OPTIONAL it may have none.',
    example:
      'SELECT ?person {\n  ?person ns:people.person.date_of_birth ?born .\n  OPTIONAL { ?person ns:people.deceased_person.date_of_death ?died }\n  FILTER(!BOUND(?died))\n}',
  },
  {
    name: 'IF',
    kind: 'function',
    parameters: [
      { name: 'condition' },
      { name: 'then', about: 'The value where the condition holds.' },
      { name: 'otherwise', about: 'The value where it does not.' },
    ],
    returns: 'either value',
    about: 'One value where the condition holds, the other where it does not.',
    example:
      'SELECT ?person ?size {\n  ?person ns:people.person.height_meters ?height .\n  BIND(IF(?height > "2.0"^^xsd:float, "tall", "usual") AS ?size)\n}',
  },
  {
    name: 'COALESCE',
    kind: 'function',
    parameters: [
      { name: 'first' },
      { name: 'next', about: 'Taken where all before it give nothing.', optional: true, repeats: true },
    ],
    returns: 'the first value there is',
    about: 'The first argument that has a value and is no error.',
    example:
      'SELECT ?person (COALESCE(?died, "still living") AS ?end) {\n  ?person ns:people.person.date_of_birth ?born .\n  OPTIONAL { ?person ns:people.deceased_person.date_of_death ?died }\n}',
  },
  {
    name: 'sameTerm',
    kind: 'function',
    parameters: [{ name: 'left' }, { name: 'right' }],
    returns: 'true or false',
    about: 'Whether both are the very same term. Unlike =, 1 and 1.0 are not the same.',
    example:
      'SELECT ?child {\n  ?child ns:people.person.place_of_birth ?place ; ns:people.person.parents ?parent .\n  ?parent ns:people.person.place_of_birth ?other .\n  FILTER(sameTerm(?place, ?other))\n}',
  },
];
