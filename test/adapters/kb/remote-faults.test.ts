import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Execution, KnowledgeBase } from '../../../server/src/core/kb/knowledge-base';
import { endpoint, open } from './closing';
import { answers, JSON_RESULTS, oneRow, refuses, startEndpoint, type Behaviour } from './endpoint';

const QUERY = 'SELECT ?x WHERE { ?x ?p ?o }';
const answered = {
  status: 'answered',
  answer: { kind: 'table', columns: ['x'], rows: [[{ type: 'uri', value: 'http://example.org/a' }]] },
};

function kbAt(address: string, config: object = {}): KnowledgeBase {
  return open({ endpoint: address, ...config });
}

function run(
  kb: KnowledgeBase,
  query = QUERY,
  limits: { readonly timeoutMs?: number; readonly maxRows?: number } = {},
  signal = new AbortController().signal,
): Promise<Execution> {
  return kb.execute(query, { timeoutMs: 20_000, maxRows: 100, ...limits }, signal);
}

async function outcomeOf(behave: Behaviour, query = QUERY): Promise<Execution> {
  return run(kbAt((await endpoint(behave)).address), query);
}

function messageOf(execution: Execution): string {
  return execution.status === 'answered' ? (execution.incomplete?.message ?? '') : execution.message;
}

describe('An endpoint that answers', () => {
  it('gets a POST request for JSON with the graphs of the settings', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    expect(await run(kbAt(address, { defaultGraph: ['http://a', 'http://b'] }))).toEqual(answered);
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/sparql', headers: { accept: JSON_RESULTS } });
    expect(requests[0]?.form.getAll('default-graph-uri')).toEqual(['http://a', 'http://b']);
    expect(requests[0]?.form.get('query')).toContain(QUERY);
  });

  it('is queried with GET after it rejected POST', async () => {
    const { address, requests } = await endpoint((response, one) =>
      (one.method === 'POST' ? refuses(405) : answers(oneRow))(response, one),
    );
    const kb = kbAt(`${address}?key=1`);
    expect(await run(kb)).toEqual(answered);
    expect(await run(kb)).toEqual(answered);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
    expect(requests[2]?.form.get('key')).toBe('1');
    expect(requests[2]?.form.get('query')).toContain(QUERY);
  });

  it('may send its answer gzipped', async () => {
    const packed: Behaviour = (response) =>
      response
        .writeHead(200, { 'content-type': JSON_RESULTS, 'content-encoding': 'gzip' })
        .end(gzipSync(oneRow));
    expect(await outcomeOf(packed)).toEqual(answered);
  });

  it('may use another declared character set', async () => {
    const latin: Behaviour = (response) =>
      response
        .writeHead(200, { 'content-type': `${JSON_RESULTS}; charset=iso-8859-1` })
        .end(Buffer.from(oneRow.replace('/a"', '/é"'), 'latin1'));
    expect(await outcomeOf(latin)).toMatchObject({ answer: { rows: [[{ value: 'http://example.org/é' }]] } });
  });

  it('returns rows up to the limit, and reports that there are more', async () => {
    const bindings = [1, 2, 3].map((value) => ({ x: { type: 'literal', value: String(value) } }));
    const kb = kbAt(
      (await endpoint(answers(JSON.stringify({ head: { vars: ['x'] }, results: { bindings } })))).address,
    );
    expect(await run(kb, QUERY, { maxRows: 2 })).toMatchObject({
      answer: { rows: [[{ value: '1' }], [{ value: '2' }]] },
      incomplete: { reason: 'row-limit', message: expect.stringContaining('funfusic.run.maxRows') },
    });
    expect(await run(kb, QUERY, { maxRows: 3 })).not.toHaveProperty('incomplete');
  });

  it('may send a graph as N-Triples or as Turtle', async () => {
    const triples = [
      [
        { type: 'uri', value: 'http://x/a' },
        { type: 'uri', value: 'http://x/b' },
        { type: 'literal', value: 'c "d"', 'xml:lang': 'en' },
      ],
      [
        { type: 'uri', value: 'http://x/a' },
        { type: 'uri', value: 'http://x/b' },
        { type: 'literal', value: '1', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
      ],
    ];
    const graph = { status: 'answered', answer: { kind: 'graph', triples } };
    const lines =
      '<http://x/a> <http://x/b> "c \\"d\\""@en .\n<http://x/a> <http://x/b> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .\n';
    const query = 'CONSTRUCT WHERE { ?s ?p ?o }';
    const turtle = '@prefix x: <http://x/> . x:a x:b "c \\"d\\""@en, 1 .';
    expect(await outcomeOf(answers(lines, { 'content-type': 'application/n-triples' }), query)).toEqual(
      graph,
    );
    expect(await outcomeOf(answers(turtle, { 'content-type': 'text/turtle' }), query)).toEqual(graph);
  });
});

describe('Network errors of an endpoint have a message', () => {
  it('refused connection', async () => {
    const { address, close } = await startEndpoint(refuses(200));
    await close();
    expect(await run(kbAt(address))).toEqual({
      status: 'unreachable',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ refused the connection.*Start the server/),
    });
  });

  it('unknown host', async () => {
    expect(await run(kbAt('http://no-such-host.invalid/sparql'))).toEqual({
      status: 'unreachable',
      message: expect.stringContaining('The host no-such-host.invalid was not found'),
    });
  });

  it('the connection is closed before the answer', async () => {
    const broken = await outcomeOf((response) => response.destroy());
    expect(broken).toEqual({
      status: 'unreachable',
      message: expect.stringContaining('closed the connection'),
    });
  });

  it('half of the answer', async () => {
    const half: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': JSON_RESULTS, 'content-length': oneRow.length });
      response.write(oneRow.slice(0, 20), () => response.destroy());
    };
    expect(await outcomeOf(half)).toEqual({
      status: 'unreachable',
      message: expect.stringContaining('before the response was complete'),
    });
  });

  it('half of the answer, declared as complete', async () => {
    expect(messageOf(await outcomeOf(answers(oneRow.slice(0, 20))))).toContain('is incomplete');
  });

  it('the answer is invalid JSON, not SPARQL results, or in an unknown character set', async () => {
    expect(messageOf(await outcomeOf(answers('{ "head": }')))).toContain('not valid JSON');
    expect(messageOf(await outcomeOf(answers('{ "hello": 1 }')))).toContain('not SPARQL results');
    expect(
      messageOf(await outcomeOf(answers(oneRow, { 'content-type': 'application/json; charset=klingon' }))),
    ).toContain('character set klingon');
  });

  it('the answer is of another type', async () => {
    const csv = answers('x', { 'content-type': 'text/csv' });
    expect(messageOf(await outcomeOf(csv))).toContain('It sends text/csv');
    const xml = answers('<sparql/>', { 'content-type': 'application/sparql-results+xml' });
    expect(messageOf(await outcomeOf(xml))).toContain('not SPARQL results');
    expect(messageOf(await outcomeOf(xml, 'CONSTRUCT WHERE { ?s ?p ?o }'))).toContain(
      'Supported formats are N-Triples and Turtle',
    );
  });

  it('a web page, with success or with an error', async () => {
    const page = '<!DOCTYPE html><html><head><title>Welcome to nginx!</title></head></html>';
    const html = { 'content-type': 'text/html' };
    expect(await outcomeOf(answers(page, html))).toEqual({
      status: 'unreachable',
      message: expect.stringMatching(/web page.*Welcome to nginx!.*end in \/sparql/),
    });
    expect(await outcomeOf(refuses(500, page, html))).toEqual({
      status: 'unreachable',
      message: expect.stringMatching(/error page \(500\).*Welcome to nginx!/),
    });
  });

  it.each([
    [401, 'unreachable', 'requires authentication. Set "auth"'],
    [403, 'unreachable', 'is not public'],
    [404, 'unreachable', 'Check the path'],
    [406, 'unreachable', 'in a supported format'],
    [414, 'refused', 'too long'],
    [502, 'unreachable', 'Check that it is running'],
    [504, 'timed-out', 'timed out'],
  ])('status %i', async (status, kind, words) => {
    expect(await outcomeOf(refuses(status))).toEqual({
      status: kind,
      message: expect.stringContaining(words),
    });
  });

  it('busy, with a retry time', async () => {
    expect(messageOf(await outcomeOf(refuses(429, '', { 'retry-after': '30' })))).toContain(
      'Try again in 30 seconds.',
    );
    expect(messageOf(await outcomeOf(refuses(503)))).toContain('Try again later.');
    expect((await outcomeOf(refuses(503, 'Query timed out'))).status).toBe('timed-out');
  });

  it('the endpoint accepts neither POST nor GET', async () => {
    expect(messageOf(await outcomeOf(refuses(405)))).toContain('neither POST nor GET');
  });

  it('the server uses another protocol than HTTP or https', async () => {
    const { address } = await endpoint((response) => {
      response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
    });
    expect(messageOf(await run(kbAt(address)))).toContain('does not use HTTP on this port');
    expect(messageOf(await run(kbAt(address.replace('http:', 'https:'))))).toContain(
      'does not use https on this port',
    );
  });
});

describe('An endpoint that redirects', () => {
  it('is followed up to a limit', async () => {
    const { address } = await endpoint((response, one) =>
      (one.url === '/sparql' ? refuses(308, '', { location: '/there' }) : answers(oneRow))(response, one),
    );
    expect(await run(kbAt(address))).toEqual(answered);
    const circle = await endpoint(refuses(302, '', { location: '/sparql' }));
    expect(messageOf(await run(kbAt(circle.address)))).toContain('redirects too often');
    expect(circle.requests.length).toBeLessThan(10);
  });

  it('passes the query to another origin, but no secrets', async () => {
    const there = await endpoint(refuses(401));
    const here = await endpoint(refuses(307, '', { location: there.address }));
    const kb = open(
      { endpoint: here.address, auth: 'bearer', headers: { 'x-key': 'k' } },
      { secretOf: () => Promise.resolve('token') },
    );
    expect(messageOf(await run(kb))).toContain('Credentials are only sent to addresses in the settings');
    expect(here.requests[0]?.headers).toMatchObject({ authorization: 'Bearer token', 'x-key': 'k' });
    expect(there.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(there.requests[0]?.headers).not.toHaveProperty('x-key');
  });

  it('does not pass on an update', async () => {
    const there = await endpoint(answers(oneRow));
    const here = await endpoint(refuses(307, '', { location: there.address }));
    const kb = kbAt(here.address, { writable: true });
    expect(messageOf(await run(kb, 'INSERT DATA { <a:a> <a:b> <a:c> }'))).toContain('Set "updateEndpoint"');
    expect(there.requests).toEqual([]);
  });
});

describe('A slow query', () => {
  it('ends at the limit, and its connection is closed', async () => {
    const slow = await endpoint(() => undefined);
    const gone = slow.nextDisconnect();
    expect(await run(kbAt(slow.address), QUERY, { timeoutMs: 50 })).toEqual({
      status: 'timed-out',
      message: expect.stringContaining('funfusic.run.timeoutSeconds'),
    });
    await gone;
  });

  it('ends when it is cancelled, and its connection is closed, even in the middle of the answer', async () => {
    const controller = new AbortController();
    const slow = await endpoint((response) => {
      response.writeHead(200, { 'content-type': JSON_RESULTS });
      response.write('{ "head"', () => controller.abort());
    });
    const gone = slow.nextDisconnect();
    await expect(run(kbAt(slow.address), QUERY, {}, controller.signal)).rejects.toThrow();
    await gone;
  });
});

describe('A pooled connection that was closed', () => {
  const inTurn = (...behaviours: readonly Behaviour[]): Behaviour => {
    let next = 0;
    return (response, one) => behaviours[Math.min(next++, behaviours.length - 1)]?.(response, one);
  };
  const breaks: Behaviour = (response) => response.destroy();

  it('is reopened for each of several concurrent requests', async () => {
    const used = new WeakSet<object>();
    const answersOnce: Behaviour = (response, one) => {
      const { socket } = response;
      if (!socket || used.has(socket)) return response.destroy();
      used.add(socket);
      answers(oneRow)(response, one);
    };
    const { address, connections } = await endpoint(answersOnce);
    const kb = kbAt(address, { engine: 'other' });
    const three = (): Promise<unknown[]> => Promise.all([run(kb), run(kb), run(kb)]);
    expect(await three()).toEqual([answered, answered, answered]);
    expect(await three()).toEqual([answered, answered, answered]);
    expect(connections()).toBe(6);
  });

  it('is reopened for a query, once', async () => {
    const { address, requests } = await endpoint(
      inTurn(answers(oneRow), breaks, answers(oneRow), breaks, breaks),
    );
    const kb = kbAt(address);
    expect(await run(kb)).toEqual(answered);
    expect(await run(kb)).toEqual(answered);
    expect((await run(kb)).status).toBe('unreachable');
    expect(requests.length).toBe(5);
  });

  it('is not reopened for an update, which may have been applied', async () => {
    const { address, requests } = await endpoint(inTurn(answers(oneRow), breaks, answers(oneRow)));
    const kb = kbAt(address, { writable: true });
    await run(kb);
    expect((await run(kb, 'INSERT DATA { <a:a> <a:b> <a:c> }')).status).toBe('unreachable');
    expect(requests.length).toBe(2);
  });
});

describe('An update', () => {
  it('is not sent to a KB that is not writable', async () => {
    const { address, requests } = await endpoint(answers(oneRow));
    expect((await run(kbAt(address), 'INSERT DATA { <a:a> <a:b> <a:c> }')).status).toBe('refused');
    expect(requests).toEqual([]);
  });

  it('is sent to the update endpoint', async () => {
    const reading = await endpoint(answers(oneRow));
    const writing = await endpoint(refuses(204));
    const kb = kbAt(reading.address, { updateEndpoint: writing.address, writable: true });
    expect(await run(kb, 'INSERT DATA { <a:a> <a:b> <a:c> }')).toEqual({
      status: 'answered',
      answer: { kind: 'done' },
    });
    expect(reading.requests).toEqual([]);
    expect(writing.requests[0]?.form.get('update')).toContain('INSERT DATA');
  });
});
