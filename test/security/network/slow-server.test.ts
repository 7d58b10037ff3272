/** Servers that send one byte at a time: a timeout covers the whole response. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../../adapters/kb/closing';
import { JSON_RESULTS } from '../../adapters/kb/endpoint';
import { funfusicProcess } from '../../cli/run';
import { temporaryFolder } from '../../cli/temporary-folder';

const QUERY = { 'query.rq': 'SELECT ?x WHERE { ?x ?p ?o }\n' };
/** Each byte arrives well before the timeout, the whole response long after it. */
const BETWEEN_BYTES_MS = 50;

function sendSlowly(response: ServerResponse, type: string, text: string, status = 200): void {
  response.writeHead(status, { 'content-type': type });
  let at = 0;
  const timer = setInterval(() => response.write(text[at++ % text.length]), BETWEEN_BYTES_MS);
  response.on('close', () => clearInterval(timer));
}

describe('server that sends one byte at a time', () => {
  it('a query times out when the endpoint sends its response byte by byte', async () => {
    const { address } = await endpoint((response) => sendSlowly(response, JSON_RESULTS, ' '));
    const args = ['run', '--kb', address, '--timeout', '0.5', 'query.rq'];
    const { code, stderr } = await funfusicProcess(args, { cwd: temporaryFolder(QUERY) });
    expect(stderr).toContain(`${address} did not answer within 0.5 seconds.`);
    expect(code).toBe(1);
  });

  it('a query times out when the endpoint sends an error byte by byte', async () => {
    const { address } = await endpoint((response) => sendSlowly(response, 'text/plain', 'x', 500));
    const args = ['run', '--kb', address, '--timeout', '0.5', 'query.rq'];
    const { stderr } = await funfusicProcess(args, { cwd: temporaryFolder(QUERY) });
    expect(stderr).toContain('did not answer within 0.5 seconds.');
  });

  it('a question times out when the endpoint sends its response byte by byte', async () => {
    const { address, requests } = await endpoint((response) => sendSlowly(response, JSON_RESULTS, ' '));
    const { code, stdout } = await funfusicProcess(
      ['ask', '--kb', address, '--timeout', '0.5', 'Who directed Titanic?'],
      { cwd: temporaryFolder({}) },
    );
    expect(stdout).toContain(`failed: ${address} did not answer within 0.5 seconds.`);
    // On a busy machine the time may be over before the first request. There is no second one.
    expect(requests.length).toBeLessThanOrEqual(1);
    expect(code).toBe(2);
  });

  it.each([
    ['a stream', 200, 'text/event-stream', ': x\n\n'],
    ['a JSON response', 200, 'application/json', ' '],
    ['an error', 503, 'application/json', ' '],
  ])('a model request times out when the model sends %s byte by byte', async (_, status, type, text) => {
    const { port } = await endpoint((response) => sendSlowly(response, type, text, status));
    const models = { slow: { url: `http://127.0.0.1:${port}/v1`, model: 'm', timeoutSeconds: 0.5 } };
    const cwd = temporaryFolder({
      ...QUERY,
      '.vscode/settings.json': JSON.stringify({ 'funfusic.models': models }),
    });
    const { stderr } = await funfusicProcess(['explain', '--trust-folder', '--model', 'slow', 'query.rq'], {
      cwd,
    });
    expect(stderr).toContain('did not finish its reply within 0.5 seconds.');
  });
});
