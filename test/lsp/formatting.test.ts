import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormattingOptions, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { TestClient } from './client';

const untidy = '# question: any?\r\nselect ?x{ # what\r\n?x   a ?y.\r\n}\r\n';
const tidy = '# question: any?\r\nSELECT ?x { # what\r\n  ?x a ?y .\r\n}\r\n';

describe('Formatting', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  async function edited(method: string, uri: string, params: object = {}): Promise<string> {
    const options: FormattingOptions = { tabSize: 2, insertSpaces: true };
    const edits = await client.request<TextEdit[]>(method, { textDocument: { uri }, options, ...params });
    return TextDocument.applyEdits(TextDocument.create(uri, 'sparql', 1, client.textOf(uri)), edits);
  }

  it('formats a document with minimal edits', async () => {
    const uri = await client.open(untidy);
    expect(await edited('textDocument/formatting', uri)).toBe(tidy);
    const edits = await client.request<TextEdit[]>('textDocument/formatting', {
      textDocument: { uri },
      options: { tabSize: 2, insertSpaces: true },
    });
    for (const { range, newText } of edits)
      expect(`${client.textAt(uri, range)}${newText}`).toMatch(/^(?:selectSELECT|\s*)$/);
  });

  it('changes nothing that is formatted or does not parse', async () => {
    for (const text of [tidy, `${untidy}{`, '']) {
      const uri = await client.open(text);
      expect(await edited('textDocument/formatting', uri)).toBe(text);
    }
  });

  it('uses the options of the request', async () => {
    const uri = await client.open('ASK { ?x a ?y }\n\n');
    const options = { tabSize: 8, insertSpaces: false, trimFinalNewlines: true };
    expect(await edited('textDocument/formatting', uri, { options })).toBe('ASK {\n\t?x a ?y\n}\n');
  });

  it('changes only the lines of a selection', async () => {
    const uri = await client.open(untidy);
    const range = { start: { line: 2, character: 1 }, end: { line: 2, character: 3 } };
    expect(await edited('textDocument/rangeFormatting', uri, { range })).toBe(
      '# question: any?\r\nselect ?x{ # what\r\n  ?x a ?y .\r\n}\r\n',
    );
  });

  it('formats the group that a typed brace closes', async () => {
    const uri = await client.open(untidy);
    const params = { position: { line: 3, character: 1 }, ch: '}' };
    expect(await edited('textDocument/onTypeFormatting', uri, params)).toBe(tidy);
  });

  it('writes keywords in the case of the settings', async () => {
    await client.changeSettings({ format: { keywordCase: 'keep' } });
    const uri = await client.open('Select  * {}');
    expect(await edited('textDocument/formatting', uri)).toBe('Select * {}');
    await client.changeSettings({});
  });
});
