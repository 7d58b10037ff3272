/** Starts the language server as in a browser, from files that an HTTP server provides. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { StreamMessageReader, StreamMessageWriter, type Message } from 'vscode-jsonrpc/node';
import type { WebServerReply, WebServerStart } from '../../server/src/protocol/web-server';
import { ROOT } from './build';
import type { Session } from './client';

export async function startBrowserSession(): Promise<Session> {
  const files = createServer((request, response) => {
    readFile(join(ROOT, new URL(request.url ?? '', 'http://localhost').pathname)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await once(files.listen(0, '127.0.0.1'), 'listening');
  const dist = `http://127.0.0.1:${(files.address() as AddressInfo).port}/dist/`;
  const worker = new Worker(join(import.meta.dirname, 'web-worker.cjs'), {
    workerData: { code: `importScripts(${JSON.stringify(`${dist}web-server.js`)})` },
  });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The worker of the server has ended.');
  });
  ended.catch(() => undefined);
  worker.postMessage({ dist } satisfies WebServerStart);
  const [reply] = (await Promise.race([once(worker, 'message'), ended])) as [WebServerReply];
  if ('problem' in reply) throw new Error(reply.problem);
  const [input, output] = [new PassThrough(), new PassThrough()];
  new StreamMessageReader(input).listen((message) => worker.postMessage(message));
  const writer = new StreamMessageWriter(output);
  worker.on('message', (message: Message) => void writer.write(message));
  const stop = async (): Promise<void> => {
    await worker.terminate();
    files.closeAllConnections();
    files.close();
  };
  return { input, output, ended, stop };
}
