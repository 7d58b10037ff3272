import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentSymbol, FoldingRange, SelectionRange } from 'vscode-languageserver';
import { SymbolKind } from 'vscode-languageserver';
import { TestClient } from './client';
import { sound } from './queries';

const text = `# question: Where was Barack Obama born?\n${sound}LIMIT 1\n`;

describe('The structure of a document', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  it('is returned as symbols with questions and labels', async () => {
    const uri = await client.open(text);
    const [query, ...others] = await client.request<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri },
    });
    expect(others).toEqual([]);
    expect(query).toMatchObject({
      name: 'Where was Barack Obama born?',
      detail: 'SELECT ?place',
      kind: SymbolKind.Function,
      range: { start: { line: 0, character: 12 }, end: { line: 5, character: 7 } },
    });
    expect(query?.children?.map(({ name, kind }) => [name, kind])).toEqual([
      ['Prefixes', SymbolKind.Namespace],
      ['m.02mjmr → place of birth → ?place', SymbolKind.Property],
      ['LIMIT 1', SymbolKind.Key],
    ]);
    const relation = query?.children?.[1];
    expect(relation?.detail).toBe('people.person.place_of_birth');
    expect(relation && client.textAt(uri, relation.selectionRange)).toBe('ns:people.person.place_of_birth');
  });

  it('is returned as folding ranges, one for each line', async () => {
    const uri = await client.open(`PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n${sound}`);
    const folds = await client.request<FoldingRange[]>('textDocument/foldingRange', {
      textDocument: { uri },
    });
    expect(folds).toEqual([
      { startLine: 0, endLine: 1, kind: 'imports' },
      { startLine: 2, endLine: 3 },
    ]);
  });

  it('is returned as selection ranges for each cursor', async () => {
    const uri = await client.open(text);
    const positions = [
      { line: 3, character: 16 },
      { line: 0, character: 0 },
    ];
    const [relation, comment] = await client.request<SelectionRange[]>('textDocument/selectionRange', {
      textDocument: { uri },
      positions,
    });
    const grown = (from: SelectionRange | undefined): readonly string[] =>
      from ? [client.textAt(uri, from.range), ...grown(from.parent)] : [];
    expect(grown(relation).slice(0, 4)).toEqual([
      'ns',
      'ns:people.person.place_of_birth',
      'ns:people.person.place_of_birth ?place',
      'ns:m.02mjmr ns:people.person.place_of_birth ?place',
    ]);
    expect(grown(relation).at(-1)).toBe(text);
    expect(grown(comment)[0]).toBe('# question: Where was Barack Obama born?');
  });

  it('is empty in an empty document', async () => {
    const uri = await client.open('');
    const ask = (method: string, params: object = {}): Promise<unknown> =>
      client.request(method, { textDocument: { uri }, ...params });
    const start = { line: 0, character: 0 };
    expect(await ask('textDocument/documentSymbol')).toEqual([]);
    expect(await ask('textDocument/foldingRange')).toEqual([]);
    expect(await ask('textDocument/selectionRange', { positions: [start] })).toEqual([
      { range: { start, end: start } },
    ]);
  });
});
