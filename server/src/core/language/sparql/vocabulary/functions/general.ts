import type { FunctionRow } from '../../vocabulary';

/** Conditions and comparisons of terms. */
export const GENERAL_FUNCTIONS: readonly FunctionRow[] = [
  [
    'BOUND',
    [{ name: 'variable' }],
    'true or false',
    'Whether the variable has a value in this solution. After OPTIONAL it may have none.',
    'SELECT ?person {\n  ?person ns:people.person.date_of_birth ?born .\n  OPTIONAL { ?person ns:people.deceased_person.date_of_death ?died }\n  FILTER(!BOUND(?died))\n}',
  ],
  [
    'IF',
    [
      { name: 'condition' },
      { name: 'then', about: 'The value if the condition is true.' },
      { name: 'otherwise', about: 'The value if it is false.' },
    ],
    'either value',
    'The second argument if the condition is true, otherwise the third.',
    'SELECT ?person ?size {\n  ?person ns:people.person.height_meters ?height .\n  BIND(IF(?height > "2.0"^^xsd:float, "tall", "usual") AS ?size)\n}',
  ],
  [
    'COALESCE',
    [
      { name: 'first' },
      {
        name: 'next',
        about: 'Used if the arguments before it have no value.',
        optional: true,
        repeats: true,
      },
    ],
    'the first value',
    'The first argument that has a value and is not an error.',
    'SELECT ?person (COALESCE(?died, "still living") AS ?end) {\n  ?person ns:people.person.date_of_birth ?born .\n  OPTIONAL { ?person ns:people.deceased_person.date_of_death ?died }\n}',
  ],
  [
    'sameTerm',
    [{ name: 'left' }, { name: 'right' }],
    'true or false',
    'Whether both are the same term. Unlike with =, 1 and 1.0 are different.',
    'SELECT ?child {\n  ?child ns:people.person.place_of_birth ?place ; ns:people.person.parents ?parent .\n  ?parent ns:people.person.place_of_birth ?other .\n  FILTER(sameTerm(?place, ?other))\n}',
  ],
];
