/** The built server with an endpoint as its KB. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  KB_TEST_REQUEST,
  RUN_REQUEST,
  SECRET_REQUEST,
  type TestResult,
  type RunResult,
  type SecretParams,
} from '../../server/src/protocol/index';
import { answers, oneRow, refuses, startEndpoint, type Endpoint } from '../adapters/kb/endpoint';
import { TestClient } from './client';

const AUTHORIZATION = `Basic ${Buffer.from('me:sesame').toString('base64')}`;

describe('A run on an endpoint', () => {
  let endpoint: Endpoint;
  let client: TestClient;
  const wanted: SecretParams[] = [];
  beforeAll(async () => {
    endpoint = await startEndpoint((response, asked) => {
      const { authorization } = asked.headers;
      if (authorization !== AUTHORIZATION) refuses(401)(response, asked);
      else if (asked.form.get('query')?.startsWith('ASK')) answers('{ "boolean": true }')(response, asked);
      else if (asked.form.get('query')?.includes('<slow:slow>')) response.flushHeaders();
      else answers(oneRow)(response, asked);
    });
    client = await TestClient.start({
      settings: { knowledgeBases: { Mine: { endpoint: endpoint.address, auth: 'basic', user: 'me' } } },
    });
    client.connection.onRequest(SECRET_REQUEST, (params: SecretParams) => {
      wanted.push(params);
      return 'sesame';
    });
  });
  afterAll(async () => {
    await client.stop();
    await endpoint.close();
  });

  it('requests the password from the client', async () => {
    const uri = await client.open('# endpoint: Mine\nSELECT ?x WHERE { ?x ?p ?o }');
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    expect(await client.request<RunResult>(RUN_REQUEST, { textDocument: { uri }, range })).toMatchObject({
      run: {
        kb: 'Mine',
        execution: {
          status: 'answered',
          answer: { rows: [[{ type: 'uri', value: 'http://example.org/a' }]] },
        },
      },
    });
    expect(wanted).toEqual([{ kb: 'Mine', address: endpoint.address, what: 'password' }]);
  });

  it('can be tested', async () => {
    const { works, lines } = await client.request<TestResult>(KB_TEST_REQUEST, { kb: 'Mine' });
    expect(works).toBe(true);
    expect(lines).toEqual([
      expect.stringContaining(`${endpoint.address} answers`),
      expect.stringContaining('It does not report its engine'),
      expect.stringContaining('It answers a query'),
      expect.stringContaining('It has the graph'),
      expect.stringContaining('It has facts of Freebase'),
    ]);
  });

  it('closes the connection when it is cancelled', async () => {
    const uri = await client.open('# endpoint: Mine\nSELECT ?x WHERE { ?x <slow:slow> ?o }');
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const before = endpoint.requests.length;
    const gone = endpoint.nextDisconnect();
    client.writeAtOnce([{ id: 'slow', method: RUN_REQUEST, params: { textDocument: { uri }, range } }]);
    await expect.poll(() => endpoint.requests.length, { timeout: 20_000 }).toBe(before + 1);
    client.writeAtOnce([{ method: '$/cancelRequest', params: { id: 'slow' } }]);
    await gone;
  });
});
