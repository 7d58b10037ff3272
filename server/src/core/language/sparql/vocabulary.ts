/** The words of SPARQL and what they mean, for whoever explains or offers them. */
export { CASTS } from './vocabulary/casts';
export { FUNCTIONS } from './vocabulary/functions';
export { KEYWORD_WORDS } from './vocabulary/keywords';

export interface FunctionWord {
  /** As the standard spells it: `STRLEN`, `isIRI`, `langMatches`. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** What kind of value comes out. */
  readonly returns: string;
  readonly about: string;
  readonly kind: 'function' | 'aggregate';
  /** A whole query but for its prefixes, of which it may use `ns:` and `xsd:`. */
  readonly example?: string;
}

interface Parameter {
  readonly name: string;
  readonly about?: string;
  readonly optional?: boolean;
  /** Any number of further arguments like this one may follow. */
  readonly repeats?: boolean;
}

export interface KeywordWord {
  readonly name: string;
  readonly about: string;
  /** A whole query but for its prefixes, of which it may use `ns:` and `xsd:`. */
  readonly example?: string;
}

/** `SUBSTR(text, start, length?)` in parts, so that the place of each parameter is known. */
export function signatureOf({ name, parameters }: FunctionWord): {
  readonly label: string;
  readonly parameters: readonly (readonly [start: number, end: number])[];
} {
  let label = `${name}(`;
  const places: (readonly [number, number])[] = [];
  for (const [index, { name: parameter, optional, repeats }] of parameters.entries()) {
    if (index) label += parameter.startsWith('SEPARATOR') ? '; ' : ', ';
    const start = label.length;
    label += parameter + (optional ? '?' : '') + (repeats ? ', …' : '');
    places.push([start, label.length]);
  }
  return { label: `${label})`, parameters: places };
}
