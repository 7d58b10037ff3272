import type { LinkedEntity } from '../../server/src/core/question/linking/linking';

/** Returns an entity that is linked by its name in the question with a high score. */
export function linkedEntity(question: string, name: string, more: Partial<LinkedEntity> = {}): LinkedEntity {
  const start = question.indexOf(name);
  return {
    iri: 'http://rdf.freebase.com/ns/m.a',
    id: 'm.a',
    name,
    types: [],
    mention: { start, end: start + name.length },
    match: 'exact',
    score: 0.9,
    popularity: 1,
    because: [],
    ...more,
  };
}
