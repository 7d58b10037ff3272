import type { FunctionWord } from '../../vocabulary';

const TEXT = { name: 'text' };
const NAMED_FILM = 'SELECT ?film ?name {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  ';

/** Functions that search, split and join texts. */
export const TEXT_FUNCTIONS: readonly FunctionWord[] = [
  {
    name: 'STRLEN',
    kind: 'function',
    parameters: [TEXT],
    returns: 'a whole number',
    about: 'The number of characters of the text.',
    example: `${NAMED_FILM}FILTER(STRLEN(?name) > 60)\n}`,
  },
  {
    name: 'SUBSTR',
    kind: 'function',
    parameters: [
      TEXT,
      { name: 'start', about: 'The first character is 1, not 0.' },
      { name: 'length', about: 'By default, to the end of the text.', optional: true },
    ],
    returns: 'a text',
    about: 'A part of the text.',
    example: `${NAMED_FILM}FILTER(SUBSTR(?name, 1, 1) = "A")\n}`,
  },
  {
    name: 'UCASE',
    kind: 'function',
    parameters: [TEXT],
    returns: 'a text',
    about: 'The text in upper case.',
    example: `${NAMED_FILM}FILTER(UCASE(STR(?name)) = "ALIEN")\n}`,
  },
  {
    name: 'LCASE',
    kind: 'function',
    parameters: [TEXT],
    returns: 'a text',
    about: 'The text in lower case.',
    example: `${NAMED_FILM}FILTER(CONTAINS(LCASE(?name), "alien"))\n}`,
  },
  {
    name: 'CONTAINS',
    kind: 'function',
    parameters: [TEXT, { name: 'part' }],
    returns: 'true or false',
    about: 'Whether the text contains the part. Case matters.',
    example: `${NAMED_FILM}FILTER(CONTAINS(?name, "Alien"))\n}`,
  },
  {
    name: 'STRSTARTS',
    kind: 'function',
    parameters: [TEXT, { name: 'beginning' }],
    returns: 'true or false',
    about: 'Whether the text starts with the given text.',
    example: `${NAMED_FILM}FILTER(STRSTARTS(?name, "The "))\n}`,
  },
  {
    name: 'STRENDS',
    kind: 'function',
    parameters: [TEXT, { name: 'ending' }],
    returns: 'true or false',
    about: 'Whether the text ends with the given text.',
    example: `${NAMED_FILM}FILTER(STRENDS(?name, " II"))\n}`,
  },
  {
    name: 'STRBEFORE',
    kind: 'function',
    parameters: [TEXT, { name: 'mark' }],
    returns: 'a text',
    about: 'The text before the first occurrence of the mark; empty if there is none.',
    example: `${NAMED_FILM}FILTER(STRBEFORE(?name, ":") = "Alien")\n}`,
  },
  {
    name: 'STRAFTER',
    kind: 'function',
    parameters: [TEXT, { name: 'mark' }],
    returns: 'a text',
    about: 'The text after the first occurrence of the mark; empty if there is none.',
    example:
      'SELECT ?id {\n  ?film ns:film.film.directed_by ns:m.06pj8 .\n  BIND(STRAFTER(STR(?film), "/ns/") AS ?id)\n}',
  },
  {
    name: 'CONCAT',
    kind: 'function',
    parameters: [{ name: 'text' }, { name: 'next', optional: true, repeats: true }],
    returns: 'a text',
    about: 'Joins the texts.',
    example: `SELECT (CONCAT(?name, " (", STR(?date), ")") AS ?title) {\n  ?film ns:type.object.name ?name ; ns:film.film.initial_release_date ?date .\n}`,
  },
  {
    name: 'REGEX',
    kind: 'function',
    parameters: [
      TEXT,
      { name: 'pattern', about: 'A regular expression. It may match any part of the text.' },
      { name: 'flags', about: '"i" ignores case.', optional: true },
    ],
    returns: 'true or false',
    about: 'Whether the pattern matches some part of the text.',
    example: `${NAMED_FILM}FILTER(REGEX(?name, "^alien", "i"))\n}`,
  },
  {
    name: 'REPLACE',
    kind: 'function',
    parameters: [
      TEXT,
      { name: 'pattern', about: 'A regular expression.' },
      { name: 'replacement', about: '$1 is the match of the first group.' },
      { name: 'flags', about: '"i" ignores case.', optional: true },
    ],
    returns: 'a text',
    about: 'The text with every match of the pattern replaced.',
    example: `SELECT ?title {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  BIND(REPLACE(?name, "^The ", "") AS ?title)\n}`,
  },
  {
    name: 'ENCODE_FOR_URI',
    kind: 'function',
    parameters: [TEXT],
    returns: 'a plain text',
    about: 'The text, percent-encoded for a URI: a space becomes %20.',
    example: `SELECT ?address {\n  ?film a ns:film.film ; ns:type.object.name ?name .\n  BIND(CONCAT("https://example.org/?q=", ENCODE_FOR_URI(?name)) AS ?address)\n}`,
  },
  ...['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'].map((name): FunctionWord => ({
    name,
    kind: 'function',
    parameters: [TEXT],
    returns: 'a plain text',
    about: `The ${name.replace('SHA', 'SHA-')} checksum of the text, in hexadecimal digits.`,
  })),
];
