/** What sparqljs itself says of a text: the reference that our own reading is held against. */
import sparqljs from 'sparqljs';
import { CUSTOMARY_PREFIXES } from '../../server/src/core/language/rdf/names';

/** Prefixes are a matter of `undeclared_prefix`, so that the reference knows those that the tests use. */
export const PREFIXES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CUSTOMARY_PREFIXES),
  ex: 'http://example.org/',
};
export const BASE = 'http://base.example/';

export function reference(text: string): { readonly query: unknown } | { readonly error: string } {
  try {
    return { query: new sparqljs.Parser({ prefixes: PREFIXES, baseIRI: BASE }).parse(text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
