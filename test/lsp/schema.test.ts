import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiagnosticSeverity, FileChangeType, MessageType } from 'vscode-languageserver';
import { TestClient, type ClientOptions } from './client';
import { sound, unknownRelation } from './queries';

/** A schema with `birthplace`, but without `place_of_birth`. */
const ownSchema = JSON.stringify({
  name: 'My KB',
  types: { 'people.person': {}, 'location.location': {} },
  relations: { 'people.person.birthplace': { domain: 'people.person', range: 'location.location' } },
});

let client: TestClient;
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ff-lsp-')));
});
afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

async function start(options: ClientOptions): Promise<void> {
  client = await TestClient.start({ folder, ...options });
}

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function tellChanged(path: string): Promise<void> {
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: pathToFileURL(path).href, type: FileChangeType.Changed }],
  });
}

describe('A relative schema path', () => {
  it.each([
    ['rootUri', () => ({ rootUri: pathToFileURL(folder).href })],
    ['rootPath', () => ({ rootPath: folder })],
  ])('starts at %s if the client has no workspace folders', async (_, root) => {
    write('mine.json', ownSchema);
    client = await TestClient.start({ settings: { 'schema.file': 'mine.json' }, root: root() });
    expect(await client.status()).toMatchObject({ schema: { state: 'file', name: 'My KB' } });
  });
});

describe('The bundled schema', () => {
  it('is announced after the start without a message', async () => {
    await start({});
    const { schema } = await client.statuses.next();
    expect(schema).toMatchObject({ state: 'bundled', name: 'Freebase' });
    expect(schema.state === 'bundled' && schema.relations).toBeGreaterThan(15_000);
    expect(schema.problem).toBeUndefined();
    expect(client.shown.untaken).toEqual([]);
  });

  for (const [what, content, reason] of [
    ['is not JSON', '{ not json', /not JSON/],
    ['has another form', '{"hello": "world"}', /is invalid/],
    [
      'names a type that it does not define',
      '{"types": {}, "relations": {"a.b.c": {"domain": "a.b"}}}',
      /a\.b/,
    ],
  ] as const) {
    it(`is used when the schema file ${what}, with one message`, async () => {
      write('broken.json', content);
      await start({ settings: { schema: { file: 'broken.json' } } });
      const message = await client.shown.next();
      expect(message.type).toBe(MessageType.Error);
      expect(message.message).toContain('broken.json');
      expect(message.message).toMatch(reason);
      const { schema } = await client.statuses.next();
      expect(schema).toMatchObject({ state: 'bundled', problem: message.message });
      const [finding] = await client.check(unknownRelation);
      expect(finding?.code).toBe('grounding');
      expect(client.shown.untaken).toEqual([]);
    });
  }

  it('is used when the schema file is missing', async () => {
    await start({ initializationOptions: { schema: { file: join(folder, 'missing.json') } } });
    const { message } = await client.shown.next();
    expect(message).toContain('missing.json');
    expect(message).toMatch(/no such file/);
  });

  it('may be missing: only the syntax is checked, with a message', async () => {
    await start({ env: { FUNFUSIC_DATA: '/nonexistent' } });
    const { schema } = await client.statuses.next();
    expect(schema.state).toBe('none');
    const { message } = await client.shown.next();
    expect(message).toBe(schema.problem);
    const uri = await client.open(unknownRelation);
    expect(await client.diagnosticsOf(uri)).toMatchObject([
      { code: 'no_schema', severity: DiagnosticSeverity.Information, source: 'FUn-FuSIC' },
    ]);
    await client.replace(uri, '}', '');
    const codes = (await client.diagnosticsOf(uri)).map(({ code }) => code);
    expect(codes).toEqual(['no_schema', 'syntax']);
  });

  it('is not needed if a schema file can be used', async () => {
    write('own.json', ownSchema);
    await start({
      env: { FUNFUSIC_DATA: '/nonexistent' },
      settings: { schema: { file: 'own.json' } },
    });
    const { schema } = await client.statuses.next();
    expect(schema).toMatchObject({ state: 'file', name: 'My KB' });
    expect(await client.check(unknownRelation)).toEqual([]);
  });
});

describe('A schema of the user', () => {
  it('is found relative to the workspace folder', async () => {
    write('own.json', ownSchema);
    await start({ settings: { schema: { file: 'own.json' } } });
    const { schema } = await client.statuses.next();
    expect(schema).toMatchObject({ state: 'file', name: 'My KB', relations: 1 });
    expect(schema.problem).toBeUndefined();
    expect(await client.check(unknownRelation)).toEqual([]);
    const [finding] = await client.check(sound);
    expect(finding?.code).toBe('grounding');
    expect(finding?.relatedInformation?.[0]?.message).toContain('My KB');
  });

  it('is used and removed in open documents when the setting changes', async () => {
    const path = write('own.json', ownSchema);
    await start({ settings: {} });
    const uri = await client.open(unknownRelation);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    await client.changeSettings({ schema: { file: path } });
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.changeSettings({});
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    expect(await client.status()).toMatchObject({ schema: { state: 'bundled' } });
  });

  it('is reloaded when its file changes', async () => {
    write('own.json', ownSchema);
    await start({ settings: { schema: { file: 'own.json' } } });
    const uri = await client.open(sound);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    // The server watches the file itself, independently of the editor.
    write('own.json', ownSchema.replace('birthplace', 'place_of_birth'));
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('is replaced by the bundled one while its file is invalid', async () => {
    const path = write('own.json', ownSchema);
    await start({ settings: { schema: { file: 'own.json' } } });
    await client.statuses.next(({ schema }) => schema.state === 'file');
    const uri = await client.open(sound);
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
    write('own.json', '{');
    await tellChanged(path);
    expect((await client.shown.next()).message).toContain('own.json');
    await client.statuses.next(({ schema }) => schema.state === 'bundled');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    write('own.json', ownSchema);
    await tellChanged(path);
    const { schema } = await client.statuses.next(({ schema }) => schema.state === 'file');
    expect(schema.problem).toBeUndefined();
    expect(await client.diagnosticsOf(uri)).toHaveLength(1);
  });
});
