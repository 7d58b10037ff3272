// A language client that opens a file and types as an editor does, and measures the time until the diagnostics of that text, or the
// response to a request about it, arrive.
import { spawn } from 'node:child_process';
import rpc from 'vscode-jsonrpc/node';

/** TextDocumentSyncKind.Full */
const fullSync = 1;

/** The capabilities of VS Code that may affect the responses of a server. */
const clientCapabilities = {
  workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
    diagnostic: { dynamicRegistration: true },
    completion: {
      contextSupport: true,
      completionList: {
        itemDefaults: ['commitCharacters', 'editRange', 'insertTextFormat', 'insertTextMode', 'data'],
      },
      completionItem: { snippetSupport: true, insertReplaceSupport: true, labelDetailsSupport: true },
    },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll'] } } },
  },
  // Our extension shows pages of the schema, which links and symbols open.
  experimental: { funfusic: { schemaPages: true, commands: [] } },
};

// The servers use no network. Node would read all certificates in this file, which takes longer than its start.
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

/** The processes of all clients, which are killed when the benchmark is interrupted. */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/**
 * The outcome of waiting for diagnostics or for the response to a request.
 * @template Result
 * @typedef {{ status: 'answered', milliseconds: number, result: Result }
 *   | { status: 'silent', reason: string }} Answer
 */

export class LspClient {
  /** How often the server published diagnostics again for the same text; only the first time counts. */
  repeatedAnswers = 0;

  #started = performance.now();
  #timeout;
  #child;
  #connection;
  #capabilities = {};
  #documents = new Map();
  #onPublished = () => {};
  #onEnded = () => {};
  #endedWith;

  constructor(args, { timeout = 30_000, settings = null } = {}) {
    this.#timeout = timeout;
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], env: environment });
    running.add(this.#child);
    this.#child.on('exit', (code, signal) => {
      running.delete(this.#child);
      this.#endedWith = `its process ended (${signal ?? code})`;
      this.#onEnded();
    });
    // A server that exits closes its input; the exit of the process is reported instead.
    this.#child.stdin.on('error', () => {});
    this.#connection = connect(this.#child, settings, (params) => this.#onPublished(params));
  }

  get pid() {
    return this.#child.pid;
  }

  /** The capabilities of the server. */
  get capabilities() {
    return this.#capabilities;
  }

  /**
   * Starts the session and opens a file with a mistake. Measures the time from the start of the process to the first diagnostics
   * that are not empty.
   * @returns {Promise<Answer<object[]>>}
   */
  async startWith(uri, text) {
    const start = await this.initialize();
    if (start.status === 'silent') return start;
    const answer = await this.#ask(
      uri,
      1,
      () => this.#sendOpen(uri, text),
      (diagnostics) => diagnostics.length > 0,
    );
    if (answer.status === 'silent') return answer;
    if (answer.result.length === 0) return { status: 'silent', reason: 'reports no mistake' };
    return { ...answer, milliseconds: performance.now() - this.#started };
  }

  async initialize() {
    const params = {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: null,
      capabilities: clientCapabilities,
    };
    return this.#timed(async () => {
      const { capabilities } = await this.#connection.sendRequest('initialize', params);
      this.#capabilities = capabilities;
      await this.#connection.sendNotification('initialized', {});
      return [];
    });
  }

  /** @returns {Promise<Answer<object[]>>} */
  open(uri, text) {
    return this.#ask(uri, 1, () => this.#sendOpen(uri, text));
  }

  close(uri) {
    this.#documents.delete(uri);
    return this.#connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** @returns {Promise<Answer<object[]>>} */
  type(uri, keystroke) {
    const { version, send } = this.#change(uri, keystroke);
    return this.#ask(uri, version, send);
  }

  /** @returns {Promise<Answer<unknown>>} */
  request(method, params) {
    return this.#timed(() => this.#connection.sendRequest(method, params));
  }

  /**
   * Sends a keystroke and immediately a request about the new text. Measures the time from the keystroke to the response. Also waits
   * until the server has checked the text, so that it is idle at the next keystroke.
   * @returns {Promise<Answer<unknown>>}
   */
  async typeAndRequest(uri, keystroke, method, params) {
    const { version, send } = this.#change(uri, keystroke);
    let checked = Promise.resolve();
    const answer = await this.#timed(() => {
      checked = this.#pulls ? send() : this.#published(uri, version, send, () => true);
      checked.catch(() => {});
      return this.#connection.sendRequest(method, params);
    });
    const rest = await this.#timed(() => checked);
    return rest.status === 'silent' ? rest : answer;
  }

  async stop() {
    const ended = this.#endedWith || new Promise((resolve) => this.#child.once('exit', resolve));
    this.#connection.dispose();
    this.#child.kill('SIGKILL');
    await ended;
  }

  get #syncKind() {
    const sync = this.#capabilities.textDocumentSync;
    return typeof sync === 'object' ? sync.change : sync;
  }

  #sendOpen(uri, text) {
    this.#documents.set(uri, { text, version: 1 });
    const textDocument = { uri, languageId: 'sparql', version: 1, text };
    return this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  get #pulls() {
    return this.#capabilities.diagnosticProvider !== undefined;
  }

  #change(uri, keystroke) {
    const document = this.#documents.get(uri);
    // An editor already has the new text when it notifies the server, so creating it is not measured.
    document.text = apply(keystroke, document.text);
    document.version += 1;
    const contentChanges = this.#syncKind === fullSync ? [{ text: document.text }] : [keystroke];
    const textDocument = { uri, version: document.version };
    return {
      version: document.version,
      send: () =>
        this.#connection.sendNotification('textDocument/didChange', { textDocument, contentChanges }),
    };
  }

  #ask(uri, version, send, suffices = () => true) {
    return this.#timed(() =>
      this.#pulls ? this.#pull(uri, send) : this.#published(uri, version, send, suffices),
    );
  }

  async #pull(uri, send) {
    // Sends both messages at once in this order; waiting in between would only delay the server.
    const [, report] = await Promise.all([
      send(),
      this.#connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } }),
    ]);
    return report.items;
  }

  #published(uri, version, send, suffices) {
    return new Promise((resolve, reject) => {
      let answered = false;
      this.#onPublished = (params) => {
        // Stardog's server sends no versions but one message per change. Every change here waits for the previous message, so the
        // next message is the right one.
        const isThisText = params.uri === uri && (params.version ?? version) === version;
        if (!isThisText || !suffices(params.diagnostics)) return;
        if (answered) this.repeatedAnswers += 1;
        answered = true;
        resolve(params.diagnostics);
      };
      send().catch(reject);
    });
  }

  /** Waits for a result, with a timeout, and stops when the process exits. */
  async #timed(findResult) {
    const sent = performance.now();
    let timer;
    const silence = new Promise((_, reject) => {
      this.#onEnded = () => reject(new Error(this.#endedWith));
      if (this.#endedWith) this.#onEnded();
      timer = setTimeout(() => reject(new Error(`no answer in ${this.#timeout / 1000} s`)), this.#timeout);
    });
    try {
      const result = await Promise.race([findResult(), silence]);
      return { status: 'answered', milliseconds: performance.now() - sent, result };
    } catch (error) {
      return { status: 'silent', reason: this.#endedWith ?? error.message };
    } finally {
      clearTimeout(timer);
    }
  }
}

function connect(child, settings, onPublished) {
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  connection.onError(() => {});
  connection.onNotification('textDocument/publishDiagnostics', onPublished);
  connection.onNotification(() => {});
  // Null means the default of a setting.
  connection.onRequest('workspace/configuration', ({ items }) =>
    items.map(({ section }) => (section === 'funfusic' ? settings : null)),
  );
  connection.onRequest(() => null);
  connection.listen();
  return connection;
}

function apply({ range, text: inserted }, text) {
  return text.slice(0, offsetAt(text, range.start)) + inserted + text.slice(offsetAt(text, range.end));
}

function offsetAt(text, { line, character }) {
  let lineStart = 0;
  for (let passed = 0; passed < line; passed++) lineStart = text.indexOf('\n', lineStart) + 1;
  return lineStart + character;
}
