import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { HttpClient } from '../../server/src/adapters/http';
import { explainHttpFault } from '../../server/src/adapters/http-errors';
import { httpSettingsOf } from '../../server/src/adapters/http-settings';

describe('A server that accepts connections but does not answer with https', () => {
  it('is reported as a server that does not use https', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const url = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/sparql`);
    // The time limit of connecting is too long for this test, so only that of the handshake can end it.
    const timeouts = { connectMs: 600_000, handshakeMs: 1 };
    const client = new HttpClient(() => Promise.resolve(httpSettingsOf(undefined, {})), timeouts);
    try {
      const error: unknown = await client
        .send({ url, method: 'GET', headers: {} }, new AbortController().signal)
        .catch((one: unknown) => one);
      const message = explainHttpFault(error, url, undefined);
      expect(message).toContain(`${url.host} does not use https on this port.`);
      expect(message).not.toContain('proxy');
    } finally {
      await client.close();
      silent.close();
    }
  });
});
