import { isPossibleEntityId } from '../../language/rdf/ids';
import type { Scope } from '../../schema/inference/scopes';
import type { Term } from '../../language/sparql/model';
import { isTopic } from '../answer/topics';
import type { Verifier } from '../verifier';

/** Every entity that a pattern names is in the KB. */
export const unknownEntity: Verifier<'schema'> = {
  code: 'grounding',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  needsKb: true,
  title: 'An entity is not in the knowledge base',
  about:
    'Only with a complete KB that can be queried: no fact has this id as subject or object. A warning where only an OPTIONAL, a UNION branch or one of several VALUES never matches. Silent about a KB that is marked as incomplete, as the sample KB is, inside MINUS and NOT EXISTS, and in queries with GRAPH, FROM or SERVICE. The KB is queried when you stop typing; nothing is reported before it answers.',
  *verify({ schema, inference, kb }) {
    if (kb?.complete !== true) return;
    const seen = new Set<number>();
    for (const scope of inference.scopes.all) {
      if (scope.kind === 'apart') continue;
      for (const { term, alone } of termsIn(scope)) {
        if (term?.kind !== 'iri' || seen.has(term.range.start)) continue;
        const id = schema.idOf(term.iri);
        if (id === undefined || !isTopic(id, schema)) continue;
        // An invalid id is reported without asking the KB.
        if (schema.machineIds && !isPossibleEntityId(id)) continue;
        if (kb.entity(term.iri)?.exists !== false) continue;
        seen.add(term.range.start);
        const needed = alone && (scope.kind === 'required' || scope.kind === 'exists');
        yield {
          range: term.range,
          rule: 'unknown-entity',
          ...(needed ? {} : { severity: 'warning' as const }),
          message: `${id} is not in the KB ${kb.name}`,
          because: 'No fact of the KB has this id as subject or object.',
          advice: 'Look up the id of the entity, or match it by name.',
        };
      }
    }
  },
};

/** With whether the pattern depends on the term alone. */
function* termsIn({
  links,
  choices,
}: Scope): Iterable<{ readonly term: Term | undefined; readonly alone: boolean }> {
  for (const { subject, object } of links) {
    yield { term: subject.term, alone: true };
    yield { term: object.term, alone: true };
  }
  for (const { terms } of choices) for (const term of terms) yield { term, alone: terms.length === 1 };
}
