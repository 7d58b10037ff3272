import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SemanticTokens } from 'vscode-languageserver';
import { TestClient } from './client';
import { sound } from './queries';

describe('Semantic tokens', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  /** Decodes the tokens as `text=type`. */
  function decoded(uri: string, { data }: SemanticTokens): readonly string[] {
    const legend = client.initializeResult.capabilities.semanticTokensProvider?.legend.tokenTypes ?? [];
    const found: string[] = [];
    let [line, character] = [0, 0];
    for (let at = 0; at < data.length; at += 5) {
      const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(at, at + 5);
      character = lines ? characters : character + characters;
      line += lines;
      const end = { line, character: character + length };
      found.push(`${client.textAt(uri, { start: { line, character }, end })}=${legend[type]}`);
    }
    return found;
  }

  it('are returned for a whole document', async () => {
    const uri = await client.open(sound);
    const tokens = await client.request<SemanticTokens>('textDocument/semanticTokens/full', {
      textDocument: { uri },
    });
    expect(decoded(uri, tokens)).toEqual([
      'ns=namespace',
      '?place=variable',
      'ns=namespace',
      'm.02mjmr=entity',
      'ns=namespace',
      'people.person.place_of_birth=property',
      '?place=variable',
    ]);
  });

  it('are returned for a range of several queries', async () => {
    const uri = await client.open(`${sound}###\n${sound}`);
    const tokens = await client.request<SemanticTokens>('textDocument/semanticTokens/range', {
      textDocument: { uri },
      range: { start: { line: 5, character: 0 }, end: { line: 6, character: 50 } },
    });
    expect(decoded(uri, tokens)).toEqual(['ns=namespace', '?place=variable']);
  });

  it('are empty for a document that is not open', async () => {
    const textDocument = { uri: 'file:///nowhere.rq' };
    expect(await client.request('textDocument/semanticTokens/full', { textDocument })).toEqual({ data: [] });
  });

  it('are refreshed when the settings change', async () => {
    await client.changeSettings({ dialect: 'sparql11' });
    expect(await client.refreshed.next((what) => what === 'semanticTokens')).toBe('semanticTokens');
  });
});
