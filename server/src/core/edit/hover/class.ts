import { sortCommonsFirst } from '../../schema/domain-index';
import type { EntityType, KbSchema } from '../../schema/schema';
import { bullets, code, enumeration, label, named } from './markdown';

export function describeClass(schema: KbSchema, { id, kind }: EntityType): readonly string[] {
  const lines = [`**${label(id)}** — ${kind === 'mediator' ? 'mediator' : 'class'} ${code(id)}`];
  if (kind === 'mediator') lines.push('A mediator connects the parts of one fact and has no name.');
  const included = [...schema.includedTypes(id)].filter((type) => type !== id);
  if (included.length) lines.push(`Includes ${enumeration(sortCommonsFirst(included).map(code))}.`);
  const relations = schema.sortByUse(schema.relationsOf(id));
  if (relations.length) {
    lines.push(
      'Relations:',
      bullets(relations.map((next) => `${code(next)} → ${named(schema.relation(next)?.range)}`)),
    );
  }
  return lines;
}
