import { CUSTOMARY_PREFIXES, VIRTUOSO_PREFIXES } from '../../language/rdf/names';
import type { QueryModel } from '../../language/sparql/model';
import type { TextEdit } from '../../language/text/edit';

/** A prefix that a query uses but does not declare. */
export interface MissingPrefix {
  readonly prefix: string;
  /** Its first use. */
  readonly range: QueryModel['prefixUses'][number]['range'];
  /** The usual IRI of the prefix, if there is one. */
  readonly iri: string | undefined;
}

/** The missing prefixes in the order of their first use, except those that Virtuoso predefines. */
export function missingPrefixes(query: QueryModel): readonly MissingPrefix[] {
  const seen = new Set<string>();
  const missing: MissingPrefix[] = [];
  for (const { prefix, resolved, range } of query.prefixUses) {
    // The predefined prefixes are reported as syntax errors of the dialect sparql11.
    if (resolved || seen.has(prefix) || VIRTUOSO_PREFIXES.has(prefix)) continue;
    // In broken text the rest of an IRI without brackets looks like a prefix.
    if (query.problems.length && ['http', 'https', ''].includes(prefix)) continue;
    // An invalid declaration is reported as a syntax error.
    if (hasInvalidDeclaration(query, prefix)) continue;
    seen.add(prefix);
    missing.push({ prefix, range, iri: CUSTOMARY_PREFIXES.get(prefix) });
  }
  return missing;
}

/** Whether the query has an invalid declaration of the prefix: `PREFIX ns http://…`. */
function hasInvalidDeclaration({ text, tokens, parses }: QueryModel, prefix: string): boolean {
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
