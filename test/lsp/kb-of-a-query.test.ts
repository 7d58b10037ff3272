import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompletionList, Hover } from 'vscode-languageserver';
import {
  DERIVE_SCHEMA_REQUEST,
  KB_PREPARE_REQUEST,
  RUN_PROGRESS_NOTIFICATION,
  RUN_REQUEST,
  RUN_TARGET_REQUEST,
  type DeriveSchemaParams,
  type DeriveSchemaResult,
  type KbPrepareParams,
  type RunParams,
  type RunProgress,
  type RunResult,
  type RunTargetResult,
} from '../../server/src/protocol/index';
import { answers, oneRow, startEndpoint } from '../adapters/kb/endpoint';
import { TestClient } from './client';
import { sound, unknownRelation } from './queries';

/** A schema with `birthplace`, but without `place_of_birth`. */
const ownSchema = JSON.stringify({
  name: 'My KB',
  types: { 'people.person': {}, 'location.location': {} },
  relations: { 'people.person.birthplace': { domain: 'people.person', range: 'location.location' } },
});
const NS = 'http://rdf.freebase.com/ns/';
const facts = Array.from(
  { length: 200 },
  (_, index) => `<${NS}m.0${index}> <${NS}people.person.birthplace> <${NS}m.02hrh0_> .\n`,
).join('');

describe('The KB of a query', () => {
  let client: TestClient;
  let folder: string;
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'ff-kb-')));
    writeFileSync(join(folder, 'own.json'), ownSchema);
    writeFileSync(join(folder, 'own.nt.gz'), gzipSync(facts));
    client = await TestClient.start({
      folder,
      settings: {
        knowledgeBases: {
          Own: { file: 'own.nt.gz', schema: 'own.json' },
          Broken: { file: 'own.nt.gz', schema: 'missing.json' },
        },
      },
      initializationOptions: { cacheFolder: join(folder, 'cache') },
      consent: () => true,
    });
  });
  afterAll(async () => {
    await client.stop();
    rmSync(folder, { recursive: true });
  });

  const caret = { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } };

  it('is completed where the query names it', async () => {
    const uri = await client.open(`# endpoint: \n${sound}`);
    const position = { line: 0, character: 12 };
    const list = await client.request<CompletionList>('textDocument/completion', {
      textDocument: { uri },
      position,
    });
    expect(list.items.map(({ label, textEdit }) => [label, textEdit])).toEqual(
      ['Sample', 'Own', 'Broken'].map((newText) => [
        newText,
        { newText, range: { start: position, end: position } },
      ]),
    );
  });

  it('is explained where the query names it', async () => {
    const uri = await client.open(`# endpoint: Own\n${sound}`);
    const hover = await client.request<Hover>('textDocument/hover', client.at(uri, 'Own'));
    expect(hover.contents).toMatchObject({ value: expect.stringContaining('own.nt.gz') });
    expect(client.textAt(uri, hover.range ?? caret)).toBe('Own');
  });

  it('is reported as information if it is unknown', async () => {
    const uri = await client.open(`# endpoint: Nowhere\n${sound}`);
    const [diagnostic, ...others] = await client.diagnosticsOf(uri);
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({ code: 'unknown_kb', severity: 3 });
    expect(diagnostic && client.textAt(uri, diagnostic.range)).toBe('Nowhere');
    await client.replace(uri, 'Nowhere', 'Sample');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('brings its own schema when it is named', async () => {
    const uri = await client.open(unknownRelation);
    expect(await client.diagnosticsOf(uri)).toMatchObject([{ code: 'grounding' }]);
    await client.replace(uri, 'PREFIX', '# endpoint: Own\nPREFIX');
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    await client.replace(uri, 'Own', 'Sample');
    expect(await client.diagnosticsOf(uri)).toMatchObject([{ code: 'grounding' }]);
  });

  it('uses the bundled schema with a message if its own cannot be used', async () => {
    const uri = await client.open(`# endpoint: Broken\n${unknownRelation}`);
    expect(await client.diagnosticsOf(uri)).toMatchObject([{ code: 'grounding' }]);
    expect((await client.shown.next()).message).toMatch(/missing\.json.*bundled schema .* stays active/s);
  });

  it('is that of the settings unless the query or the request names one', async () => {
    const target = (uri: string, kb?: string): Promise<RunTargetResult> =>
      client.request<RunTargetResult>(RUN_TARGET_REQUEST, {
        textDocument: { uri },
        range: caret,
        ...(kb !== undefined && { kb }),
      } satisfies RunParams);
    const plain = await client.open(sound);
    expect(await target(plain)).toMatchObject({ kb: 'Sample', kbSource: 'settings', known: true, index: 0 });
    const named = await client.open(`ASK { ?a ?b ?c }\n### endpoint: http://127.0.0.1:1/sparql\n${sound}`);
    expect(await target(named)).toMatchObject({ kbSource: 'query', known: false, index: 1 });
    expect(await target(named, 'Own')).toMatchObject({ kb: 'Own', kbSource: 'request', known: true });
  });

  it('is shown without the password of its address, which is still sent', async () => {
    const endpoint = await startEndpoint(answers(oneRow));
    const address = endpoint.address.replace('http://', 'http://ada:s3cr:et@');
    const uri = await client.open(`# endpoint: ${address}\nSELECT ?a WHERE {\n?a ?b ?c }`);
    const ask = { textDocument: { uri }, range: caret };
    const shown = endpoint.address.replace('http://', 'http://•••@');
    expect(await client.request<RunTargetResult>(RUN_TARGET_REQUEST, ask)).toMatchObject({ kb: shown });
    const sent = (): (string | undefined)[] => endpoint.requests.map(({ headers }) => headers.authorization);
    const wanted = `Basic ${Buffer.from('ada:s3cr:et').toString('base64')}`;
    for (const kb of [undefined, shown]) {
      const result = await client.request<RunResult>(RUN_REQUEST, {
        ...ask,
        ...(kb !== undefined && { kb }),
      });
      expect(result).toMatchObject({ run: { kb: shown, execution: { status: 'answered' } } });
      expect(sent().at(-1)).toBe(wanted);
    }
    const foreign = await client.open(`# endpoint: ${shown}\nSELECT ?a WHERE {\n?a ?b ?c }`);
    const refused = await client.request<RunResult>(RUN_REQUEST, {
      textDocument: { uri: foreign },
      range: caret,
    });
    expect(refused).toMatchObject({ problem: expect.stringContaining('Enter it again') });
    await endpoint.close();
  });

  it('is loaded in advance when it is imported', async () => {
    const steps: RunProgress[] = [];
    client.connection.onNotification(RUN_PROGRESS_NOTIFICATION, (step: RunProgress) => {
      steps.push(step);
    });
    const params: KbPrepareParams = { kb: 'Own', progress: 'import' };
    await client.request(KB_PREPARE_REQUEST, params);
    expect(steps.length).toBeGreaterThan(0);
    expect(new Set(steps.map(({ progress }) => progress))).toEqual(new Set(['import']));
    const uri = await client.open('# endpoint: Own\nSELECT (COUNT(*) AS ?n) WHERE {\n?a ?b ?c }');
    const result = await client.request<RunResult>(RUN_REQUEST, { textDocument: { uri }, range: caret });
    expect(result).toMatchObject({
      run: { kb: 'Own', execution: { status: 'answered', answer: { rows: [[{ value: '200' }]] } } },
    });
  });

  it('has a schema that is derived from its facts', async () => {
    const params: DeriveSchemaParams = { kb: 'Own' };
    const derived = await client.request<DeriveSchemaResult>(DERIVE_SCHEMA_REQUEST, params);
    expect(JSON.parse('text' in derived ? derived.text : '{}')).toMatchObject({
      relations: { 'people.person.birthplace': {} },
    });
    expect(await client.request<DeriveSchemaResult>(DERIVE_SCHEMA_REQUEST, { kb: 'Nowhere' })).toEqual({
      problem: expect.stringContaining('no KB called Nowhere'),
    });
  });
});
