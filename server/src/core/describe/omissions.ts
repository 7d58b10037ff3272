/** Lists the parts of a query that a description omits, a few words each. */
import type { Condition } from './conditions';
import type { Describer } from './describer';
import { typeNoun } from './nouns';
import { relationLabel } from './relation-words';

export function listOmissions(describer: Describer): readonly string[] {
  for (const pattern of describer.kinds.patterns) {
    const isOptional = describer.kinds.patterns.some(({ nested }) =>
      nested.some(({ kind, patterns }) => kind === 'optional' && patterns.includes(pattern)),
    );
    if (isOptional) continue;
    for (const edge of pattern.edges)
      if (!describer.isDescribed(edge))
        describer.omissions.add(edge.relation === undefined ? 'a relation' : relationLabel(edge.relation));
    for (const typing of pattern.typings)
      if (!describer.isDescribed(typing)) describer.omissions.add(typeNoun(typing.type));
    for (const condition of pattern.conditions)
      if (!describer.isDescribed(condition))
        describer.omissions.add(describeOmittedCondition(describer, condition));
    for (const nested of pattern.nested)
      if (!describer.isDescribed(nested) && nested.kind !== 'optional')
        describer.omissions.add('a nested pattern');
  }
  return [...describer.omissions];
}

function describeOmittedCondition(describer: Describer, condition: Condition): string {
  if (condition.kind !== 'one-of' || condition.on.variable === undefined) return 'a filter condition';
  const values = condition.values.map((value) => describer.formatConstant(value));
  return `that ?${condition.on.variable} is ${values.join(' or ')}`;
}
