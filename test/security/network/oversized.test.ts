/** Responses that never end, or that decompress to a multiple of their size. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../server/src/core/kb/knowledge-base';
import type { ModelCompletion } from '../../../server/src/core/model/language-model';
import { closeLater, endpoint, open } from '../../adapters/kb/closing';
import { answers, JSON_RESULTS, type Behaviour } from '../../adapters/kb/endpoint';
import { asking, ignore, never, served } from '../../adapters/model/served';

const MB = 1024 * 1024;
const SELECT = 'SELECT ?x WHERE { ?x ?p ?o }';
const CONSTRUCT = 'CONSTRUCT { ?x ?p ?o } WHERE { ?x ?p ?o }';

/** Sends the same part until the client disconnects. */
function sendForever(response: ServerResponse, part: string | Buffer): void {
  const sendNext = (): void => {
    if (!response.destroyed) response.write(part, () => setImmediate(sendNext));
  };
  sendNext();
}

/** Sends some kilobytes that decompress to many megabytes: a gzip stream may have several members. */
function sendsGzip(type: string, part: string, megabytes: number): Behaviour {
  const member = gzipSync(part.repeat(Math.ceil((4 * MB) / part.length)));
  const body = Buffer.concat(Array<Buffer>(Math.ceil(megabytes / 4)).fill(member));
  return (response) =>
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
}

describe('response of an endpoint', () => {
  const execute = async (
    behave: Behaviour,
    query = SELECT,
  ): Promise<Execution & { readonly requests: number }> => {
    const { address, requests } = await endpoint(behave);
    const kb = open({ endpoint: address });
    const execution = await kb.execute(query, { timeoutMs: 55_000, maxRows: 10 }, never);
    return { ...execution, requests: requests.length };
  };

  it.each<readonly [string, string, Behaviour]>([
    ['300 MB of spaces after decompression', 'larger than 256 MB', sendsGzip(JSON_RESULTS, ' ', 300)],
    ['millions of empty objects', 'larger than 32000000 items', sendsGzip(JSON_RESULTS, '{},', 120)],
    [
      'more columns than the limit',
      'has 20000 columns, and the limit is 10000',
      answers(JSON.stringify({ head: { vars: Array(20_000).fill('x') }, results: { bindings: [] } })),
    ],
    ['oversized headers', 'headers larger than 16 KB', answers('{}', { 'x-padding': 'x'.repeat(40_000) })],
  ])('a query rejects a response with %s', async (_, message, behave) => {
    expect(await execute(behave)).toMatchObject({
      status: 'unreachable',
      message: expect.stringContaining(message) as string,
      requests: 1,
    });
  });

  it('a query rejects Turtle above a lower limit, because Turtle is not streamed', async () => {
    const turtle = sendsGzip('text/turtle', '<a><b><c>.\n', 20);
    expect(await execute(turtle, CONSTRUCT)).toMatchObject({
      status: 'unreachable',
      message: expect.stringContaining('larger than 16 MB, the limit for Turtle') as string,
    });
  });

  it('a query stops reading N-Triples at the row limit', async () => {
    const triples = sendsGzip('application/n-triples', '<a> <b> <c> .\n', 40);
    const execution = await execute(triples, CONSTRUCT);
    expect(execution).toMatchObject({ status: 'answered', incomplete: { reason: 'row-limit' } });
  });

  it('a query truncates an error message that never ends', async () => {
    const execution = await execute((response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      sendForever(response, 'Malformed query. '.repeat(1000));
    });
    expect(execution).toMatchObject({
      status: 'refused',
      message: expect.stringContaining('Malformed query.') as string,
      requests: 1,
    });
  });
});

describe('reply of a model', () => {
  const STREAM = 'text/event-stream';
  const JSON_TYPE = 'application/json';
  const event = (content: string): string =>
    `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

  const complete = async (
    behave: Behaviour,
  ): Promise<{ readonly completion: ModelCompletion; readonly chats: number }> => {
    const { port, requests } = await endpoint(behave);
    const model = served({ url: `http://127.0.0.1:${port}/v1`, retries: 3, timeoutSeconds: 55 });
    closeLater({ close: async () => model.close?.() });
    const completion = await model.complete(asking('Hello?'), ignore, never);
    return { completion, chats: requests.filter(({ method }) => method === 'POST').length };
  };
  const sendsForever =
    (type: string, part: string, before = ''): Behaviour =>
    (response) => {
      response.writeHead(200, { 'content-type': type }).write(before);
      sendForever(response, part);
    };

  it.each<readonly [string, string, Behaviour]>([
    ['a line that never ends', '1 MB in one event', sendsForever(STREAM, 'x'.repeat(50_000), 'data: ')],
    ['an event that never ends', '1 MB in one event', sendsForever(STREAM, ': thinking\n'.repeat(5000))],
    ['text that never ends', '1000000 characters', sendsForever(STREAM, event('word '.repeat(2000)))],
    [
      'reasoning that never ends',
      '1000000 characters',
      sendsForever(STREAM, event('word '.repeat(2000)).replace('content', 'reasoning_content')),
    ],
    ['JSON that never ends', '4 MB', sendsForever(JSON_TYPE, ' '.repeat(50_000))],
    ['JSON that decompresses to 40 MB', '4 MB', sendsGzip(JSON_TYPE, ' ', 40)],
    ['a line that decompresses to 40 MB', '1 MB in one event', sendsGzip(STREAM, 'x', 40)],
  ])('a model request fails without a retry when the reply has %s', async (_, limit, behave) => {
    const { completion, chats } = await complete(behave);
    expect(completion).toMatchObject({
      status: 'failed',
      reason: 'server',
      message: expect.stringContaining(`sent a reply larger than ${limit}.`) as string,
    });
    expect(chats).toBe(1);
  });

  it('a model request truncates an error message that never ends', async () => {
    const { completion } = await complete((response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      sendForever(response, 'No such parameter. '.repeat(1000));
    });
    expect(completion).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No such parameter.') as string,
    });
  });

  it('a model request reports an unknown model when the list of models never ends', async () => {
    const { completion } = await complete((response, { method }) => {
      if (method === 'GET') sendsForever(JSON_TYPE, ' '.repeat(50_000))(response, { method } as never);
      else
        response
          .writeHead(404, { 'content-type': JSON_TYPE })
          .end('{"error":{"message":"model not found","code":"model_not_found"}}');
    });
    expect(completion).toMatchObject({
      status: 'failed',
      reason: 'bad-request',
      message: expect.stringContaining('has no model called test-model.') as string,
    });
  });
});
