import type { KbSchema } from '../schema/schema';
import { describeClass } from './hover/class';
import { describeRelation } from './hover/relation';

/** Describes a relation or class as its hover does. */
export function describeId(schema: KbSchema, id: string): string {
  const relation = schema.relation(id);
  const type = schema.type(id);
  const lines = relation
    ? describeRelation(schema, relation, false)
    : type
      ? describeClass(schema, type)
      : [];
  return lines.join('\n\n');
}
