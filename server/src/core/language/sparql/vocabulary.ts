/** The keywords and functions of SPARQL with their documentation, for hover and completion. */
export { CASTS } from './vocabulary/casts';
export { FUNCTIONS, SPARQL12_FUNCTIONS } from './vocabulary/functions';
export { KEYWORD_WORDS } from './vocabulary/keywords';

export interface FunctionDoc {
  /** As the standard spells it: `STRLEN`, `isIRI`, `langMatches`. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The kind of the result. */
  readonly returns: string;
  readonly about: string;
  readonly kind: 'function' | 'aggregate';
  /** A complete query without its prefix declarations. It may use `ns:` and `xsd:`. */
  readonly example?: string;
}

interface Parameter {
  readonly name: string;
  readonly about?: string;
  readonly optional?: boolean;
  /** Any number of further arguments like this one may follow. */
  readonly repeats?: boolean;
}

/** A row of the function tables. */
export type FunctionRow = readonly [
  name: string,
  parameters: readonly Parameter[],
  returns: string,
  about: string,
  example?: string,
];

export interface KeywordDoc {
  readonly name: string;
  readonly about: string;
  /** A complete query without its prefix declarations. It may use `ns:` and `xsd:`. */
  readonly example?: string;
}

/** A row of the keyword tables. */
export type KeywordRow = readonly [name: string, about: string, example?: string];

/** Returns the signature, such as `SUBSTR(text, start, length?)`, with the offsets of its parameters. */
export function signatureOf({ name, parameters }: FunctionDoc): {
  readonly label: string;
  readonly parameters: readonly (readonly [start: number, end: number])[];
} {
  let label = `${name}(`;
  const ranges: (readonly [number, number])[] = [];
  for (const [index, { name: parameter, optional, repeats }] of parameters.entries()) {
    if (index) label += parameter.startsWith('SEPARATOR') ? '; ' : ', ';
    const start = label.length;
    label += parameter + (optional ? '?' : '') + (repeats ? ', …' : '');
    ranges.push([start, label.length]);
  }
  return { label: `${label})`, parameters: ranges };
}
