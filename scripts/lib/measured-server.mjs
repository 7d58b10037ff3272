// A language server process whose memory can be measured.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import rpc from 'vscode-jsonrpc/node';
import { inRoot } from './paths.mjs';

export class MeasuredServer {
  #child;
  #connection;
  #versions = new Map();
  #published = new Map();
  #waiting = new Map();

  /** `file` is the bundle of the server. */
  static async start(file) {
    const server = new MeasuredServer(file);
    await server.request('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: null,
      capabilities: {
        workspace: { configuration: true },
        textDocument: {
          publishDiagnostics: { versionSupport: true },
          completion: { completionItem: { snippetSupport: true } },
        },
      },
    });
    await server.#connection.sendNotification('initialized', {});
    return server;
  }

  constructor(file) {
    const preload = inRoot('scripts', 'lib', 'report-memory.cjs');
    const args = ['--expose-gc', '--require', preload, file, '--stdio'];
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
    process.once('exit', () => this.#child.kill());
    this.#connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(this.#child.stdout),
      new rpc.StreamMessageWriter(this.#child.stdin),
    );
    this.#connection.onNotification('textDocument/publishDiagnostics', ({ uri, version }) => {
      this.#published.set(uri, version);
      if (version === this.#versions.get(uri)) this.#waiting.get(uri)?.();
    });
    this.#connection.onNotification(() => undefined);
    this.#connection.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
    this.#connection.onRequest(() => null);
    this.#connection.listen();
  }

  open(uri, text) {
    this.#versions.set(uri, 1);
    const textDocument = { uri, languageId: 'sparql', version: 1, text };
    return this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  async close(uri) {
    this.#versions.delete(uri);
    await this.#connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  change(uri, range, text) {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    const change = { textDocument: { uri, version }, contentChanges: [{ range, text }] };
    return this.#connection.sendNotification('textDocument/didChange', change);
  }

  /** Resolves when the current text has been checked. */
  async checked(uri) {
    if (this.#published.get(uri) === this.#versions.get(uri)) return;
    await new Promise((resolve) => this.#waiting.set(uri, resolve));
    this.#waiting.delete(uri);
  }

  request(method, params) {
    return this.#connection.sendRequest(method, params);
  }

  /** Returns the memory in use in MB, after garbage collection. */
  async memory(snapshot) {
    const answer = once(this.#child, 'message');
    this.#child.send({ snapshot });
    const [{ heapUsed, rss, external }] = await answer;
    return { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20, external: external / 2 ** 20 };
  }

  async stop() {
    const ended = once(this.#child, 'exit');
    await this.request('shutdown');
    await this.#connection.sendNotification('exit');
    await ended;
    this.#connection.dispose();
  }
}
