/** A pattern that uses a relation, to copy into a query: over a mediator it goes on to what lies behind. */
import type { LiteralFamily } from '../../language/rdf/datatypes';
import type { KbSchema, Relation } from '../../schema/schema';
import { leadingOn } from './leading-on';

export function exampleOf(schema: KbSchema, relation: Relation): readonly string[] {
  const names = new Names();
  const subject = names.of(relation.domain ?? 'subject');
  const range = relation.range === undefined ? undefined : schema.type(relation.range);
  const isLiteral = range?.kind === 'literal';
  const object = names.of(isLiteral ? relation.id : (relation.range ?? 'value'));
  const lines = [triple(schema, subject, relation.id, object)];
  if (range?.kind === 'mediator') {
    const [next] = leadingOn(schema, range.id, relation.reverse);
    const reached = next && schema.relation(next);
    if (reached) lines.push(triple(schema, object, reached.id, names.of(reached.range ?? reached.id)));
  }
  const bound = range?.literal && BOUNDS[range.literal];
  if (bound !== undefined) lines.push(`FILTER (${object} >= ${bound})`);
  return lines;
}

/** What a value of a kind is compared with. */
const BOUNDS: Partial<Record<LiteralFamily, string>> = {
  integer: '10',
  float: '10.0',
  datetime: '"2000-01-01T00:00:00"^^xsd:dateTime',
};

function triple(schema: KbSchema, subject: string, id: string, object: string): string {
  return `${subject} ${writtenInFull(schema, id)} ${object} .`;
}

/** Prefixed where the id can be: a slash cannot stand in a name. */
function writtenInFull(schema: KbSchema, id: string): string {
  if (/^[a-z]+:\/\//i.test(id)) return `<${id}>`;
  return /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u.test(id)
    ? `ns:${id}`
    : `<${schema.namespace}${id}>`;
}

/** Variables named for what they stand for, no two alike. */
class Names {
  private readonly taken = new Set<string>();

  of(id: string): string {
    const last = id.slice(Math.max(id.lastIndexOf('.'), id.lastIndexOf('/'), id.lastIndexOf('#')) + 1);
    const name = last.replace(/[^\p{L}\p{N}_]+/gu, '_') || 'thing';
    let free = name;
    for (let number = 2; this.taken.has(free); number++) free = `${name}${number}`;
    this.taken.add(free);
    return `?${free}`;
  }
}
