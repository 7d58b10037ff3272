import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  DocumentLink,
  Location,
  LocationLink,
  Position,
  SymbolInformation,
} from 'vscode-languageserver';
import { TestClient } from './client';
import { sound } from './queries';

function positionOf(text: string): Position {
  const before = sound.slice(0, sound.indexOf(text) + 1).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

describe('With a client that shows schema pages', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {}, schemaPages: true });
  });
  afterAll(() => client.stop());

  it('the definition of a relation is its page, with the whole name as origin', async () => {
    const uri = await client.open(sound);
    const [link] = await client.request<LocationLink[]>('textDocument/definition', {
      textDocument: { uri },
      position: positionOf('place_of_birth'),
    });
    expect(link?.targetUri).toBe('funfusic-schema:/funfusic-schema/people.person.place_of_birth');
    expect(link?.originSelectionRange && client.textAt(uri, link.originSelectionRange)).toBe(
      'ns:people.person.place_of_birth',
    );
  });

  it('the namespace of the KB links to the whole schema', async () => {
    const uri = await client.open(sound);
    const links = await client.request<DocumentLink[]>('textDocument/documentLink', {
      textDocument: { uri },
    });
    expect(links.map(({ target }) => target)).toEqual(['funfusic-schema:/funfusic-schema/schema%20overview']);
  });

  it('the symbols of the workspace are relations and types', async () => {
    const symbols = await client.request<SymbolInformation[]>('workspace/symbol', { query: 'directed film' });
    expect(symbols[0]).toMatchObject({
      name: 'film.film.directed_by',
      containerName: 'film · film · directed by',
      location: { uri: 'funfusic-schema:/funfusic-schema/film.film.directed_by' },
    });
    expect(await client.request('workspace/symbol', { query: '' })).toEqual([]);
  });
});

describe('With a client without schema pages', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  it('no link leads to a schema page', async () => {
    const uri = await client.open(sound);
    const textDocument = { uri };
    expect(
      await client.request('textDocument/definition', {
        textDocument,
        position: positionOf('place_of_birth'),
      }),
    ).toBeNull();
    const links = await client.request<DocumentLink[]>('textDocument/documentLink', { textDocument });
    expect(links).toEqual([]);
    expect(await client.request('workspace/symbol', { query: 'film' })).toEqual([]);
  });

  it('variables and prefixes have definitions', async () => {
    const uri = await client.open(sound);
    const found = await client.request<Location>('textDocument/definition', {
      textDocument: { uri },
      position: positionOf('?place'),
    });
    expect(found).toMatchObject({ uri, range: { start: { line: 2 } } });
  });
});
