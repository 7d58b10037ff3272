/** From what is written to the IRI that is meant. */
import { CUSTOMARY_PREFIXES } from '../rdf/names';

/** `ns:film.film` in the namespaces that are declared; the text itself when its prefix means nothing. */
export function resolveName(
  written: string,
  namespaces: ReadonlyMap<string, string>,
): { readonly prefix: string; readonly iri: string } {
  const colon = written.indexOf(':');
  const prefix = written.slice(0, colon);
  const local = withoutEscapes(written.slice(colon + 1));
  const namespace = namespaces.get(prefix) ?? CUSTOMARY_PREFIXES.get(prefix);
  return { prefix, iri: namespace === undefined ? written : namespace + local };
}

function withoutEscapes(local: string): string {
  return local.includes('\\') ? local.replace(/\\(.)/g, '$1') : local;
}

/** An IRI that may be written in part, to be completed by BASE. */
export function resolveIri(iri: string, base: string | undefined): string {
  if (base === undefined || /^[a-z][a-z0-9+.-]*:/i.test(iri)) return iri;
  // The URL class would put a slash after a bare host.
  if (iri.startsWith('#')) return base.replace(/#.*$/s, '') + iri;
  try {
    return new URL(iri, base).href;
  } catch {
    return iri;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

/** What is between the quotes of a string, as it is meant. */
export function resolveString(written: string): string {
  return written.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gs,
    (whole, short?: string, long?: string, sign?: string) => {
      if (sign !== undefined) return ESCAPES[sign] ?? sign;
      const code = parseInt(short ?? long ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
