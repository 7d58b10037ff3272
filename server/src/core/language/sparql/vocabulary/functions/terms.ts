import type { FunctionRow } from '../../vocabulary';

const ANY_TERM = [{ name: 'term' }];
const NAMES = 'SELECT ?name {\n  ns:m.02mjmr ns:type.object.name ?name .\n  FILTER(';

/** Functions that test and create terms. */
export const TERM_FUNCTIONS: readonly FunctionRow[] = [
  [
    'STR',
    ANY_TERM,
    'a plain string',
    'A literal or IRI as a string, without language or datatype.',
    `${NAMES}STR(?name) = "Barack Obama")\n}`,
  ],
  [
    'LANG',
    [{ name: 'literal' }],
    'a plain string',
    'The language tag of a literal, such as "en"; empty if there is none.',
    `${NAMES}LANG(?name) = "en")\n}`,
  ],
  [
    'langMatches',
    [
      { name: 'language', about: 'Usually LANG(…).' },
      { name: 'range', about: 'Such as "en", which also matches en-GB, or "*" for any language.' },
    ],
    'true or false',
    'Whether a language tag matches a language range. Case is ignored.',
    `${NAMES}langMatches(LANG(?name), "en"))\n}`,
  ],
  [
    'DATATYPE',
    [{ name: 'literal' }],
    'an IRI',
    'The datatype of a literal, such as xsd:float.',
    'SELECT ?date {\n  ?film ns:film.film.initial_release_date ?date .\n  FILTER(DATATYPE(?date) = xsd:gYear)\n}',
  ],
  [
    'isIRI',
    ANY_TERM,
    'true or false',
    'Whether the term is an IRI. In Freebase, every node is an IRI.',
    'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isIRI(?value))\n}',
  ],
  ['isURI', ANY_TERM, 'true or false', 'Same as isIRI.'],
  [
    'isBlank',
    ANY_TERM,
    'true or false',
    'Whether the term is a blank node. Freebase has none, because its mediators have IDs.',
  ],
  [
    'isLiteral',
    ANY_TERM,
    'true or false',
    'Whether the term is a literal: a string, a number, a date or a boolean.',
    'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isLiteral(?value))\n}',
  ],
  [
    'isNumeric',
    ANY_TERM,
    'true or false',
    'Whether the term is a valid number.',
    'SELECT ?value {\n  ns:m.02mjmr ?relation ?value .\n  FILTER(isNumeric(?value))\n}',
  ],
  [
    'IRI',
    [{ name: 'string', about: 'A relative IRI is resolved against BASE.' }],
    'an IRI',
    'Converts a string to an IRI.',
    'SELECT ?name {\n  BIND(IRI("http://rdf.freebase.com/ns/m.02mjmr") AS ?person)\n  ?person ns:type.object.name ?name .\n}',
  ],
  ['URI', [{ name: 'string' }], 'an IRI', 'Same as IRI.'],
  [
    'BNODE',
    [{ name: 'label', about: 'The same label gives the same node within a solution.', optional: true }],
    'a blank node',
    'A new blank node.',
  ],
  [
    'STRLANG',
    [{ name: 'string' }, { name: 'language', about: 'Such as "en".' }],
    'a language-tagged string',
    'Adds a language tag to a string: STRLANG("Paris", "en") is "Paris"@en.',
    'SELECT ?place {\n  BIND(STRLANG("Paris", "en") AS ?name)\n  ?place ns:type.object.name ?name .\n}',
  ],
  [
    'STRDT',
    [{ name: 'string' }, { name: 'datatype', about: 'Such as xsd:float.' }],
    'a literal',
    'Creates a literal from a string and a datatype: STRDT("1.8", xsd:float) is "1.8"^^xsd:float.',
    'SELECT ?person {\n  ?person ns:people.person.height_meters ?height .\n  FILTER(?height > STRDT("2.1", xsd:float))\n}',
  ],
  ['UUID', [], 'an IRI', 'A new unique IRI at each call.'],
  ['STRUUID', [], 'a plain string', 'A new unique string at each call.'],
];
