/** Removes the facts that queries use from a KB, so that their questions should be refused. */
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import type { KbSchema } from '../../server/src/core/schema/schema';

/** Whether a line of N-Triples is kept: it is not about an entity of a query by a relation of the same query, or by its reverse. */
export function keepsWithout(queries: readonly string[], schema: KbSchema): (triple: string) => boolean {
  const removed = new Set<string>();
  for (const query of queries) {
    const ids = [...query.matchAll(/(?::|\/ns\/)([a-z_]\w*(?:\.\w+)+)/g)].map(([, id = '']) => id);
    const entities = ids.filter((id) => /^[mg]\./.test(id));
    for (const relation of ids.filter((id) => schema.hasRelation(id)))
      for (const each of [relation, schema.relation(relation)?.reverse])
        if (each !== undefined) for (const entity of entities) removed.add(`${entity} ${each}`);
  }
  return (triple) => {
    const [subject = '', relation = '', object = ''] = triple.split(' ', 3).map(toId);
    return !removed.has(`${subject} ${relation}`) && !removed.has(`${object} ${relation}`);
  };
}

function toId(term: string): string {
  return term.replace(`<${FREEBASE}`, '').replace(/>$/, '');
}
