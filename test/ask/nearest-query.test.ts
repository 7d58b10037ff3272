/** Which queries are reported as nearest for an unanswerable question. */
import { describe, expect, it } from 'vitest';
import { mentionsLinkedEntity } from '../../server/src/core/ask/explain-missing';
import { linkedEntity } from '../support/linked-entity';

const QUESTION = 'where did George Washington go to school';
const washington = linkedEntity(QUESTION, 'George Washington', { id: 'm.0w' });
const clooney = linkedEntity(QUESTION, 'George', {
  id: 'm.0c',
  name: 'George Clooney',
  match: 'partial',
  score: 0.1,
});

describe('a query is near if it', () => {
  const about = (id: string): { query: string } => ({
    query: `SELECT ?x WHERE { ns:${id} ns:people.person.education ?y . ?y ns:education.education.institution ?x }`,
  });
  it.each([
    ['names a linked entity', 'm.0w', [washington, clooney], true],
    ['does not name another entity with a part of the name', 'm.0c', [washington, clooney], false],
    ['does not name an ID with the same prefix', 'm.0w1', [washington, clooney], false],
    ['names a partial match without a better one', 'm.0c', [clooney], true],
    ['names any entity, without linked ones', 'm.0c', [], true],
  ] as const)('%s', (_, id, entities, near) => {
    expect(mentionsLinkedEntity(about(id), { entities, literals: [], troubles: [] })).toBe(near);
  });
});
