/** Entity linking on a real Virtuoso, with and without a full-text index. */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadBundledSchema } from '../../../server/src/adapters/bundled-schema';
import { openLinker } from '../../../server/src/compose/index';
import type { KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import type { EntityLinker } from '../../../server/src/core/question/linking/linking';
import { FREEBASE } from '../../../server/src/core/language/rdf/names';
import { EntityDirectory } from '../../../server/src/core/query/entity-directory';
import { testKnowledgeBase } from '../../../server/src/core/question/test-knowledge-base';
import { ROOT } from '../../lsp/build';
import { remote } from './endpoint';
import { startVirtuoso } from './virtuoso';

const ENTITIES = [
  ['m.01sn3', 60, 'location.citytown', 'Cleveland', 'Cleveland, Ohio'],
  ['m.0cleve', 4, 'geography.river', 'Cleveland'],
  ['m.05kkh', 90, 'location.us_state', 'Ohio'],
  ['m.02k54', 70, 'location.country', 'Egypt'],
  ['m.02mjmr', 80, 'people.person', 'Barack Obama', 'Barack Hussein Obama II'],
  ['m.0draco', 12, 'fictional_universe.fictional_character', 'Draco Malfoy'],
  ['m.0nba', 20, 'sports.sports_league', 'NBA'],
  ['m.0beat', 20, 'music.musical_group', 'The Beatles'],
  ['m.0evil', 8, 'music.album', 'Say "hi" \\ } UNION'],
] as const;

const facts = ENTITIES.flatMap(([id, count, type, ...names]) => {
  const written = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"@en`;
  const [name, ...aliases] = names;
  return [
    `<${FREEBASE}${id}> <${FREEBASE}type.object.name> ${written(name)} .`,
    ...aliases.map((alias) => `<${FREEBASE}${id}> <${FREEBASE}common.topic.alias> ${written(alias)} .`),
    `<${FREEBASE}${id}> <${FREEBASE}type.object.type> <${FREEBASE}${type}> .`,
    ...Array.from(
      { length: count },
      (_, at) => `<${FREEBASE}${id}> <${FREEBASE}common.topic.image> <${FREEBASE}m.1${at}> .`,
    ),
  ];
}).join('\n');

const schema = loadBundledSchema(join(ROOT, 'server', 'data', 'freebase.schema'));
const never = new AbortController().signal;
const indexed = await startVirtuoso(`${facts}\n`, 10_000, ['--words']);
const plain = await startVirtuoso(`${facts}\n`, 10_000);
const opened: KnowledgeBase[] = [];
afterAll(async () => {
  for (const kb of opened) await kb.close();
  await indexed?.stop();
  await plain?.stop();
});

interface Watched {
  readonly linker: EntityLinker;
  readonly asked: readonly string[];
}

function open(endpoint: string): Watched {
  const kb = remote({ endpoint, engine: 'auto' }, {});
  opened.push(kb);
  const asked: string[] = [];
  const execute = kb.execute.bind(kb);
  kb.execute = (query, limits, signal) => {
    asked.push(query);
    return execute(query, limits, signal);
  };
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  return { linker: openLinker(kb, { schema, directory, config: { endpoint }, language: 'en' }), asked };
}

describe.skipIf(!indexed || !plain)('an endpoint', () => {
  const withWords = open(indexed?.address ?? '');
  const without = open(plain?.address ?? '');

  it.each([
    ['who is the mayor of Cleveland', 'm.01sn3'],
    ['what time zone am i in cleveland ohio?', 'm.01sn3'],
    ['what do egyptians speak', 'm.02k54'],
    ['where was barack obama born', 'm.02mjmr'],
    ['who made Say "hi" \\ } UNION', 'm.0evil'],
  ])('finds by whole names: %s', async (question, id) => {
    for (const { linker } of [withWords, without]) {
      const { entities, troubles } = await linker.link(question, undefined, never);
      expect(troubles).toEqual([]);
      expect(entities[0]?.id).toBe(id);
      expect(entities[0]?.popularity).toBeGreaterThan(0);
    }
  });

  it.each([
    ['where was obama born', 'm.02mjmr'],
    ['who did draco malloy end up marrying', 'm.0draco'],
    ['what is the nba', 'm.0nba'],
    ['when did beatles split up', 'm.0beat'],
  ])('finds by words, with an index of them and without: %s', async (question, id) => {
    for (const { linker } of [withWords, without]) {
      const { entities, troubles } = await linker.link(question, undefined, never);
      expect(troubles).toEqual([]);
      expect(entities[0]?.id).toBe(id);
    }
  });

  it('explains how to build a missing index', async () => {
    const question = 'where was obama born';
    expect(await withWords.linker.link(question, undefined, never)).not.toHaveProperty('note');
    const { note } = await without.linker.link(question, undefined, never);
    expect(note).toContain('The KB Test has no full-text index');
    expect(note).toContain(
      "DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All'); DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ();",
    );
  });

  it('explains the same in a connection test', async () => {
    const test = async (endpoint: string | undefined): Promise<string> => {
      const kb = remote({ endpoint: endpoint ?? '', engine: 'auto' }, {});
      opened.push(kb);
      const { lines } = await testKnowledgeBase(kb, { schema, hasGraphs: true, now: () => 0 }, never);
      return lines.join('\n');
    };
    expect(await test(plain?.address)).toContain("RDF_OBJ_FT_RULE_ADD(null, null, 'All');");
    expect(await test(indexed?.address)).not.toContain('full-text');
  });

  it('is probed once for an index', async () => {
    const fresh = open(plain?.address ?? '');
    await fresh.linker.link('where was obama born', undefined, never);
    const first = fresh.asked.filter((query) => query.includes('bif:contains'));
    await fresh.linker.link('where was malfoy born', undefined, never);
    expect(first).toHaveLength(1);
    expect(fresh.asked.filter((query) => query.includes('bif:contains'))).toEqual(first);
  });

  it('gets at most five queries, and none for a repeated question', async () => {
    const before = withWords.asked.length;
    await withWords.linker.link('which river is Cleveland', undefined, never);
    expect(withWords.asked.length - before).toBeLessThanOrEqual(5);
    const after = withWords.asked.length;
    await withWords.linker.link('which river is Cleveland', undefined, never);
    expect(withWords.asked.length).toBe(after);
  });

  it.each([
    ['nothing', ''],
    ['a sign', '?'],
    ['SQL', "'; DROP TABLE x; --"],
    ['what searches are written in', 'what is " AND * OR \' NEAR ('],
    ['a backslash', '\\'],
    ['a very long word', 'x'.repeat(50_000)],
    ['an emoji', '🙂'],
  ])('takes no harm from %s', async (_, question) => {
    const { entities, troubles } = await withWords.linker.link(question, undefined, never);
    expect([entities, troubles]).toEqual([[], []]);
  });

  it('has candidates for the entity picker', async () => {
    expect((await withWords.linker.find('barack oba', 5, never)).map(({ id }) => id)).toEqual(['m.02mjmr']);
    expect((await withWords.linker.find('m.02k54', 5, never)).map(({ name }) => name)).toEqual(['Egypt']);
    expect((await without.linker.find('cleveland', 5, never)).map(({ id }) => id)).toEqual([
      'm.01sn3',
      'm.0cleve',
    ]);
  });
});

it('reports an unreachable endpoint', async () => {
  const { linker } = open('http://127.0.0.1:9/sparql');
  const { entities, troubles } = await linker.link('where is Cleveland', undefined, never);
  expect(entities).toEqual([]);
  expect(troubles.length).toBe(1);
});
