import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextEdit } from 'vscode-languageserver';
import {
  INSERT_NAME_REQUEST,
  SCHEMA_CHILDREN_REQUEST,
  SCHEMA_DESCRIPTION_REQUEST,
  SCHEMA_PAGE_REQUEST,
  SCHEMA_PATH_REQUEST,
  SCHEMA_SEARCH_REQUEST,
  type SchemaNode,
  type SchemaPageResult,
} from '../../server/src/protocol/index';
import { LIBRARY_SCHEMA } from '../support/library-schema';
import { TestClient } from './client';
import { sound } from './queries';

describe('The schema browser', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {}, schemaPages: true });
  });
  afterAll(() => client.stop());

  it('gets pages with links at the IDs', async () => {
    const { title, text, links } = await client.request<SchemaPageResult>(SCHEMA_PAGE_REQUEST, {
      id: 'film.film.directed_by',
    });
    expect(title).toBe('film.film.directed_by');
    expect(links.map(({ start, end }) => text.slice(start, end))).toEqual(links.map(({ id }) => id));
    expect(links.map(({ id }) => id)).toContain('film.director.film');
  });

  it('gets the tree level by level, and the path to an ID', async () => {
    const top = await client.request<SchemaNode[]>(SCHEMA_CHILDREN_REQUEST);
    const film = top.find(({ id }) => id === 'film');
    const types = await client.request<SchemaNode[]>(SCHEMA_CHILDREN_REQUEST, { parent: film });
    expect(types.map(({ id }) => id)).toContain('film.film');
    const path = await client.request<SchemaNode[]>(SCHEMA_PATH_REQUEST, { id: 'film.film.genre' });
    expect(path.map(({ id }) => id)).toEqual(['film', 'film.film', 'film.film.genre']);
  });

  it('gets search results and descriptions', async () => {
    const hits = await client.request<SchemaNode[]>(SCHEMA_SEARCH_REQUEST, { text: 'birth place', most: 5 });
    expect(hits[0]).toMatchObject({ id: 'people.person.place_of_birth', kind: 'relation' });
    expect(await client.request(SCHEMA_DESCRIPTION_REQUEST, { id: 'film.film' })).toContain('film.film');
    expect(await client.request(SCHEMA_DESCRIPTION_REQUEST, { id: 'film' })).toBe('');
  });

  it('gets the edits that insert a name', async () => {
    const uri = await client.open(sound);
    const end = { line: 2, character: sound.split('\n')[2]?.length ?? 0 };
    const edits = await client.request<TextEdit[]>(INSERT_NAME_REQUEST, {
      textDocument: { uri },
      range: { start: end, end },
      inserted: 'film.film.genre',
    });
    expect(edits).toEqual([{ range: { start: end, end }, newText: ' ns:film.film.genre' }]);
  });
});

describe('With a schema of the user', () => {
  let client: TestClient;
  const folder = mkdtempSync(join(tmpdir(), 'funfusic-'));
  beforeAll(async () => {
    writeFileSync(join(folder, 'library.json'), JSON.stringify(LIBRARY_SCHEMA));
    client = await TestClient.start({
      settings: { schema: { file: 'library.json' } },
      folder,
      schemaPages: true,
    });
  });
  afterAll(async () => {
    await client.stop();
    rmSync(folder, { recursive: true });
  });

  it('the browser shows it, and another one when the setting changes', async () => {
    const top = await client.request<SchemaNode[]>(SCHEMA_CHILDREN_REQUEST);
    expect(top.map(({ id }) => id)).toContain('Book');
    await client.statuses.next(({ schema }) => schema.state === 'file');
    await client.changeSettings({});
    await client.statuses.next(({ schema }) => schema.state === 'bundled');
    const now = await client.request<SchemaNode[]>(SCHEMA_CHILDREN_REQUEST);
    expect(now.map(({ id }) => id)).toContain('film');
  });
});

describe('Without a schema', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({
      settings: {},
      schemaPages: true,
      env: { FUNFUSIC_DATA: '/no/such/schema' },
    });
  });
  afterAll(() => client.stop());

  it('the browser is empty, and nothing fails', async () => {
    expect(await client.request(SCHEMA_PAGE_REQUEST, { id: 'film.film' })).toBeNull();
    expect(await client.request(SCHEMA_CHILDREN_REQUEST)).toEqual([]);
    expect(await client.request(SCHEMA_SEARCH_REQUEST, { text: 'film', most: 5 })).toEqual([]);
    expect(await client.request('workspace/symbol', { query: 'film' })).toEqual([]);
  });
});
