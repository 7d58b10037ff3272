/** Prefixes that a query uses and does not declare, and the text that declares them. */
import { CUSTOMARY_PREFIXES, VIRTUOSO_PREFIXES } from '../../language/rdf/names';
import type { QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';

export interface MissingPrefix {
  readonly prefix: string;
  /** Where it is used first. */
  readonly range: QueryModel['prefixUses'][number]['range'];
  /** The usual IRI of the prefix, where it is known. */
  readonly iri: string | undefined;
}

/** Once each, in the order of their first use. What Virtuoso knows by itself is not missing there. */
export function missingPrefixes(query: QueryModel): readonly MissingPrefix[] {
  const seen = new Set<string>();
  const missing: MissingPrefix[] = [];
  for (const { prefix, resolved, range } of query.prefixUses) {
    // Prefixes that Virtuoso predefines are reported by the dialect sparql11 only.
    if (resolved || seen.has(prefix) || VIRTUOSO_PREFIXES.has(prefix)) continue;
    // In broken text the rest of an IRI without brackets looks like a prefix.
    if (query.problems.length && ['http', 'https', ''].includes(prefix)) continue;
    // An invalid declaration is reported as a syntax error.
    if (triedToDeclare(query, prefix)) continue;
    seen.add(prefix);
    missing.push({ prefix, range, iri: CUSTOMARY_PREFIXES.get(prefix) });
  }
  return missing;
}

/** `PREFIX ns http://…`: an invalid declaration of the prefix. */
function triedToDeclare({ text, tokens, parses }: QueryModel, prefix: string): boolean {
  if (parses) return false;
  return tokens.some(({ terminal }, index) => {
    const name = tokens[index + 1];
    if (terminal !== 'PREFIX' || !name) return false;
    return text.slice(name.start, name.end).replace(/:.*$/s, '') === prefix;
  });
}

export function declarationOf(prefix: string, iri: string): string {
  return `PREFIX ${prefix}: <${iri}>`;
}

/** Inserts declarations before the query, each on its own line. */
export function declare({ text, tokens }: QueryModel, declarations: readonly string[]): TextEdit {
  const start = tokens[0]?.start ?? 0;
  return {
    range: { start, end: start },
    newText: declarations.map((one) => one + lineBreakOf(text)).join(''),
  };
}

export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
