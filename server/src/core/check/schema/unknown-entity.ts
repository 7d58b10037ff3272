import { isPossibleEntityId } from '../../language/rdf/ids';
import { irisIn, isEntityName } from '../answer/topics';
import type { IriTerm } from '../../language/sparql/model';
import type { Verifier } from '../verifier';
import { unmatchedParts } from './unmatched-parts';

/** Every entity that a pattern names is in the KB. */
export const unknownEntity: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  needsKb: true,
  title: 'An entity is not in the knowledge base',
  about:
    'Only with a complete KB that can be queried: no fact has this ID as subject or object. A warning where only an OPTIONAL, a UNION branch or one of several VALUES never matches. Not reported for a KB that is marked as incomplete, as the sample KB is, inside MINUS and NOT EXISTS, or in queries with GRAPH, FROM or SERVICE. The KB is queried when you stop typing; nothing is reported before it answers.',
  *verify({ query, schema, inference, kb }) {
    if (kb?.complete !== true) return;
    const missing = new Map<number, { readonly iri: IriTerm; readonly id: string }>();
    for (const scope of inference.scopes.all) {
      if (scope.kind === 'apart') continue;
      for (const term of irisIn(scope)) {
        if (missing.has(term.range.start)) continue;
        const id = schema.idOf(term.iri);
        if (id === undefined || !isEntityName(id, schema)) continue;
        // An invalid id is reported without querying the KB.
        if (schema.machineIds && !isPossibleEntityId(id)) continue;
        if (kb.entity(term.iri)?.exists !== false) continue;
        missing.set(term.range.start, { iri: term, id });
      }
    }
    const parts = unmatchedParts(query.query, missing.keys());
    for (const { iri, id } of missing.values()) {
      yield {
        range: iri.range,
        rule: 'unknown-entity',
        ...(parts.isNeeded(iri) ? {} : { severity: 'warning' as const }),
        message: `${id} is not in the KB ${kb.name}`,
        because: `No fact of the KB has this ID as subject or object, so ${parts.partWith(iri)} never matches.`,
        advice: 'Look up the ID of the entity, or match it by name.',
      };
    }
  },
};
