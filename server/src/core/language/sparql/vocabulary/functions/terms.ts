import type { FunctionWord } from '../../vocabulary';

const OF_ANY = [{ name: 'term' }];
const NAMES = 'SELECT ?name {\n  ns:m.02mjmr ns:type.object.name ?name .\n  FILTER(';

/** What a term is, and making terms. */
export const TERM_FUNCTIONS: readonly FunctionWord[] = [
  {
    name: 'STR',
    kind: 'function',
    parameters: OF_ANY,
    returns: 'a plain text',
    about: 'The text of a literal, or of an IRI, without language or datatype.',
    example: `${NAMES}STR(?name) = "Barack Obama")\n}`,
  },
  {
    name: 'LANG',
    kind: 'function',
    parameters: [{ name: 'literal' }],
    returns: 'a plain text',
    about: 'The language of a text, such as "en"; empty for a literal without one.',
    example: `${NAMES}LANG(?name) = "en")\n}`,
  },
  {
    name: 'langMatches',
    kind: 'function',
    parameters: [
      { name: 'language', about: 'Usually LANG of something.' },
      { name: 'range', about: 'Such as "en", which also takes en-GB, or "*" for any language.' },
    ],
    returns: 'true or false',
    about: 'Whether a language falls into a range of languages, whatever the case of letters.',
    example: `${NAMES}langMatches(LANG(?name), "en"))\n}`,
  },
  {
    name: 'DATATYPE',
    kind: 'function',
    parameters: [{ name: 'literal' }],
    returns: 'an IRI',
    about: 'The datatype of a literal, such as xsd:float.',
    example:
      'SELECT ?date {\n  ?film ns:film.film.initial_release_date ?date .\n  FILTER(DATATYPE(?date) = xsd:gYear)\n}',
  },
  {
    name: 'isIRI',
    kind: 'function',
    parameters: OF_ANY,
    returns: 'true or false',
    about: 'Whether the term is an IRI; in Freebase, everything that is no literal.',
    example: 'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isIRI(?value))\n}',
  },
  {
    name: 'isURI',
    kind: 'function',
    parameters: OF_ANY,
    returns: 'true or false',
    about: 'Another name of isIRI.',
  },
  {
    name: 'isBlank',
    kind: 'function',
    parameters: OF_ANY,
    returns: 'true or false',
    about: 'Whether the term is a blank node. Freebase has none: its mediators have ids.',
  },
  {
    name: 'isLiteral',
    kind: 'function',
    parameters: OF_ANY,
    returns: 'true or false',
    about: 'Whether the term is a literal: a text, a number, a date or a truth value.',
    example: 'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isLiteral(?value))\n}',
  },
  {
    name: 'isNumeric',
    kind: 'function',
    parameters: OF_ANY,
    returns: 'true or false',
    about: 'Whether the term is a number, and well written as one.',
    example: 'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isNumeric(?value))\n}',
  },
  {
    name: 'IRI',
    kind: 'function',
    parameters: [{ name: 'text', about: 'Read against BASE where it is no whole IRI.' }],
    returns: 'an IRI',
    about: 'The IRI that the text spells.',
    example:
      'SELECT ?name {\n  BIND(IRI("http://rdf.freebase.com/ns/m.02mjmr") AS ?person)\n  ?person ns:type.object.name ?name .\n}',
  },
  {
    name: 'URI',
    kind: 'function',
    parameters: [{ name: 'text' }],
    returns: 'an IRI',
    about: 'Another name of IRI.',
  },
  {
    name: 'BNODE',
    kind: 'function',
    parameters: [
      { name: 'label', about: 'The same label gives the same node within a solution.', optional: true },
    ],
    returns: 'a blank node',
    about: 'A new blank node.',
  },
  {
    name: 'STRLANG',
    kind: 'function',
    parameters: [{ name: 'text' }, { name: 'language', about: 'Such as "en".' }],
    returns: 'a text with a language',
    about: 'The text as one of a language: STRLANG("Paris", "en") is "Paris"@en.',
    example:
      'SELECT ?place {\n  BIND(STRLANG("Paris", "en") AS ?name)\n  ?place ns:type.object.name ?name .\n}',
  },
  {
    name: 'STRDT',
    kind: 'function',
    parameters: [{ name: 'text' }, { name: 'datatype', about: 'Such as xsd:float.' }],
    returns: 'a literal',
    about: 'A literal made of a text and a datatype: STRDT("1.8", xsd:float) is "1.8"^^xsd:float.',
    example:
      'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n  FILTER(?height > STRDT("2.1", xsd:float))\n}',
  },
  {
    name: 'UUID',
    kind: 'function',
    parameters: [],
    returns: 'an IRI',
    about: 'A fresh IRI that nobody else has, another one each time.',
  },
  {
    name: 'STRUUID',
    kind: 'function',
    parameters: [],
    returns: 'a plain text',
    about: 'A fresh unique text, another one each time.',
  },
];
