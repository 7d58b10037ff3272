import type { FunctionRow } from '../../vocabulary';

const TRIPLE_TERM = [{ name: 'triple', about: 'A triple term.' }];
const LITERAL = [{ name: 'literal' }];

/** The functions that SPARQL 1.2 adds. */
export const SPARQL12_ROWS: readonly FunctionRow[] = [
  [
    'TRIPLE',
    [{ name: 'subject' }, { name: 'relation' }, { name: 'object' }],
    'a triple term',
    'The triple term of three terms, like <<( subject relation object )>>.',
  ],
  ['isTRIPLE', [{ name: 'term' }], 'true or false', 'Whether a term is a triple term.'],
  ['SUBJECT', TRIPLE_TERM, 'a term', 'The subject of a triple term.'],
  ['PREDICATE', TRIPLE_TERM, 'an IRI', 'The relation of a triple term.'],
  ['OBJECT', TRIPLE_TERM, 'a term', 'The object of a triple term.'],
  [
    'LANGDIR',
    LITERAL,
    'a plain string',
    'The base direction of a string: "ltr" or "rtl"; empty if there is none.',
  ],
  ['hasLANG', LITERAL, 'true or false', 'Whether a literal has a language.'],
  ['hasLANGDIR', LITERAL, 'true or false', 'Whether a literal has a language and a direction.'],
  [
    'STRLANGDIR',
    [
      { name: 'string' },
      { name: 'language', about: 'Such as "en".' },
      { name: 'direction', about: '"ltr" or "rtl".' },
    ],
    'a language-tagged string',
    'A string with this language and direction.',
  ],
];
