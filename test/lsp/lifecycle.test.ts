import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { TextDocumentSyncKind } from 'vscode-languageserver';
import { SERVER } from './build';
import { exitOf, TestClient } from './client';
import { unknownRelation } from './queries';

const clients: TestClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.stop();
});

async function start(): Promise<TestClient> {
  const client = await TestClient.start({ ownProcess: true });
  clients.push(client);
  return client;
}

describe('The server', () => {
  it('announces its capabilities', async () => {
    const client = await start();
    expect(client.initializeResult.serverInfo?.name).toBe('FUn-FuSIC');
    const { capabilities } = client.initializeResult;
    expect(capabilities.textDocumentSync).toBe(TextDocumentSyncKind.Incremental);
    expect(capabilities.hoverProvider).toBe(true);
    expect(capabilities.codeActionProvider).toMatchObject({
      codeActionKinds: expect.arrayContaining(['quickfix', 'source.organizeImports']) as unknown,
    });
  });

  it('rejects an unknown request and keeps running', async () => {
    const client = await start();
    for (const method of ['funfusic/unheardOf', 'textDocument/unheardOf']) {
      const outcome = await client.request(method).catch((error: unknown) => error);
      expect(outcome).toMatchObject({ code: -32601 });
    }
    await client.connection.sendNotification('funfusic/unheardOf', {});
    expect(await client.check(unknownRelation)).toHaveLength(1);
  });

  it('exits with 0 after shutdown and exit', async () => {
    const client = await start();
    await client.connection.sendRequest('shutdown');
    await client.connection.sendNotification('exit');
    expect(await exitOf(client.process)).toBe(0);
  });

  it('exits with 1 on exit without shutdown', async () => {
    const client = await start();
    await client.connection.sendNotification('exit');
    expect(await exitOf(client.process)).toBe(1);
  });

  it('exits when its input is closed', async () => {
    const client = await start();
    client.process.stdin.end();
    expect(await exitOf(client.process)).not.toBeNull();
  });

  it('prints its usage when it is started in a terminal', async () => {
    const child = spawn(process.execPath, [SERVER]);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    expect(await text(child.stderr)).toContain('--stdio');
    expect(await exited).toBe(2);
  });

  it('writes nothing but the protocol to its output', async () => {
    const child = spawn(process.execPath, [SERVER, '--stdio']);
    child.stdin.end();
    expect(await text(child.stdout)).toBe('');
  });
});
