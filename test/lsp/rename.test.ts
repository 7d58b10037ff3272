import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DocumentHighlightKind,
  LSPErrorCodes,
  type DocumentHighlight,
  type Location,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { TestClient } from './client';
import { sound } from './queries';

describe('Names that occur several times', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  const counted = sound.replace('?place WHERE', '(COUNT(?place) AS ?n) WHERE');

  it('are renamed together', async () => {
    const uri = await client.open(sound);
    const edit = await client.request<WorkspaceEdit>('textDocument/rename', {
      ...client.at(uri, '?place'),
      newName: '?town',
    });
    await client.apply(uri, { title: '', edit });
    expect(client.textOf(uri)).toBe(sound.replaceAll('?place', '?town'));
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('support prepareRename', async () => {
    const uri = await client.open(sound);
    expect(await client.request('textDocument/prepareRename', client.at(uri, '?place'))).toMatchObject({
      placeholder: 'place',
      range: { start: { line: 1, character: 16 } },
    });
  });

  it('are not renamed with a message if that is impossible', async () => {
    const uri = await client.open(counted);
    await expect(
      client.request('textDocument/prepareRename', client.at(uri, 'people.person')),
    ).rejects.toMatchObject({
      code: LSPErrorCodes.RequestFailed,
      message: 'Only variables, blank nodes and prefixes can be renamed.',
    });
    const rename = (newName: string): Promise<unknown> =>
      client.request('textDocument/rename', { ...client.at(uri, '?place'), newName });
    await expect(rename('a place')).rejects.toMatchObject({
      code: LSPErrorCodes.RequestFailed,
      message: expect.stringContaining("'a place' is not a valid name."),
    });
    await expect(rename('n')).rejects.toMatchObject({
      message: expect.stringContaining('?n is already a variable'),
    });
  });

  it('are found with or without their declaration', async () => {
    const uri = await client.open(counted);
    const find = (includeDeclaration: boolean): Promise<Location[]> =>
      client.request('textDocument/references', { ...client.at(uri, '?n'), context: { includeDeclaration } });
    expect(await find(true)).toHaveLength(1);
    expect(await find(false)).toEqual([]);
    const places = await client.request<Location[]>('textDocument/references', {
      ...client.at(uri, '?place'),
      context: { includeDeclaration: false },
    });
    expect(places.map(({ range }) => client.textAt(uri, range))).toEqual(['?place', '?place']);
  });

  it('are highlighted as read or written', async () => {
    const uri = await client.open(counted);
    const of = (text: string): Promise<DocumentHighlight[] | null> =>
      client.request('textDocument/documentHighlight', client.at(uri, text));
    expect((await of('?n'))?.map(({ kind }) => kind)).toEqual([DocumentHighlightKind.Write]);
    expect((await of('?place'))?.map(({ kind }) => kind)).toEqual([
      DocumentHighlightKind.Read,
      DocumentHighlightKind.Read,
    ]);
    expect(await of('SELECT')).toBeNull();
  });

  it('are not found in a document that is not open', async () => {
    const textDocument = { uri: 'file:///nowhere.rq' };
    const position = { line: 0, character: 0 };
    expect(await client.request('textDocument/rename', { textDocument, position, newName: 'x' })).toBeNull();
    expect(await client.request('textDocument/documentHighlight', { textDocument, position })).toBeNull();
  });
});
