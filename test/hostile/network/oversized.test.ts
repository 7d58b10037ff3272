/** Replies that never end, or that unpack to far more than was sent. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../server/src/core/kb/knowledge-base';
import type { Completion } from '../../../server/src/core/model/language-model';
import { closeLater, endpoint, open } from '../../adapters/kb/closing';
import { answers, JSON_RESULTS, type Behaviour } from '../../adapters/kb/endpoint';
import { asking, ignore, never, served } from '../../adapters/model/served';

const MB = 1024 * 1024;
const SELECT = 'SELECT ?x WHERE { ?x ?p ?o }';
const CONSTRUCT = 'CONSTRUCT { ?x ?p ?o } WHERE { ?x ?p ?o }';

/** Sends the same for as long as somebody listens. */
function sendForever(response: ServerResponse, part: string | Buffer): void {
  const more = (): void => {
    if (!response.destroyed) response.write(part, () => setImmediate(more));
  };
  more();
}

/** Some kilobytes that unpack to many megabytes: gzip may have several members. */
function bomb(part: string, megabytes: number): Buffer {
  const member = gzipSync(part.repeat(Math.ceil((4 * MB) / part.length)));
  return Buffer.concat(Array.from({ length: Math.ceil(megabytes / 4) }, () => member));
}

const packed = (type: string, body: Buffer): Behaviour => {
  return (response) =>
    void response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
};

describe('The answer of an endpoint', () => {
  const executionOf = async (
    behave: Behaviour,
    query = SELECT,
  ): Promise<Execution & { readonly requests: number }> => {
    const { address, asked } = await endpoint(behave);
    const kb = open({ endpoint: address });
    const execution = await kb.execute(query, { timeoutMs: 55_000, maxRows: 10 }, never);
    return { ...execution, requests: asked.length };
  };

  it.each<readonly [string, string, Behaviour]>([
    ['spaces that unpack to 300 MB', 'larger than 256 MB', packed(JSON_RESULTS, bomb(' ', 300))],
    [
      'objects that take more memory than bytes',
      'larger than 32000000 items',
      packed(JSON_RESULTS, bomb('{},', 120)),
    ],
    [
      'more columns than a query has',
      'has 20000 columns, and the limit is 10000',
      answers(JSON.stringify({ head: { vars: Array(20_000).fill('x') }, results: { bindings: [] } })),
    ],
    ['headers without end', 'headers larger than 16 KB', answers('{}', { 'x-padding': 'x'.repeat(40_000) })],
  ])('is refused if it has %s', async (_, message, behave) => {
    expect(await executionOf(behave)).toMatchObject({
      status: 'unreachable',
      message: expect.stringContaining(message) as string,
      requests: 1,
    });
  });

  it('is refused as Turtle sooner, since that is read as a whole', async () => {
    const turtle = packed('text/turtle', bomb('<a><b><c>.\n', 20));
    expect(await executionOf(turtle, CONSTRUCT)).toMatchObject({
      status: 'unreachable',
      message: expect.stringContaining('larger than 16 MB, the limit for Turtle') as string,
    });
  });

  it('is read only as far as rows are wanted', async () => {
    const triples = packed('application/n-triples', bomb('<a> <b> <c> .\n', 40));
    const execution = await executionOf(triples, CONSTRUCT);
    expect(execution).toMatchObject({ status: 'answered', incomplete: { reason: 'row-limit' } });
  });

  it('is cut if it is an error without end', async () => {
    const execution = await executionOf((response) => {
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

describe('The reply of a model', () => {
  const STREAM = 'text/event-stream';
  const JSON_TYPE = 'application/json';
  const event = (content: string): string =>
    `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

  const completionOf = async (
    behave: Behaviour,
  ): Promise<{ readonly completion: Completion; readonly chats: number }> => {
    const { port, asked } = await endpoint(behave);
    const model = served({ url: `http://127.0.0.1:${port}/v1`, retries: 3, timeoutSeconds: 55 });
    closeLater({ close: async () => model.close?.() });
    const completion = await model.complete(asking('Hello?'), ignore, never);
    return { completion, chats: asked.filter(({ method }) => method === 'POST').length };
  };
  const forever =
    (type: string, part: string, before = ''): Behaviour =>
    (response) => {
      response.writeHead(200, { 'content-type': type }).write(before);
      sendForever(response, part);
    };

  it.each<readonly [string, string, Behaviour]>([
    ['a line without an end', '1 MB in one event', forever(STREAM, 'x'.repeat(50_000), 'data: ')],
    ['an event without an end', '1 MB in one event', forever(STREAM, ': thinking\n'.repeat(5000))],
    ['a text without an end', '1000000 characters', forever(STREAM, event('word '.repeat(2000)))],
    [
      'thoughts without an end',
      '1000000 characters',
      forever(STREAM, event('word '.repeat(2000)).replace('content', 'reasoning_content')),
    ],
    ['a whole that has no end', '4 MB', forever(JSON_TYPE, ' '.repeat(50_000))],
    ['a whole that unpacks to 40 MB', '4 MB', packed(JSON_TYPE, bomb(' ', 40))],
    ['a line that unpacks to 40 MB', '1 MB in one event', packed(STREAM, bomb('x', 40))],
  ])('fails at once and is not asked for again if it has %s', async (_, limit, behave) => {
    const { completion, chats } = await completionOf(behave);
    expect(completion).toMatchObject({
      status: 'failed',
      reason: 'server',
      message: expect.stringContaining(`sent a reply larger than ${limit}.`) as string,
    });
    expect(chats).toBe(1);
  });

  it('is cut if it is an error without end', async () => {
    const { completion } = await completionOf((response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      sendForever(response, 'No such parameter. '.repeat(1000));
    });
    expect(completion).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No such parameter.') as string,
    });
  });

  it('does without a list of models that has no end', async () => {
    const { completion } = await completionOf((response, { method }) => {
      if (method === 'GET') forever(JSON_TYPE, ' '.repeat(50_000))(response, { method } as never);
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
