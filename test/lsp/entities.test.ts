import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Hover, InlayHint } from 'vscode-languageserver';
import {
  ENTITIES_REQUEST,
  FACTS_REQUEST,
  NEIGHBOURHOOD_REQUEST,
  PATTERN_REQUEST,
  RUN_REQUEST,
  type EntityCard,
  type EntityFacts,
  type GraphResult,
  type RunResult,
} from '../../server/src/protocol/index';
import { TestClient } from './client';

const NS = 'http://rdf.freebase.com/ns/';
const birthplace = `PREFIX ns: <${NS}>
SELECT DISTINCT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }
`;
const friends = `@prefix ns: <${NS}> .
ns:m.02mjmr ns:type.object.name "Freund Barack"@de, "Friend Barack"@en ; ns:type.object.type ns:people.person .
`;

describe('The names of entities', () => {
  let client: TestClient;
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'funfusic-entities-'));
    writeFileSync(join(folder, 'friends.ttl'), friends);
  });
  afterEach(() => client.stop());
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(settings: object = {}): Promise<void> {
    client = await TestClient.start({
      settings: { inlayHints: { variableTypes: false }, ...settings },
      folder,
    });
  }
  const everywhere = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
  async function labels(uri: string): Promise<readonly unknown[]> {
    const hints = await client.request<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri },
      range: everywhere,
    });
    return hints.map(({ label }) => label);
  }
  /** Requests the hints again after each refresh, like an editor. */
  async function labelsAtLast(uri: string): Promise<readonly unknown[]> {
    for (;;) {
      await client.refreshed.next((what) => what === 'inlayHint');
      const found = await labels(uri);
      if (found.length) return found;
    }
  }
  const hoverText = async (uri: string, at: string): Promise<string> => {
    const { contents } = await client.request<Hover>('textDocument/hover', client.at(uri, at));
    return (contents as { readonly value: string }).value;
  };
  const run = (uri: string): Promise<RunResult> =>
    client.request<RunResult>(RUN_REQUEST, { textDocument: { uri }, range: everywhere });

  it('are shown as inlay hints when the KB has returned them, after a refresh', async () => {
    await start();
    const uri = await client.open(birthplace);
    expect(await labels(uri)).toEqual([]);
    expect(await labelsAtLast(uri)).toEqual(['Barack Obama']);
  });

  it('are shown on hover with the types', async () => {
    await start();
    const uri = await client.open(birthplace);
    // A hover does not wait for an engine that is still starting.
    await client.request(ENTITIES_REQUEST, { kb: 'Sample', iris: [`${NS}m.02hrh0_`, `${NS}m.02mjmr`] });
    const text = await hoverText(uri, 'm.02mjmr');
    expect(text).toContain('**Barack Obama** — entity `m.02mjmr`');
    expect(text).toContain('`people.person`');
  });

  it('are in the language of the settings and from the KB of the query, after a run', async () => {
    await start({ names: { language: 'de' }, knowledgeBases: { Friends: { file: 'friends.ttl' } } });
    const uri = await client.open(`# endpoint: Friends\n${birthplace}`);
    // Opening a file does not load a dump.
    expect(await hoverText(uri, 'm.02mjmr')).toContain('Connect a KB to see');
    expect(await labels(uri)).toEqual([]);
    await run(uri);
    expect(await labelsAtLast(uri)).toEqual(['Freund Barack']);
  });

  it('are not requested from an address that only the file names', async () => {
    await start();
    const uri = await client.open(`# endpoint: http://127.0.0.1:9/sparql\n${birthplace}`);
    expect(await hoverText(uri, 'm.02mjmr')).toContain('Connect a KB to see');
  });

  it('are returned on request with types and facts', async () => {
    await start();
    const cards = await client.request<Record<string, EntityCard>>(ENTITIES_REQUEST, {
      kb: 'Sample',
      iris: [`${NS}m.02mjmr`, `${NS}m.0no_such_id`, '_:b0'],
    });
    expect(cards).toEqual({
      [`${NS}m.02mjmr`]: {
        name: 'Barack Obama',
        types: expect.arrayContaining(['people.person']),
        mediator: false,
      },
      [`${NS}m.0no_such_id`]: { types: [], mediator: false },
    });
    expect(
      await client.request<EntityFacts>(FACTS_REQUEST, { kb: 'Sample', iri: `${NS}m.02mjmr` }),
    ).toMatchObject({
      card: { name: 'Barack Obama' },
      groups: expect.arrayContaining([
        expect.objectContaining({
          label: 'place of birth',
          values: [expect.objectContaining({ name: 'Honolulu' })],
        }),
      ]),
    });
    expect(
      await client.request<EntityFacts>(FACTS_REQUEST, { kb: 'Nowhere', iri: `${NS}m.02mjmr` }),
    ).toMatchObject({
      problem: expect.stringContaining('no KB called Nowhere'),
    });
    expect(await client.request(ENTITIES_REQUEST, { kb: 'Nowhere', iris: [`${NS}m.02mjmr`] })).toEqual({});
  });

  it('are shown in the graphs of the query and of its answers', async () => {
    await start();
    // Graphs do not wait long for names, so these are loaded before.
    await client.request(ENTITIES_REQUEST, { kb: 'Sample', iris: [`${NS}m.02mjmr`] });
    const pattern = await client.request<GraphResult>(PATTERN_REQUEST, { kb: 'Sample', query: birthplace });
    expect(pattern).toMatchObject({
      nodes: [
        { label: 'Barack Obama', kind: 'entity' },
        { label: '?place', answer: true },
      ],
      edges: [{ label: 'place of birth' }],
    });
    const around = await client.request<GraphResult>(NEIGHBOURHOOD_REQUEST, {
      kb: 'Sample',
      query: birthplace,
      iris: [`${NS}m.02hrh0_`],
    });
    expect(around).toMatchObject({
      nodes: [
        { label: 'Honolulu', answer: true },
        { label: 'Barack Obama', answer: false },
      ],
      edges: [{ from: `${NS}m.02mjmr`, to: `${NS}m.02hrh0_`, label: 'place of birth' }],
      truncated: false,
    });
  });
});
