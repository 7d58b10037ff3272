import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignatureHelp } from 'vscode-languageserver';
import { TestClient } from './client';

describe('Signature help', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  it('is triggered by brackets and commas, and marks the parameter at the cursor', async () => {
    expect(client.initializeResult.capabilities.signatureHelpProvider?.triggerCharacters).toEqual(['(', ',']);
    const uri = await client.open('SELECT ?x {\n  ?x ?p ?name FILTER(SUBSTR(?name, 1');
    const help = await client.request<SignatureHelp>('textDocument/signatureHelp', client.at(uri, '1'));
    expect(help).toMatchObject({ activeSignature: 0, activeParameter: 1 });
    const [signature] = help.signatures;
    expect(signature?.label).toBe('SUBSTR(string, start, length?)');
    expect(signature?.parameters?.[1]).toEqual({
      label: [15, 20],
      documentation: { kind: 'markdown', value: 'The first character is 1, not 0.' },
    });
  });

  it('is empty outside a call', async () => {
    const uri = await client.open('SELECT ?x { ?x ?p ?name }');
    expect(await client.request('textDocument/signatureHelp', client.at(uri, '?name'))).toBeNull();
  });
});
