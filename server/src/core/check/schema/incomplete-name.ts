import { isPossibleEntityId } from '../../language/rdf/ids';
import { FREEBASE } from '../../language/rdf/names';
import type { IriTerm } from '../../language/sparql/model';
import { irisIn } from '../answer/topics';
import type { Verifier } from '../verifier';
import { unmatchedParts } from './unmatched-parts';

/** No term of a pattern is a prefix without a name. */
export const incompleteName: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  title: 'A name is incomplete',
  about:
    'A prefix without a name, such as `ns:`, is the IRI of the namespace. That is a valid term of SPARQL, but no entity, relation or class of Freebase, and neither is a relative IRI such as `<m.02mjmr>` without BASE. A warning where the rest of the query can match without it. Not reported in expressions, where the namespace may be meant, or with a custom schema.',
  *verify({ query, schema, inference }) {
    if (schema.namespace !== FREEBASE) return;
    const incomplete = new Map<number, IriTerm>();
    const { all, relations } = inference.scopes;
    // `<m.02mjmr>` without BASE is relative to the address of the endpoint.
    const isName = (iri: string): boolean =>
      query.base === undefined &&
      !iri.includes(':') &&
      (isPossibleEntityId(iri) || schema.hasRelation(iri) || schema.hasType(iri));
    const add = (term: IriTerm): void => {
      if (term.iri === FREEBASE || isName(term.iri)) incomplete.set(term.range.start, term);
    };
    for (const scope of all) irisIn(scope).forEach(add);
    for (const { iri } of relations) add(iri);
    if (!incomplete.size) return;
    const parts = unmatchedParts(query.query, incomplete.keys());
    for (const term of incomplete.values()) {
      const isRelative = term.iri !== FREEBASE;
      const full = `<${FREEBASE}${term.iri}>`;
      yield {
        range: term.range,
        rule: 'incomplete-name',
        ...(parts.isNeeded(term) ? {} : { severity: 'warning' as const }),
        message: `${query.text.slice(term.range.start, term.range.end)} names nothing in ${schema.name}`,
        because: `It is ${isRelative ? 'relative to the address of the endpoint' : 'the namespace itself'}, so ${parts.partWith(term)} never matches.`,
        advice: isRelative ? `Write ${full}.` : 'Complete the name.',
        ...(isRelative && {
          fixes: [
            { title: `Change to ${full}`, edits: [{ range: term.range, newText: full }], safety: 'safe' },
          ],
        }),
      };
    }
  },
};
