/** Virtuoso and the embedded engine give the same facts around nodes, names and reverse relations. */
import { afterAll, describe, expect, it } from 'vitest';
import { KbSurroundings } from '../../../server/src/core/candidates/surroundings/kb-surroundings';
import { literalNode } from '../../../server/src/core/candidates/surroundings/surroundings';
import type { KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import { FREEBASE, XSD } from '../../../server/src/core/language/rdf/names';
import { EntityDirectory } from '../../../server/src/core/query/entity-directory';
import { deriveSchema } from '../../../server/src/core/schema/derive-schema';
import { storeKb } from '../../../tools/store-kb';
import { freebase } from '../../support/check';
import { remote } from './endpoint';
import { startVirtuoso } from './virtuoso';

const FILMS = 120;
const ns = (id: string): string => `<${FREEBASE}${id}>`;
const facts = Array.from({ length: FILMS }, (_, at) => {
  const [film, cast, actor] = [ns(`m.f${at}`), ns(`m.c${at}`), ns(`m.a${at % 7}`)];
  return [
    `${film} ${ns('type.object.name')} "Film ${at}"@en .`,
    `${film} ${ns('type.object.type')} ${ns('film.film')} .`,
    `${film} ${ns('film.film.initial_release_date')} "${1900 + at}-01-01"^^<${XSD}date> .`,
    `${film} ${ns('film.film.starring')} ${cast} .`,
    `${cast} ${ns('film.performance.film')} ${film} .`,
    `${cast} ${ns('film.performance.actor')} ${actor} .`,
    `${actor} ${ns('film.actor.film')} ${cast} .`,
  ];
})
  .flat()
  .join('\n');

const virtuoso = await startVirtuoso(`${facts}\n`, 10_000);
const kb = remote({
  endpoint: virtuoso?.address ?? '',
  engine: 'virtuoso',
  defaultGraph: 'http://example.org/facts',
});
const embedded = storeKb(facts);
afterAll(async () => {
  await kb.close();
  await virtuoso?.stop();
});
const never = new AbortController().signal;

/** What both engines give, regardless of the order of facts. */
async function compare(
  read: (kb: KnowledgeBase) => Promise<readonly unknown[]>,
): Promise<readonly unknown[]> {
  const sorted = async (one: KnowledgeBase): Promise<readonly unknown[]> =>
    (await read(one)).map((item) => JSON.stringify(item)).sort();
  const found = await sorted(kb);
  expect(found).toEqual(await sorted(embedded));
  return found;
}

describe.skipIf(!virtuoso)('Virtuoso and the embedded engine', () => {
  it('find the same ends of paths', async () => {
    const hop = (
      relation: string,
      reverse = false,
    ): { readonly relation: string; readonly reverse: boolean } => ({
      relation,
      reverse,
    });
    const toActors = [hop('film.film.starring'), hop('film.performance.actor')];
    const paths = [
      { node: 'm.f1', hops: toActors },
      { node: 'm.f2', hops: toActors },
      { node: 'm.f1', hops: [hop('film.film.initial_release_date')] },
      { node: 'm.a1', hops: [hop('film.actor.film'), hop('film.performance.film'), ...toActors] },
      { node: 'm.a1', hops: [hop('film.performance.actor', true), hop('film.film.starring', true)] },
      { node: literalNode('1901-01-01', `${XSD}date`), hops: [hop('film.film.initial_release_date', true)] },
    ];
    const found = await compare(async (one) =>
      (await new KbSurroundings(one, freebase(), 10_000).findPathEnds(paths, 50, never)).map(
        ({ ends, more }, at) => [at, more, ends.map((end) => JSON.stringify(end)).sort()],
      ),
    );
    expect(found).toHaveLength(paths.length);
    expect(found.join()).toContain('1901-01-01');
  });

  it('find the same numbers and dates', async () => {
    const nodes = ['m.f1', 'm.f2', 'm.c1'];
    const read = (one: KnowledgeBase): Promise<readonly unknown[]> =>
      new KbSurroundings(one, freebase(), 10_000).literalFacts(nodes, never);
    expect(await compare(read)).toHaveLength(2);
  });

  it('find the same names of many entities', async () => {
    const iris = Array.from({ length: FILMS }, (_, at) => `${FREEBASE}m.f${at}`);
    const read = async (one: KnowledgeBase): Promise<readonly unknown[]> => [
      ...(await new EntityDirectory(one, { schema: freebase(), language: 'en' }).lookUp(iris, never)),
    ];
    const found = await compare(read);
    expect([found.length, found.join().includes('Film 7')]).toEqual([FILMS, true]);
  });

  it('find the same reverse relations', async () => {
    const read = async (one: KnowledgeBase): Promise<readonly unknown[]> => {
      const derived = await deriveSchema(one, { name: 'Films' }, () => undefined, never);
      if ('problem' in derived) throw new Error(derived.problem);
      return Object.entries(derived.schema.relations)
        .filter(([id]) => id.startsWith('film.'))
        .map(([id, { reverse }]) => [id, reverse]);
    };
    expect((await compare(read)).join()).toContain('film.film.starring","film.performance.film"');
  });
});
