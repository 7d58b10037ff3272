import { CUSTOMARY_PREFIXES, VIRTUOSO_PREFIXES } from '../../rdf/names';
import { range } from '../../text/range';
import type { Verifier } from '../verifier';

/** Every prefix that is used is declared, or known to Virtuoso without a declaration. */
export const undeclaredPrefix: Verifier<'text'> = {
  code: 'undeclared_prefix',
  stage: 'text',
  strength: 'strong',
  severity: 'error',
  title: 'A prefix is used but not declared',
  about:
    'Engines refuse such a query. Reported once for each prefix, at its first use. Prefixes that Virtuoso knows by itself (`xsd:`, `rdf:`, …) are fine in the dialect `virtuoso`.',
  *verify({ query }) {
    const seen = new Set<string>();
    for (const { prefix, resolved, range: where } of query.prefixUses) {
      // What Virtuoso knows is no fault there, and reported as a matter of dialect elsewhere.
      if (resolved || seen.has(prefix) || VIRTUOSO_PREFIXES.has(prefix)) continue;
      // In broken text the rest of an IRI without brackets looks like a prefix.
      if (query.problems.length && ['http', 'https', ''].includes(prefix)) continue;
      seen.add(prefix);
      const iri = CUSTOMARY_PREFIXES.get(prefix);
      const start = query.tokens[0]?.start ?? 0;
      const declaration = `PREFIX ${prefix}: <${iri ?? ''}>`;
      yield {
        range: where,
        message: `Prefix '${prefix}:' is not declared`,
        because: 'Without a declaration the name stands for nothing, and an engine refuses the query.',
        advice: iri ? `Put ${declaration} at the top.` : `Declare it with PREFIX ${prefix}: <…> at the top.`,
        fixes: iri
          ? [
              {
                title: `Declare ${prefix}: as <${iri}>`,
                edits: [{ range: range(start, start), newText: `${declaration}\n` }],
                safety: 'safe',
              },
            ]
          : [],
      };
    }
  },
};
