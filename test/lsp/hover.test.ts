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

  it('shows the relation at the cursor, and nothing elsewhere', async () => {
    const uri = await client.open(sound);
    const place = client.at(uri, 'place_of_birth');
    const found = await client.request<Hover>('textDocument/hover', place);
    expect(found.contents).toMatchObject({
      kind: 'markdown',
      value: expect.stringContaining('`location.location`'),
    });
    expect(found.range?.start.line).toBe(place.position.line);
    const nothing = await client.request('textDocument/hover', {
      textDocument: { uri },
      position: { line: 2, character: 0 },
    });
    expect(nothing).toBeNull();
  });
});
