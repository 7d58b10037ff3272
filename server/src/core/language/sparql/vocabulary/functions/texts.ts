import type { FunctionRow } from '../../vocabulary';

const TEXT = { name: 'text' };
const NAMED_FILM = 'SELECT ?film ?name {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  ';

/** Functions that search, split and join texts. */
export const TEXT_FUNCTIONS: readonly FunctionRow[] = [
  [
    'STRLEN',
    [TEXT],
    'a whole number',
    'The number of characters of the text.',
    `${NAMED_FILM}FILTER(STRLEN(?name) > 60)\n}`,
  ],
  [
    'SUBSTR',
    [
      TEXT,
      { name: 'start', about: 'The first character is 1, not 0.' },
      { name: 'length', about: 'By default, to the end of the text.', optional: true },
    ],
    'a text',
    'A part of the text.',
    `${NAMED_FILM}FILTER(SUBSTR(?name, 1, 1) = "A")\n}`,
  ],
  [
    'UCASE',
    [TEXT],
    'a text',
    'The text in upper case.',
    `${NAMED_FILM}FILTER(UCASE(STR(?name)) = "ALIEN")\n}`,
  ],
  [
    'LCASE',
    [TEXT],
    'a text',
    'The text in lower case.',
    `${NAMED_FILM}FILTER(CONTAINS(LCASE(?name), "alien"))\n}`,
  ],
  [
    'CONTAINS',
    [TEXT, { name: 'part' }],
    'true or false',
    'Whether the text contains the part. Case matters.',
    `${NAMED_FILM}FILTER(CONTAINS(?name, "Alien"))\n}`,
  ],
  [
    'STRSTARTS',
    [TEXT, { name: 'beginning' }],
    'true or false',
    'Whether the text starts with the given text.',
    `${NAMED_FILM}FILTER(STRSTARTS(?name, "The "))\n}`,
  ],
  [
    'STRENDS',
    [TEXT, { name: 'ending' }],
    'true or false',
    'Whether the text ends with the given text.',
    `${NAMED_FILM}FILTER(STRENDS(?name, " II"))\n}`,
  ],
  [
    'STRBEFORE',
    [TEXT, { name: 'mark' }],
    'a text',
    'The text before the first occurrence of the mark; empty if there is none.',
    `${NAMED_FILM}FILTER(STRBEFORE(?name, ":") = "Alien")\n}`,
  ],
  [
    'STRAFTER',
    [TEXT, { name: 'mark' }],
    'a text',
    'The text after the first occurrence of the mark; empty if there is none.',
    'SELECT ?id {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n  BIND(STRAFTER(STR(?film), "/ns/") AS ?id)\n}',
  ],
  [
    'CONCAT',
    [{ name: 'text' }, { name: 'next', optional: true, repeats: true }],
    'a text',
    'Joins the texts.',
    `SELECT (CONCAT(?name, " (", STR(?date), ")") AS ?title) {\n  ?film ns:type.object.name ?name ; ns:film.film.initial_release_date ?date .\n}`,
  ],
  [
    'REGEX',
    [
      TEXT,
      { name: 'pattern', about: 'A regular expression. It may match any part of the text.' },
      { name: 'flags', about: '"i" ignores case.', optional: true },
    ],
    'true or false',
    'Whether the pattern matches some part of the text.',
    `${NAMED_FILM}FILTER(REGEX(?name, "^alien", "i"))\n}`,
  ],
  [
    'REPLACE',
    [
      TEXT,
      { name: 'pattern', about: 'A regular expression.' },
      { name: 'replacement', about: '$1 is the match of the first group.' },
      { name: 'flags', about: '"i" ignores case.', optional: true },
    ],
    'a text',
    'The text with every match of the pattern replaced.',
    `SELECT ?title {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  BIND(REPLACE(?name, "^The ", "") AS ?title)\n}`,
  ],
  [
    'ENCODE_FOR_URI',
    [TEXT],
    'a plain text',
    'The text, percent-encoded for a URI: a space becomes %20.',
    `SELECT ?address {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  BIND(CONCAT("https://example.org/?q=", ENCODE_FOR_URI(?name)) AS ?address)\n}`,
  ],
  ...['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'].map((name): FunctionRow => [
    name,
    [TEXT],
    'a plain text',
    `The ${name.replace('SHA', 'SHA-')} checksum of the text, in hexadecimal digits.`,
  ]),
];
