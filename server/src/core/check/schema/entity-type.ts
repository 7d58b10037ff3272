import { isNeeded, type Link } from '../../schema/inference/scopes';
import { labelOf } from '../../schema/labels';
import type { KbSchema } from '../../schema/schema';
import type { KbKnowledge } from '../kb-knowledge';
import type { Evidence, Observation, Verifier } from '../verifier';
import { reversalFixes } from './reversed-relation';
import { describeType, isTyping } from './wording';

/** An entity has the type that its relation requires. */
export const entityType: Verifier<'schema'> = {
  code: 'lf_semantic',
  stage: 'schema',
  strength: 'strong',
  severity: 'error',
  needsKb: true,
  title: 'An entity is not of the type that the relation requires',
  about:
    'Only with a complete KB that can be queried: the types of the entity do not fit the relation, and the KB has no such fact about it, so the pattern matches nothing. Not reported where the KB gives no type, for relations of general domains, or in optional parts.',
  *verify(evidence) {
    const { inference, kb, schema } = evidence;
    if (kb?.complete !== true) return;
    for (const scope of inference.scopes.all) {
      if (!isNeeded(scope)) continue;
      for (const link of scope.links) {
        if (!link.isSimple || link.options.length !== 1 || isTyping(schema, link)) continue;
        const observation = checkEnd(evidence, kb, link, 'subject') ?? checkEnd(evidence, kb, link, 'object');
        if (observation) yield observation;
      }
    }
  },
};

function checkEnd(
  { query, schema }: Evidence['schema'],
  kb: KbKnowledge,
  link: Link,
  end: 'subject' | 'object',
): Observation | undefined {
  const [option] = link.options;
  const { term } = link[end];
  const id = option && schema.idOf(option.iri.iri);
  const relation = id === undefined ? undefined : schema.relation(id);
  const type = end === 'subject' ? relation?.domain : relation?.range;
  if (!option || term?.kind !== 'iri' || !relation || type === undefined || !isSpecific(type, schema))
    return undefined;
  const entity = kb.entity(term.iri);
  const types = entity?.types ?? [];
  if (!entity?.exists || !types.length || types.some((one) => schema.includedTypes(one).has(type)))
    return undefined;
  const here = `<${term.iri}>`;
  const pattern = (subject: string, object: string): string => `${subject} <${option.iri.iri}> ${object} .`;
  const facts = end === 'subject' ? pattern(here, '?o') : pattern('?s', here);
  // The types of a KB may be incomplete, so an existing fact counts more.
  if (kb.matches(facts) !== false) return undefined;
  const isReversed = kb.matches(end === 'subject' ? pattern('?s', here) : pattern(here, '?o')) === true;
  const name = entity.name === undefined ? (schema.idOf(term.iri) ?? term.iri) : entity.name;
  const labels = types
    .filter((one) => isSpecific(one, schema))
    .slice(0, 3)
    .map(labelOf);
  return {
    range: term.range,
    rule: 'entity-type',
    message: `${name} is not ${describeType(type)}, as ${relation.id} requires`,
    because: `The KB ${kb.name} has no such fact about it.${labels.length ? ` Its types there: ${labels.join(', ')}.` : ''}`,
    advice: isReversed
      ? 'Swap subject and object: the KB has such facts in the other direction.'
      : 'Use another relation, or look up the ID of the entity.',
    fixes: isReversed ? reversalFixes(query, schema, link) : [],
  };
}

function isSpecific(type: string, schema: KbSchema): boolean {
  return schema.type(type)?.kind === 'entity' && !/^(?:common|base|user|type|freebase|kg)\./.test(type);
}
