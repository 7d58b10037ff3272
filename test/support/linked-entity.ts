import type { LinkedEntity } from '../../server/src/core/question/linking/linking';

/** What is called so in the question, and surely meant. */
export function linked(question: string, name: string, more: Partial<LinkedEntity> = {}): LinkedEntity {
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
