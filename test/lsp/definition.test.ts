import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  DocumentLink,
  Location,
  LocationLink,
  Position,
  SymbolInformation,
} from 'vscode-languageserver';
import { temporaryFolder } from '../cli/temporary-folder';
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
  });

  it('the symbols of the workspace include the queries of open documents', async () => {
    const uri = await client.open(`# question: Where was the 44th president born?\n${sound}`);
    const symbols = await client.request<SymbolInformation[]>('workspace/symbol', { query: '44TH born' });
    expect(symbols[0]).toMatchObject({
      name: 'Where was the 44th president born?',
      location: { uri, range: { start: { line: 0 } } },
    });
  });
});

describe('With a client without schema pages', () => {
  const cacheFolder = temporaryFolder({});
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {}, initializationOptions: { cacheFolder } });
  });
  afterAll(() => client.stop());

  it('no document link leads to a schema page', async () => {
    const textDocument = { uri: await client.open(sound) };
    const links = await client.request<DocumentLink[]>('textDocument/documentLink', { textDocument });
    expect(links).toEqual([]);
  });

  it('the definition of a relation is a file with its page', async () => {
    const uri = await client.open(sound);
    const { uri: page } = await client.request<Location>('textDocument/definition', {
      textDocument: { uri },
      position: positionOf('place_of_birth'),
    });
    expect(page).toMatch(/^file:.*\/people\.person\.place_of_birth\.txt$/);
    expect(page).toContain(pathToFileURL(cacheFolder).href);
    expect(readFileSync(fileURLToPath(page), 'utf8')).toContain('location.location');
  });

  it('the symbols of the workspace are files that exist', async () => {
    const symbols = await client.request<SymbolInformation[]>('workspace/symbol', { query: 'directed film' });
    expect(symbols[0]?.name).toBe('film.film.directed_by');
    for (const { location } of symbols) expect(existsSync(fileURLToPath(location.uri))).toBe(true);
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
