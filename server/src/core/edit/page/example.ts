import type { LiteralFamily } from '../../language/rdf/datatypes';
import type { KbSchema, Relation } from '../../schema/schema';
import { unusedVariableName } from '../complete/names';
import { isLocalName } from '../insert-name';
import { relationsBeyond } from './beyond-mediator';

/** A pattern that uses a relation, to copy into a query. It continues through a mediator. */
export function exampleOf(schema: KbSchema, relation: Relation): readonly string[] {
  const taken = new Set<string>();
  const newVariable = (id: string): string => {
    const name = unusedVariableName(id, taken);
    taken.add(name);
    return `?${name}`;
  };
  const subject = newVariable(relation.domain ?? 'subject');
  const range = relation.range === undefined ? undefined : schema.type(relation.range);
  const isLiteral = range?.kind === 'literal';
  const object = newVariable(isLiteral ? relation.id : (relation.range ?? 'value'));
  const lines = [triple(schema, subject, relation.id, object)];
  if (range?.kind === 'mediator') {
    const [next] = relationsBeyond(schema, range.id, relation.reverse);
    const onward = next && schema.relation(next);
    if (onward) lines.push(triple(schema, object, onward.id, newVariable(onward.range ?? onward.id)));
  }
  const bound = range?.literal && BOUNDS[range.literal];
  if (bound !== undefined) lines.push(`FILTER (${object} >= ${bound})`);
  return lines;
}

/** The values that the examples compare literals with. */
const BOUNDS: Partial<Record<LiteralFamily, string>> = {
  integer: '10',
  float: '10.0',
  datetime: '"2000-01-01T00:00:00"^^xsd:dateTime',
};

function triple(schema: KbSchema, subject: string, id: string, object: string): string {
  return `${subject} ${writeName(schema, id)} ${object} .`;
}

/** With a prefix if possible: a local name cannot contain a slash. */
function writeName(schema: KbSchema, id: string): string {
  if (/^[a-z]+:\/\//i.test(id)) return `<${id}>`;
  return isLocalName(id) ? `ns:${id}` : `<${schema.namespace}${id}>`;
}
