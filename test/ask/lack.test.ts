/** What is said to be nearest where a question is not answered. */
import { describe, expect, it } from 'vitest';
import { mentionsLinkedEntity } from '../../server/src/core/ask/strategies/rng-kbqa/explain-missing';
import { linked } from '../support/linked-entity';

const QUESTION = 'where did George Washington go to school';
const washington = linked(QUESTION, 'George Washington', { id: 'm.0w' });
const clooney = linked(QUESTION, 'George', {
  id: 'm.0c',
  name: 'George Clooney',
  match: 'partial',
  score: 0.1,
});

describe('a form is near', () => {
  const about = (id: string): { query: string } => ({
    query: `SELECT ?x WHERE { ns:${id} ns:people.person.education ?y . ?y ns:education.education.institution ?x }`,
  });
  it.each([
    ['of what the question names', 'm.0w', [washington, clooney], true],
    ['not of another with a part of the name', 'm.0c', [washington, clooney], false],
    ['not of one whose id begins alike', 'm.0w1', [washington, clooney], false],
    ['of the part, where that is all there is', 'm.0c', [clooney], true],
    ['of anything, where nothing is named', 'm.0c', [], true],
  ] as const)('%s', (_, id, entities, near) => {
    expect(mentionsLinkedEntity(about(id), { entities, literals: [], troubles: [] })).toBe(near);
  });
});
