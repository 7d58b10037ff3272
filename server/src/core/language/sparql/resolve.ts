/** Resolves prefixed names, relative IRIs and strings. */
import { CUSTOMARY_PREFIXES } from '../rdf/names';
import { decodeCodePoints } from './tokens';

/** Resolves a name such as `ns:film.film`. Returns the text as written if the prefix is unknown. */
export function resolveName(
  written: string,
  namespaces: ReadonlyMap<string, string>,
): { readonly prefix: string; readonly iri: string } {
  const name = decodeCodePoints(written);
  const colon = name.indexOf(':');
  const prefix = name.slice(0, colon);
  const local = name.slice(colon + 1).replace(/\\(.)/g, '$1');
  const namespace = namespaces.get(prefix) ?? CUSTOMARY_PREFIXES.get(prefix);
  return { prefix, iri: namespace === undefined ? written : namespace + local };
}

/** Resolves an IRI that may be relative to BASE. */
export function resolveIri(written: string, base: string | undefined): string {
  const iri = decodeCodePoints(written);
  if (base === undefined || /^[a-z][a-z0-9+.-]*:/i.test(iri)) return iri;
  // The URL class would add a slash after a bare host.
  if (iri.startsWith('#')) return base.replace(/#.*$/s, '') + iri;
  try {
    return new URL(iri, base).href;
  } catch {
    return iri;
  }
}
