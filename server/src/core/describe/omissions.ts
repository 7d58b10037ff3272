/** The parts of a query that a description omits, a few words each. */
import type { Condition } from './conditions';
import type { Describer } from './describer';
import { nounOfType } from './nouns';
import { labelInWords } from './relation-words';

export function omissionsOf(describer: Describer): readonly string[] {
  for (const pattern of describer.kinds.all) {
    const optional = describer.kinds.all.some(({ nested }) =>
      nested.some(({ kind, patterns }) => kind === 'optional' && patterns.includes(pattern)),
    );
    if (optional) continue;
    for (const edge of pattern.edges)
      if (!describer.hasSaid(edge))
        describer.leftOut.add(edge.relation === undefined ? 'a relation' : labelInWords(edge.relation));
    for (const typing of pattern.typings)
      if (!describer.hasSaid(typing)) describer.leftOut.add(nounOfType(typing.type));
    for (const condition of pattern.conditions)
      if (!describer.hasSaid(condition)) describer.leftOut.add(conditionLeftOut(describer, condition));
    for (const nested of pattern.nested)
      if (!describer.hasSaid(nested) && nested.kind !== 'optional') describer.leftOut.add('a nested pattern');
  }
  return [...describer.leftOut];
}

function conditionLeftOut(describer: Describer, condition: Condition): string {
  if (condition.kind !== 'one-of' || condition.on.variable === undefined)
    return 'a condition that it filters by';
  const values = condition.values.map((value) => describer.constant(value));
  return `that ?${condition.on.variable} is ${values.join(' or ')}`;
}
