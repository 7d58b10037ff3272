import type { FunctionRow } from '../../vocabulary';

const STRING = { name: 'string' };
const NAMED_FILM = 'SELECT ?film ?name {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  ';

/** Functions that search, split and join strings. */
export const TEXT_FUNCTIONS: readonly FunctionRow[] = [
  [
    'STRLEN',
    [STRING],
    'an integer',
    'The number of characters of the string.',
    `${NAMED_FILM}FILTER(STRLEN(?name) > 60)\n}`,
  ],
  [
    'SUBSTR',
    [
      STRING,
      { name: 'start', about: 'The first character is 1, not 0.' },
      { name: 'length', about: 'By default, to the end of the string.', optional: true },
    ],
    'a string',
    'A part of the string.',
    `${NAMED_FILM}FILTER(SUBSTR(?name, 1, 1) = "A")\n}`,
  ],
  [
    'UCASE',
    [STRING],
    'a string',
    'The string in upper case.',
    `${NAMED_FILM}FILTER(UCASE(STR(?name)) = "ALIEN")\n}`,
  ],
  [
    'LCASE',
    [STRING],
    'a string',
    'The string in lower case.',
    `${NAMED_FILM}FILTER(CONTAINS(LCASE(?name), "alien"))\n}`,
  ],
  [
    'CONTAINS',
    [STRING, { name: 'part' }],
    'true or false',
    'Whether the string contains the part. Case matters.',
    `${NAMED_FILM}FILTER(CONTAINS(?name, "Alien"))\n}`,
  ],
  [
    'STRSTARTS',
    [STRING, { name: 'beginning' }],
    'true or false',
    'Whether the string starts with the given string.',
    `${NAMED_FILM}FILTER(STRSTARTS(?name, "The "))\n}`,
  ],
  [
    'STRENDS',
    [STRING, { name: 'ending' }],
    'true or false',
    'Whether the string ends with the given string.',
    `${NAMED_FILM}FILTER(STRENDS(?name, " II"))\n}`,
  ],
  [
    'STRBEFORE',
    [STRING, { name: 'mark' }],
    'a string',
    'The string before the first occurrence of the mark; empty if there is none.',
    `${NAMED_FILM}FILTER(STRBEFORE(?name, ":") = "Alien")\n}`,
  ],
  [
    'STRAFTER',
    [STRING, { name: 'mark' }],
    'a string',
    'The string after the first occurrence of the mark; empty if there is none.',
    'SELECT ?id {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n  BIND(STRAFTER(STR(?film), "/ns/") AS ?id)\n}',
  ],
  [
    'CONCAT',
    [{ name: 'string' }, { name: 'next', optional: true, repeats: true }],
    'a string',
    'Joins the strings.',
    `SELECT (CONCAT(?name, " (", STR(?date), ")") AS ?title) {\n  ?film ns:type.object.name ?name ; ns:film.film.initial_release_date ?date .\n}`,
  ],
  [
    'REGEX',
    [
      STRING,
      { name: 'pattern', about: 'A regular expression. It may match any part of the string.' },
      { name: 'flags', about: '"i" ignores case.', optional: true },
    ],
    'true or false',
    'Whether the pattern matches some part of the string.',
    `${NAMED_FILM}FILTER(REGEX(?name, "^alien", "i"))\n}`,
  ],
  [
    'REPLACE',
    [
      STRING,
      { name: 'pattern', about: 'A regular expression.' },
      { name: 'replacement', about: '$1 is the match of the first group.' },
      { name: 'flags', about: '"i" ignores case.', optional: true },
    ],
    'a string',
    'The string with every match of the pattern replaced.',
    `SELECT ?title {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  BIND(REPLACE(?name, "^The ", "") AS ?title)\n}`,
  ],
  [
    'ENCODE_FOR_URI',
    [STRING],
    'a plain string',
    'The string, percent-encoded for a URI: a space becomes %20.',
    `SELECT ?address {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  BIND(CONCAT("https://example.org/?q=", ENCODE_FOR_URI(?name)) AS ?address)\n}`,
  ],
  ...['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'].map((name): FunctionRow => [
    name,
    [STRING],
    'a plain string',
    `The ${name.replace('SHA', 'SHA-')} checksum of the string, in hexadecimal digits.`,
  ]),
];
