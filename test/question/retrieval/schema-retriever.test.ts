import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadAssociations } from '../../../server/src/adapters/associations';
import { loadBundledSchema } from '../../../server/src/adapters/bundled-schema';
import { openWordVectors } from '../../../server/src/adapters/word-vectors';
import { KbSchema, UNUSED } from '../../../server/src/core/schema/schema';
import { pathPatterns } from '../../../server/src/core/question/retrieval/path-patterns';
import { rankPaths, schemaPaths } from '../../../server/src/core/question/retrieval/paths';
import { readAssociations } from '../../../server/src/core/question/retrieval/associations';
import { schemaRetriever } from '../../../server/src/core/question/retrieval/schema-retriever';

const DATA = join(__dirname, '..', '..', '..', 'server', 'data');
const freebase = loadBundledSchema(join(DATA, 'freebase.schema'));
const vectors = openWordVectors(join(DATA, 'words.vec'));
const learnt = readAssociations(readFileSync(join(DATA, 'associations.json'), 'utf8'));
const retriever = schemaRetriever(freebase, vectors, () => learnt);
const idsOf = (question: string, limit = 10): readonly string[] =>
  retriever.relations(question, { limit }).map(({ id }) => id);

const relation = (id: string, domain: string, range: string) => ({
  id,
  domain,
  range,
  reverse: undefined,
  use: UNUSED,
});
const own = new KbSchema({
  name: 'Own',
  namespace: 'http://example.org/',
  types: new Map(),
  relations: new Map(
    [
      relation('hasEmployer', 'Person', 'Firm'),
      relation('dateOfBirth', 'Person', 'date'),
      relation('http://example.org/ns#locatedIn', 'Firm', 'Place'),
    ].map((each) => [each.id, each]),
  ),
  together: [],
  usual: [],
  typing: [],
  open: [],
  machineIds: false,
});

describe('relations for a question', () => {
  it.each([
    ['In which place was … born?', 'people.person.place_of_birth'],
    ['What money do people pay with in …?', 'location.country.currency_used'],
    ['Which tongue is spoken in …?', 'location.country.languages_spoken'],
    ['who wrote the novel …', 'book.written_work.author'],
    ['What was the reason for the death of …?', 'people.deceased_person.cause_of_death'],
    ['Who founded the company …?', 'organization.organization.founders'],
    ['which university did … study at', 'education.education.institution'],
    ['Who composed the opera …?', 'music.composition.composer'],
  ])('%s', (question, relation) => {
    const { reverse } = freebase.relation(relation) ?? {};
    const found = idsOf(question);
    expect(found.includes(relation) || found.includes(reverse ?? ''), found.join(' ')).toBe(true);
  });

  it('are limited to the requested number, best first, with their signals', () => {
    const found = retriever.relations('Who directed the film …?', { limit: 7 });
    expect(found).toHaveLength(7);
    expect(found.map(({ score }) => score)).toEqual(
      found.map(({ score }) => score).sort((one, other) => other - one),
    );
    for (const { score, signals } of found)
      for (const value of [score, ...Object.values(signals)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    expect(retriever.relations('Who directed the film …?', { limit: 0 })).toEqual([]);
  });

  it('contain a relation or its reverse, not both', () => {
    const found = idsOf('Who directed the film …?', 50);
    expect(found.filter((id) => found.includes(freebase.relation(id)?.reverse ?? ''))).toEqual([]);
  });

  it('are restricted to the allowed ones', () => {
    const among = ['film.film.directed_by', 'music.album.genre', 'no.such.relation', 'film.film.directed_by'];
    const found = retriever.relations('what genre is the album …', { limit: 10, among });
    expect(found.map(({ id }) => id)).toEqual(['music.album.genre', 'film.film.directed_by']);
  });

  it('are the same for the same question', () => {
    expect(idsOf('where is … from')).toEqual(idsOf('where is … from'));
  });

  it.each([
    '',
    '   ',
    '???',
    '🙂🙃',
    '…',
    'a'.repeat(10_000),
    'who '.repeat(2000),
    '__proto__ constructor toString',
  ])('are found for unusual text: %.20s', (question) => {
    expect(idsOf(question)).toHaveLength(10);
  });
});

describe('classes for a question', () => {
  it.each([
    ['Which films did … direct?', 'film.film'],
    ['how many mountains are in …', 'geography.mountain'],
    ['name the rivers of …', 'geography.river'],
    ['what universities are in …', 'education.university'],
  ])('%s', (question, id) => {
    expect(retriever.classes(question, { limit: 10 }).map((each) => each.id)).toContain(id);
  });
});

describe('similarity of texts', () => {
  it('is higher for the same meaning', () => {
    const near = retriever.similarity('place of birth', 'where he was born');
    expect(near).toBeGreaterThan(retriever.similarity('place of birth', 'currency used'));
    expect(retriever.similarity('spouse', 'spouse')).toBe(1);
    expect(retriever.similarity('', 'spouse')).toBe(0);
  });
});

describe('preparing the retriever', () => {
  it('yields between steps and can be cancelled', async () => {
    const prepared = schemaRetriever(freebase, vectors, () => learnt);
    const controller = new AbortController();
    let ticks = 0;
    const tick = (): void => {
      if (++ticks === 2) controller.abort();
      if (ticks < 5) setImmediate(tick);
    };
    setImmediate(tick);
    await expect(prepared.prepare(controller.signal)).rejects.toThrow();
    expect(ticks).toBe(2);
    await prepared.prepare(new AbortController().signal);
    expect(ticks).toBe(5);
    const request = ['Who directed the film …?', { limit: 20 }] as const;
    expect(prepared.relations(...request)).toEqual(retriever.relations(...request));
  });
});

describe('schema retriever without vectors and associations', () => {
  it('finds relations by their words', () => {
    const plain = schemaRetriever(freebase, undefined);
    expect(plain.relations('what is the currency used in …', { limit: 3 }).map(({ id }) => id)).toContain(
      'location.country.currency_used',
    );
    expect(plain.problem).toBeUndefined();
  });

  it('reports what is missing', () => {
    const broken = schemaRetriever(own, openWordVectors('no.vec'), () => loadAssociations('no.json'));
    expect(broken.relations('who is the employer of …', { limit: 1 })).toHaveLength(1);
    expect(broken.problem).toMatch(/no\.vec cannot be used/);
    const unlearnt = schemaRetriever(own, vectors, () => loadAssociations('no.json'));
    unlearnt.relations('who', { limit: 1 });
    expect(unlearnt.problem).toMatch(/no\.json cannot be used/);
  });
});

describe('user-defined schema', () => {
  it('is searched too, with camel-case names and IRIs', () => {
    const found = schemaRetriever(own, vectors).relations('Which company does … work for?', { limit: 3 });
    expect(found[0]?.id).toBe('hasEmployer');
    expect(found).toHaveLength(3);
  });
});

describe('paths', () => {
  it('continue from a mediator, and not back', () => {
    const walks = schemaPaths(['people.person'], freebase).map((steps) =>
      steps.map(({ relation }) => relation).join(' '),
    );
    expect(walks).toContain('people.person.place_of_birth');
    expect(walks).toContain('people.person.spouse_s people.marriage.spouse');
    expect(walks).toContain('people.person.education education.education.institution');
    expect(walks).not.toContain('people.person.education education.education.student');
    expect(walks).not.toContain('people.person.education');
  });

  it('are ranked for the question', () => {
    const walks = schemaPaths(['people.person'], freebase);
    const best = rankPaths('Which university did … attend?', walks, { retriever, schema: freebase }, 5);
    expect(best.map(({ steps }) => steps.map(({ relation }) => relation).join(' '))).toContain(
      'people.person.education education.education.institution',
    );
    expect(best).toHaveLength(5);
  });

  it('begin only with relations of the entity, if they are known', () => {
    const walks = schemaPaths(
      ['people.person'],
      freebase,
      new Set(['people.person.gender', 'location.location.people_born_here']),
    );
    expect(walks.map(([first]) => first?.relation).sort()).toEqual([
      'people.person.gender',
      'people.person.place_of_birth',
    ]);
  });

  it('are written as patterns if prefixed names are possible', () => {
    const person = { types: ['people.person'] };
    const parts = {
      retriever,
      schema: freebase,
      real: new Set(['people.person.education', 'people.person.parents']),
    };
    const entities = [
      { id: 'm.01abc', ...person },
      { id: 'http://example.org/it> ?s ?p', ...person },
    ];
    expect(pathPatterns('Which university did … attend?', entities, parts, 2)[0]).toBe(
      'ns:m.01abc ns:people.person.education ?y . ?y ns:education.education.institution ?x .',
    );
    expect(pathPatterns('who are the parents of …', entities, parts, 1)).toEqual([
      'ns:m.01abc ns:people.person.parents ?x .',
    ]);
    expect(pathPatterns('anything', [], parts, 5)).toEqual([]);
  });
});
