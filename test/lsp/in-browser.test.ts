/** The language server for VS Code in a browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import type { CompletionList, Hover, Range, TextEdit } from 'vscode-languageserver';
import {
  ASK_REQUEST,
  EVALUATIONS_REQUEST,
  RUN_REQUEST,
  type AskReply,
  type RunParams,
  type RunResult,
} from '../../server/src/protocol/index';
import { answers, oneRow, startEndpoint } from '../adapters/kb/endpoint';
import { ROOT } from './build';
import { TestClient } from './client';

const birthplace = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }
`;
/** A cross product that takes very long. */
const endless = `SELECT (COUNT(*) AS ?n) { ${'abcdefghij'.replace(/./g, '?$&1 ?$&2 ?$&3 . ')}}`;
const start: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

describe('The language server in a browser', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {}, inBrowser: true });
  });
  afterAll(() => client.stop());

  const run = (uri: string): Promise<RunResult> =>
    client.request<RunResult>(RUN_REQUEST, { textDocument: { uri }, range: start } satisfies RunParams);

  it('has the bundled schema', async () => {
    expect(await client.status()).toMatchObject({ schema: { state: 'bundled', name: 'Freebase' } });
  });

  it('checks a query, and its quick fix corrects it', async () => {
    const uri = await client.open(birthplace.replace('place_of_birth', 'place_of_brith'));
    const [finding, ...others] = await client.diagnosticsOf(uri);
    if (!finding) throw new Error('There is no finding.');
    expect(finding).toMatchObject({ code: 'grounding', severity: 1 });
    expect(others).toEqual([]);
    const [fix] = await client.codeActions(uri, finding.range, { diagnostics: [finding] });
    if (!fix) throw new Error('There is no fix.');
    await client.apply(uri, fix);
    expect(client.textOf(uri)).toBe(birthplace);
    expect(await client.diagnosticsOf(uri)).toEqual([]);
  });

  it('completes, describes and formats', async () => {
    const uri = await client.open(birthplace.replace('place_of_birth', 'place_of_b'));
    await client.diagnosticsOf(uri);
    const { textDocument, position } = client.at(uri, 'place_of_b');
    const end = { ...position, character: position.character + 'place_of_b'.length };
    const list = await client.request<CompletionList>('textDocument/completion', {
      textDocument,
      position: end,
    });
    expect(list.items.map(({ label }) => label)).toContain('people.person.place_of_birth');
    const other = await client.open(birthplace);
    const hover = await client.request<Hover>('textDocument/hover', client.at(other, 'place_of_birth'));
    expect(JSON.stringify(hover.contents)).toContain('**place of birth**');
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await client.request<TextEdit[]>('textDocument/formatting', {
      textDocument: { uri: other },
      options,
    });
    expect(edits.length).toBeGreaterThan(0);
  });

  it('runs a query on the sample KB', async () => {
    const rows = [[{ type: 'uri', value: 'http://rdf.freebase.com/ns/m.02hrh0_' }]];
    expect(await run(await client.open(birthplace))).toMatchObject({
      run: { kb: 'Sample', execution: { status: 'answered', answer: { rows } } },
    });
  });

  it('stops a query that is cancelled, and answers the next one', async () => {
    const uri = await client.open(endless);
    const cancel = new CancellationTokenSource();
    const params: RunParams = { textDocument: { uri }, range: start };
    const running = client.connection.sendRequest(RUN_REQUEST, params, cancel.token);
    cancel.cancel();
    await expect(running).rejects.toThrow('cancelled');
    expect(await run(await client.open(birthplace))).toMatchObject({
      run: { execution: { status: 'answered' } },
    });
  });

  it('stops a query that takes too long', async () => {
    await client.changeSettings({ run: { timeoutSeconds: 1 } });
    expect(await run(await client.open(endless))).toMatchObject({
      run: { execution: { status: 'timed-out' } },
    });
    await client.changeSettings({});
  });

  it('answers a question without a model', async () => {
    const reply = await client.request<AskReply>(ASK_REQUEST, { question: 'Where was Barack Obama born?' });
    if ('problem' in reply) throw new Error(reply.problem);
    const { result } = reply.trace;
    expect(result.kind).toBe('answer');
    expect(result.answers.map(({ name }) => name)).toEqual(['Honolulu']);
  });

  it('runs a query on an endpoint, and says why one cannot be reached', async () => {
    const endpoint = await startEndpoint(answers(oneRow));
    const { address } = endpoint;
    await client.changeSettings({ knowledgeBases: { Mine: { endpoint: address } } });
    const uri = await client.open('# endpoint: Mine\nSELECT ?x WHERE { ?x ?p ?o }');
    expect(await run(uri)).toMatchObject({ run: { kb: 'Mine', execution: { status: 'answered' } } });
    await endpoint.close();
    expect(await run(uri)).toMatchObject({
      run: { execution: { status: 'unreachable', message: expect.stringContaining('(CORS)') } },
    });
    await client.changeSettings({});
  });

  it('says what does not work', async () => {
    await client.changeSettings({
      knowledgeBases: { Dump: { file: 'facts.nt' } },
      models: { Mine: { url: 'http://localhost:1/v1' } },
      model: 'Mine',
    });
    expect(await run(await client.open(`# endpoint: Dump\n${birthplace}`))).toEqual({
      problem: expect.stringContaining('VS Code in the browser cannot read'),
    });
    expect(await client.request(ASK_REQUEST, { question: 'Where was Barack Obama born?' })).toEqual({
      problem: expect.stringContaining('cannot be used in the browser'),
    });
    await client.changeSettings({ schema: { file: 'schema.json' } });
    const { message } = await client.shown.next();
    expect(message).toContain('schema.json cannot be read: VS Code in the browser cannot read files.');
    await client.changeSettings({});
    expect(await client.request(EVALUATIONS_REQUEST)).toEqual({ evaluations: [], problems: [] });
  });
});

it('The bundles for the browser import nothing of Node', () => {
  for (const name of ['web-extension', 'web-server', 'web-kb-worker']) {
    const text = readFileSync(join(ROOT, 'dist', `${name}.js`), 'utf8');
    const imported = new Set([...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, module]) => module));
    expect([...imported]).toEqual(name === 'web-extension' ? ['vscode'] : []);
  }
});
