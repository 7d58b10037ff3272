import type { FunctionWord } from '../../vocabulary';

const ANY_TERM = [{ name: 'term' }];
const NAMES = 'SELECT ?name {\n  ns:m.02mjmr ns:type.object.name ?name .\n  FILTER(';

/** Functions that test and create terms. */
export const TERM_FUNCTIONS: readonly FunctionWord[] = [
  {
    name: 'STR',
    kind: 'function',
    parameters: ANY_TERM,
    returns: 'a plain text',
    about: 'The text of a literal or IRI, without language or datatype.',
    example: `${NAMES}STR(?name) = "Barack Obama")\n}`,
  },
  {
    name: 'LANG',
    kind: 'function',
    parameters: [{ name: 'literal' }],
    returns: 'a plain text',
    about: 'The language tag of a literal, such as "en"; empty if there is none.',
    example: `${NAMES}LANG(?name) = "en")\n}`,
  },
  {
    name: 'langMatches',
    kind: 'function',
    parameters: [
      { name: 'language', about: 'Usually LANG(…).' },
      { name: 'range', about: 'Such as "en", which also matches en-GB, or "*" for any language.' },
    ],
    returns: 'true or false',
    about: 'Whether a language tag matches a language range. Case is ignored.',
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
    parameters: ANY_TERM,
    returns: 'true or false',
    about: 'Whether the term is an IRI. In Freebase, every node is an IRI.',
    example: 'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isIRI(?value))\n}',
  },
  {
    name: 'isURI',
    kind: 'function',
    parameters: ANY_TERM,
    returns: 'true or false',
    about: 'Same as isIRI.',
  },
  {
    name: 'isBlank',
    kind: 'function',
    parameters: ANY_TERM,
    returns: 'true or false',
    about: 'Whether the term is a blank node. Freebase has none, because its mediators have ids.',
  },
  {
    name: 'isLiteral',
    kind: 'function',
    parameters: ANY_TERM,
    returns: 'true or false',
    about: 'Whether the term is a literal: a text, a number, a date or a boolean.',
    example: 'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isLiteral(?value))\n}',
  },
  {
    name: 'isNumeric',
    kind: 'function',
    parameters: ANY_TERM,
    returns: 'true or false',
    about: 'Whether the term is a valid number.',
    example: 'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isNumeric(?value))\n}',
  },
  {
    name: 'IRI',
    kind: 'function',
    parameters: [{ name: 'text', about: 'A relative IRI is resolved against BASE.' }],
    returns: 'an IRI',
    about: 'Converts a text to an IRI.',
    example:
      'SELECT ?name {\n  BIND(IRI("http://rdf.freebase.com/ns/m.02mjmr") AS ?person)\n  ?person ns:type.object.name ?name .\n}',
  },
  {
    name: 'URI',
    kind: 'function',
    parameters: [{ name: 'text' }],
    returns: 'an IRI',
    about: 'Same as IRI.',
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
    about: 'Adds a language tag to a text: STRLANG("Paris", "en") is "Paris"@en.',
    example:
      'SELECT ?place {\n  BIND(STRLANG("Paris", "en") AS ?name)\n  ?place ns:type.object.name ?name .\n}',
  },
  {
    name: 'STRDT',
    kind: 'function',
    parameters: [{ name: 'text' }, { name: 'datatype', about: 'Such as xsd:float.' }],
    returns: 'a literal',
    about: 'Creates a literal from a text and a datatype: STRDT("1.8", xsd:float) is "1.8"^^xsd:float.',
    example:
      'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n  FILTER(?height > STRDT("2.1", xsd:float))\n}',
  },
  {
    name: 'UUID',
    kind: 'function',
    parameters: [],
    returns: 'an IRI',
    about: 'A new unique IRI at each call.',
  },
  {
    name: 'STRUUID',
    kind: 'function',
    parameters: [],
    returns: 'a plain text',
    about: 'A new unique text at each call.',
  },
];
