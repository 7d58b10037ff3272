import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import type { Range } from 'vscode-languageserver';
import { RUN_REQUEST, type RunParams, type RunResult } from '../../server/src/protocol/index';
import { TestClient } from './client';

const birthplace = `# question: Where was Barack Obama born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE { ns:m.02mjmr ns:people.person.place_of_birth ?place . }
`;

/** A cross product that takes very long. */
const endless = `SELECT (COUNT(*) AS ?n) { ${'abcdefghij'.replace(/./g, '?$&1 ?$&2 ?$&3 . ')}}`;

describe('Running a query', () => {
  let client: TestClient;
  beforeAll(async () => {
    client = await TestClient.start({ settings: {} });
  });
  afterAll(() => client.stop());

  const run = (uri: string, range: Range = caretAt(2)): Promise<RunResult> => {
    const params: RunParams = { textDocument: { uri }, range };
    return client.request<RunResult>(RUN_REQUEST, params);
  };

  it('uses the sample KB by default', async () => {
    const uri = await client.open(birthplace);
    expect(await run(uri)).toMatchObject({
      run: {
        kb: 'Sample',
        question: 'Where was Barack Obama born?',
        execution: {
          status: 'answered',
          answer: {
            kind: 'table',
            columns: ['place'],
            rows: [[{ type: 'uri', value: 'http://rdf.freebase.com/ns/m.02hrh0_' }]],
          },
        },
      },
    });
  });

  it('reports an unknown KB in the query', async () => {
    const uri = await client.open(`# endpoint: Nowhere\n${birthplace}`);
    expect(await run(uri)).toEqual({ problem: expect.stringContaining('no KB called Nowhere') });
  });

  it('runs one of several queries on the KB of its header', async () => {
    const uri = await client.open(`${birthplace}###\n# endpoint: Nowhere\n${birthplace}`);
    expect(await run(uri)).toMatchObject({ run: { query: birthplace.trim(), added: 0 } });
    expect(await run(uri, caretAt(6))).toEqual({ problem: expect.stringContaining('no KB called Nowhere') });
  });

  it('runs the selection with the KB and the prefixes of its query', async () => {
    const uri = await client.open(`# endpoint: Sample\n${birthplace}`);
    const start = client.at(uri, 'ns:m.02mjmr').position;
    const end = client.at(uri, ' }').position;
    const head = 'PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT * WHERE {\n';
    expect(await run(uri, { start, end })).toMatchObject({
      run: {
        kb: 'Sample',
        query: `${head}ns:m.02mjmr ns:people.person.place_of_birth ?place .\n}`,
        added: head.length,
        range: { start, end },
        execution: { status: 'answered' },
      },
    });
  });

  it('reports the range in the document where the engine rejects a query', async () => {
    const uri = await client.open(`${birthplace}###\nDELETE WHERE { ?a ?b ?c }`);
    const result = await run(uri, caretAt(4));
    if (!('run' in result) || !result.run.place) throw new Error('It was not refused at any place.');
    expect(result.run.execution.status).toBe('refused');
    expect(client.textAt(uri, result.run.place)).toBe('DELETE WHERE');
  });

  it('runs a query with strong findings, and reports them with the result', async () => {
    const uri = await client.open(birthplace.replace('place_of_birth', 'birthplace'));
    expect(await run(uri)).toMatchObject({
      run: { execution: { status: 'answered' }, remarks: [{ code: 'grounding' }, { code: 'egf' }] },
    });
  });

  it('can be cancelled, and the next query is answered', async () => {
    const uri = await client.open(endless);
    const cancel = new CancellationTokenSource();
    const params: RunParams = { textDocument: { uri }, range: caretAt(0) };
    const running = client.connection.sendRequest(RUN_REQUEST, params, cancel.token);
    cancel.cancel();
    await expect(running).rejects.toThrow('cancelled');
    expect(await run(await client.open(birthplace))).toMatchObject({
      run: { execution: { status: 'answered' } },
    });
  });
});

function caretAt(line: number): Range {
  return { start: { line, character: 0 }, end: { line, character: 0 } };
}
