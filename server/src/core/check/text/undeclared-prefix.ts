import type { QueryModel } from '../../language/sparql/model';
import { findNearest } from '../../language/text/distance';
import type { Fix, Verifier } from '../verifier';
import { declarationOf, declare, missingPrefixes, type MissingPrefix } from './declarations';

/** Every used prefix is declared, or predefined by Virtuoso. */
export const undeclaredPrefix: Verifier<'text'> = {
  code: 'undeclared_prefix',
  stage: 'text',
  strength: 'strong',
  severity: 'error',
  title: 'A prefix is used but not declared',
  about:
    'Engines reject such a query. Reported once for each prefix, at its first use. Prefixes that Virtuoso predefines (`xsd:`, `rdf:`, …) are fine in the dialect `virtuoso`.',
  *verify({ query }) {
    const missing = missingPrefixes(query);
    for (const one of missing) {
      const { prefix, iri, range } = one;
      yield {
        range,
        message: `Prefix '${prefix}:' is not declared`,
        because: 'Engines reject a query with an undeclared prefix.',
        advice:
          iri === undefined
            ? `Add PREFIX ${prefix}: <…> at the top.`
            : `Add ${declarationOf(prefix, iri)} at the top.`,
        fixes: [...declareFixes(query, one, missing), ...renameFixes(query, one)],
      };
    }
  },
};

function declareFixes(
  query: QueryModel,
  { prefix, iri }: MissingPrefix,
  missing: readonly MissingPrefix[],
): readonly Fix[] {
  if (iri === undefined) return [];
  const known = missing.flatMap((one) => (one.iri === undefined ? [] : [declarationOf(one.prefix, one.iri)]));
  const one: Fix = {
    title: `Declare ${prefix}: as <${iri}>`,
    edits: [declare(query, [declarationOf(prefix, iri)])],
    safety: 'safe',
  };
  const all: Fix = {
    title: `Declare all ${known.length} missing prefixes`,
    edits: [declare(query, known)],
    safety: 'safe',
  };
  return known.length > 1 ? [one, all] : [one];
}

/** Changes the prefix to one with the same namespace, or to one that differs by a letter. */
function renameFixes(query: QueryModel, { prefix, iri }: MissingPrefix): readonly Fix[] {
  const same = query.prefixes.filter((one) => one.iri === iri).map((one) => one.prefix);
  const names = query.prefixes.map((one) => one.prefix);
  const alike = findNearest(prefix, names, { limit: 2, within: prefix.length > 1 ? 1 : 0 });
  return [...new Set([...same, ...alike])].map((other) => ({
    title: `Change ${prefix}: to ${other}:`,
    edits: query.prefixUses
      .filter((use) => use.prefix === prefix)
      .map(({ range: { start } }) => ({ range: { start, end: start + prefix.length }, newText: other })),
    safety: 'unsafe',
  }));
}
