/** The number of requests for names. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InlayHint } from 'vscode-languageserver';
import { answers, startEndpoint, type Endpoint } from '../adapters/kb/endpoint';
import { TestClient } from './client';

const NS = 'http://rdf.freebase.com/ns/';
const everywhere = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

describe('Names from an endpoint', () => {
  let endpoint: Endpoint;
  let client: TestClient;
  beforeEach(async () => {
    // The name of each entity is its ID.
    endpoint = await startEndpoint((response, asked) => {
      const bindings = idsIn(asked.form.get('query') ?? '').map((id) => ({
        e: { type: 'uri', value: NS + id },
        p: { type: 'uri', value: `${NS}type.object.name` },
        v: { type: 'literal', value: `Name of ${id}` },
      }));
      answers(JSON.stringify({ head: { vars: ['e', 'p', 'v'] }, results: { bindings } }))(response, asked);
    });
    client = await TestClient.start({
      settings: {
        knowledgeBase: 'Mine',
        knowledgeBases: { Mine: { endpoint: endpoint.address, engine: 'other' } },
        inlayHints: { variableTypes: false },
      },
    });
  });
  afterEach(async () => {
    await client.stop();
    await endpoint.close();
  });

  const idsIn = (query: string): readonly string[] =>
    [...query.matchAll(/\/ns\/(m\.\w+)>/g)].map(([, id = '']) => id);
  const questions = (): readonly string[] => endpoint.requests.map(({ form }) => form.get('query') ?? '');
  const hints = (uri: string): Promise<InlayHint[]> =>
    client.request('textDocument/inlayHint', { textDocument: { uri }, range: everywhere });
  const refreshed = (): Promise<string> => client.refreshed.next((what) => what === 'inlayHint');

  it('are requested with one query for all IDs of a document, once', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `m.0${(index + 100).toString()}`);
    const uri = await client.open(
      `PREFIX ns: <${NS}>\nSELECT ?x WHERE { VALUES ?x { ${ids.map((id) => `ns:${id}`).join(' ')} } ?x ns:people.person.parents ?y }`,
    );
    expect(await hints(uri)).toEqual([]);
    await refreshed();
    expect((await hints(uri)).map(({ label }) => label)).toEqual(ids.map((id) => `Name of ${id}`));
    expect(questions()).toHaveLength(1);
    const again = await client.open(client.textOf(uri));
    expect(await hints(again)).toHaveLength(60);
    expect(questions()).toHaveLength(1);
  });

  it('are not requested while the user types an ID', async () => {
    const uri = await client.open(`PREFIX ns: <${NS}>\nASK { ns:m.01 ns:people.person.parents ?y }`);
    client.replaceAtOnce(uri, [
      ['m.01', 'm.012'],
      ['m.012', 'm.0123'],
      ['m.0123', 'm.01234'],
      ['m.01234', 'm.012345'],
    ]);
    void hints(uri);
    await refreshed();
    expect((await hints(uri)).map(({ label }) => label)).toEqual(['Name of m.012345']);
    expect(questions().map((query) => [...new Set(idsIn(query))])).toEqual([['m.012345']]);
  });
});
