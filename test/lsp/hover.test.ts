import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hover } from 'vscode-languageserver';
import { TestClient } from './client';
import { sound } from './queries';

describe('Hover', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  it('tells what the schema knows of the relation under the cursor, and nothing where there is none', async () => {
    const uri = await client.open(sound);
    const offset = sound.indexOf('place_of_birth');
    const before = sound.slice(0, offset).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const found = await client.request<Hover>('textDocument/hover', { textDocument: { uri }, position });
    expect(found.contents).toMatchObject({
      kind: 'markdown',
      value: expect.stringContaining('`location.location`'),
    });
    expect(found.range?.start.line).toBe(position.line);
    const nothing = await client.request('textDocument/hover', {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    });
    expect(nothing).toBeNull();
  });
});
