import { afterEach, describe, expect, it } from 'vitest';
import { InlayHintKind, type InlayHint } from 'vscode-languageserver';
import { TestClient } from './client';
import { sound } from './queries';

describe('Inlay hints', () => {
  let client: TestClient;
  afterEach(() => client.stop());

  function hints(uri: string, lastLine = 100): Promise<InlayHint[]> {
    return client.request('textDocument/inlayHint', {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: lastLine, character: 0 } },
    });
  }

  it('show the type of a variable at its first use in the requested lines', async () => {
    client = await TestClient.start({ settings: {} });
    const uri = await client.open(sound);
    expect(await hints(uri)).toEqual([
      {
        position: { line: 2, character: 52 },
        label: ': location',
        kind: InlayHintKind.Type,
        tooltip: { kind: 'markdown', value: expect.stringContaining('`people.person.place_of_birth`') },
      },
    ]);
    expect(await hints(uri, 2)).toEqual([]);
  });

  it('can be turned off and on, which refreshes them', async () => {
    client = await TestClient.start({
      settings: { inlayHints: { variableTypes: false, entityNames: false } },
    });
    const uri = await client.open(sound);
    expect(await hints(uri)).toEqual([]);
    await client.changeSettings({ inlayHints: { variableTypes: true, entityNames: false } });
    await client.refreshed.next((what) => what === 'inlayHint');
    expect(await hints(uri)).toHaveLength(1);
  });

  it('use the default for an invalid setting', async () => {
    client = await TestClient.start({ settings: { 'inlayHints.variableTypes': 'never' } });
    const uri = await client.open(sound);
    expect(await hints(uri)).toHaveLength(1);
    const { message } = await client.logged.next((one) => one.message.includes('inlayHints'));
    expect(message).toContain('funfusic.inlayHints.variableTypes is "never"');
  });
});
