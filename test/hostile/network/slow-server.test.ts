/** Servers that send one byte at a time: a time limit covers the whole reply, and not only its beginning. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../../adapters/kb/closing';
import { JSON_RESULTS } from '../../adapters/kb/endpoint';
import { funfusicProcess } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';

/** As slowly as is needed: each byte arrives well before any limit, and all of them long after it. */
const BETWEEN_BYTES_MS = 50;

function drip(response: ServerResponse, type: string, text: string, status = 200): void {
  response.writeHead(status, { 'content-type': type });
  let at = 0;
  const timer = setInterval(() => response.write(text[at++ % text.length]), BETWEEN_BYTES_MS);
  response.on('close', () => clearInterval(timer));
}

describe('A server that sends one byte at a time', () => {
  it('ends a query by its time limit', async () => {
    const { address } = await endpoint((response) => drip(response, JSON_RESULTS, ' '));
    const cwd = temporaryFolder({ 'query.rq': 'SELECT ?x WHERE { ?x ?p ?o }\n' });
    const { code, stderr } = await funfusicProcess(['run', '--kb', address, '--timeout', '0.5', 'query.rq'], {
      cwd,
    });
    expect(stderr).toContain(`${address} did not answer within 0.5 seconds.`);
    expect(code).toBe(1);
  });

  it('ends a query by its time limit if it sends an error', async () => {
    const { address } = await endpoint((response) => drip(response, 'text/plain', 'x', 500));
    const cwd = temporaryFolder({ 'query.rq': 'SELECT ?x WHERE { ?x ?p ?o }\n' });
    const { stderr } = await funfusicProcess(['run', '--kb', address, '--timeout', '0.5', 'query.rq'], {
      cwd,
    });
    expect(stderr).toContain('did not answer within 0.5 seconds.');
  });

  it('ends a question by its time limit', async () => {
    const { address, asked } = await endpoint((response) => drip(response, JSON_RESULTS, ' '));
    const { code, stdout } = await funfusicProcess(
      ['ask', '--kb', address, '--timeout', '0.5', 'Who directed Titanic?'],
      { cwd: temporaryFolder({}) },
    );
    expect(stdout).toContain(`failed: ${address} did not answer within 0.5 seconds.`);
    expect(asked).toHaveLength(1);
    expect(code).toBe(2);
  });

  it.each([
    ['in a stream', 200, 'text/event-stream', ': x\n\n'],
    ['as a whole', 200, 'application/json', ' '],
    ['as an error', 503, 'application/json', ' '],
  ])('ends the request to a model by its time limit if it answers %s', async (_, status, type, text) => {
    const { port } = await endpoint((response) => drip(response, type, text, status));
    const models = { slow: { url: `http://127.0.0.1:${port}/v1`, model: 'm', timeoutSeconds: 0.5 } };
    const cwd = temporaryFolder({
      'query.rq': 'SELECT ?x WHERE { ?x ?p ?o }\n',
      '.vscode/settings.json': JSON.stringify({ 'funfusic.models': models }),
    });
    const { stderr } = await funfusicProcess(['explain', '--trust-folder', '--model', 'slow', 'query.rq'], {
      cwd,
    });
    expect(stderr).toContain('did not finish its reply within 0.5 seconds.');
  });
});
