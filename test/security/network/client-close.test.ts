import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpClient } from '../../../server/src/adapters/http';
import { httpSettingsOf } from '../../../server/src/adapters/http-settings';

/** A server that accepts connections and never answers. */
const open = new Set<Socket>();
const server = createServer((socket) => {
  open.add(socket.on('error', () => undefined).once('close', () => open.delete(socket)));
  socket.resume();
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

it('closing the HTTP client while it connects leaves no connection open', async () => {
  const { port } = server.address() as { readonly port: number };
  const url = new URL(`http://127.0.0.1:${port}/`);
  // Each client is closed a few event loop turns later than the one before.
  for (let turns = 0; turns < 60; turns++) {
    const client = new HttpClient(() => Promise.resolve(httpSettingsOf(undefined, {})));
    const reply = client.send({ url, method: 'GET', headers: {} }, new AbortController().signal);
    const ended = reply.then(
      () => 'answered',
      () => 'failed',
    );
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    await client.close();
    if (turns > 40) expect(await ended).toBe('failed');
  }
  while (open.size > 0) await Promise.all([...open].map((socket) => once(socket, 'close')));
  expect(open.size).toBe(0);
});
