/** Parses with sparqljs, the reference for our own parser. */
import sparqljs from 'sparqljs';
import { CUSTOMARY_PREFIXES } from '../../server/src/core/language/rdf/names';

/** Predeclared, because undeclared prefixes are findings of `undeclared_prefix` and not syntax errors. */
export const PREFIXES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CUSTOMARY_PREFIXES),
  ex: 'http://example.org/',
};
export const BASE = 'http://base.example/';

export function parseWithSparqljs(text: string): { readonly query: unknown } | { readonly error: string } {
  try {
    return { query: new sparqljs.Parser({ prefixes: PREFIXES, baseIRI: BASE }).parse(text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
