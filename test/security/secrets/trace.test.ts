/** LSP traces of requests for secrets, written by the tracer of vscode-languageclient. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  Trace,
  TraceFormat,
} from 'vscode-jsonrpc/node';
import { secretFilter, traceChannel } from '../../../client/src/trace-channel';
import { SECRET_REQUEST } from '../../../server/src/protocol/index';
import manifest from '../../../package.json';

const KEY = 'sk-planted-key';
const PROXY = 'Basic planted-proxy';

/** Returns the trace entries, as LanguageClient passes them to its channel, while the server requests a key and settings. */
async function traceRequests(level: Trace, format: TraceFormat): Promise<readonly string[]> {
  const [toClient, toServer] = [new PassThrough(), new PassThrough()];
  const client = createMessageConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  const server = createMessageConnection(
    new StreamMessageReader(toServer),
    new StreamMessageWriter(toClient),
  );
  const entries: string[] = [];
  const log = (message: unknown, data?: string): void => {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    entries.push(data === undefined ? text : `${text}\n${data}`);
  };
  await client.trace(level, { log }, { traceFormat: format, sendNotification: false });
  client.onRequest(SECRET_REQUEST, () => KEY);
  client.onRequest('workspace/configuration', () => [{ proxyAuthorization: PROXY }]);
  client.onRequest('other', () => ({ plain: true }));
  client.listen();
  server.listen();
  await Promise.all([
    server.sendRequest(SECRET_REQUEST, { kb: 'Mine', what: 'password' }),
    server.sendRequest('workspace/configuration', { items: [{ section: 'http' }] }),
    server.sendRequest('other', { text: '# endpoint: http://ada:s3cr3t@host/sparql' }),
  ]);
  client.dispose();
  server.dispose();
  return entries;
}

describe.each([
  ['verbose text', Trace.Verbose, TraceFormat.Text],
  ['compact text', Trace.Compact, TraceFormat.Text],
  ['JSON', Trace.Verbose, TraceFormat.JSON],
] as const)('trace as %s', (_, level, format) => {
  it('a trace contains the messages without keys and passwords', async () => {
    const entries = await traceRequests(level, format);
    const secrets = new RegExp(`${KEY}|${PROXY}|s3cr3t`);
    expect(entries.filter((entry) => secrets.test(entry))).not.toEqual([]);
    const written: string[] = [];
    const channel = traceChannel({ trace: (entry: string) => written.push(entry) } as never);
    for (const entry of entries) channel.trace(entry);
    expect(written).toHaveLength(entries.length);
    expect(written.join('\n')).not.toMatch(secrets);
    expect(written.join('\n')).toMatch(/funfusic\/secret.*workspace\/configuration.*"plain": ?true/s);
  });
});

describe('trace filter', () => {
  it('the trace filter does not change entries without secrets', () => {
    const hide = secretFilter();
    for (const entry of [
      '',
      'plain',
      '{ no JSON',
      '{"a":1}',
      "Sending request 'funfusic/run - (1)'.\nParams: {}",
    ])
      expect(hide(entry)).toBe(entry);
  });

  it('the trace filter hides only the response to a request for a secret', () => {
    const hide = secretFilter();
    const entry = (type: string, message: object): string =>
      JSON.stringify({ isLSPMessage: true, type, message });
    hide(entry('receive-request', { id: 1, method: SECRET_REQUEST }));
    expect(hide(entry('receive-response', { id: 1, result: 'shown' }))).toContain('shown');
    expect(hide(entry('send-response', { id: 1, result: KEY }))).not.toContain(KEY);
    expect(hide(entry('send-response', { id: 1, result: 'shown' }))).toContain('shown');
  });
});

describe('setting funfusic.trace.server', () => {
  it('a workspace cannot change funfusic.trace.server', () => {
    const settings = manifest.contributes.configuration.flatMap(({ properties }) =>
      Object.entries(properties),
    );
    const [, trace] = settings.find(([name]) => name === 'funfusic.trace.server') ?? [];
    expect(trace).toMatchObject({ scope: 'machine' });
  });
});
