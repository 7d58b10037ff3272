/** A language client for tests. It starts the built server, stores its messages and waits for expected ones. */
import { fork, spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  Message,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
  type ResponseMessage,
} from 'vscode-jsonrpc/node';
import type {
  ApplyWorkspaceEditParams,
  ClientCapabilities,
  CodeAction,
  CodeActionContext,
  ConfigurationItem,
  Diagnostic,
  InitializeResult,
  LogMessageParams,
  Position,
  PublishDiagnosticsParams,
  Range,
  RegistrationParams,
  ShowMessageParams,
  ShowMessageRequestParams,
  TextDocumentContentChangeEvent,
  TextEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CONSENT_REQUEST,
  STATUS_NOTIFICATION,
  STATUS_REQUEST,
  type ConsentParams,
  type ServerStatus,
} from '../../server/src/protocol/index';
import { startBrowserSession } from './browser';
import { MAIN, SERVER } from './build';

export interface ClientOptions {
  /** A client without support for snippets and `InsertReplaceEdit`. */
  readonly plain?: boolean;
  /** The settings under `funfusic`. Without them, the client does not support `workspace/configuration`. */
  readonly settings?: unknown;
  readonly initializationOptions?: unknown;
  readonly folder?: string;
  /** The root of a client without workspace folders. */
  readonly root?: { readonly rootUri?: string; readonly rootPath?: string };
  /** The client sends only these capabilities. */
  readonly capabilities?: ClientCapabilities;
  /** Whether the client shows schema pages. */
  readonly schemaPages?: boolean;
  /** The commands of the extension that the client declares. */
  readonly commands?: readonly string[];
  /** Handles `CONSENT_REQUEST`. Without it, the client does not support this request. */
  readonly consent?: (params: ConsentParams) => boolean | Promise<boolean>;
  /** Whether the client supports one range for all items of a completion list. */
  readonly defaultEditRange?: boolean;
  /** Whether the client supports tags of code actions. */
  readonly tagsCodeActions?: boolean;
  /** The server gets a process of its own. Otherwise, it runs in one that serves other clients too, which is much faster. */
  readonly ownProcess?: boolean;
  /** The server runs as in a browser: the bundle `dist/web-server.js` in a worker without Node. */
  readonly inBrowser?: boolean;
  /** Only for a server with its own process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that was started for one client. */
export interface Session {
  readonly input: Writable;
  readonly output: Readable;
  readonly process?: ChildProcessWithoutNullStreams;
  /** Rejects when the server has ended. */
  readonly ended: Promise<never>;
  readonly stop: () => Promise<void>;
}

/** The messages of one kind from the server, in the order of arrival. */
export class Inbox<Message> {
  private readonly messages: Message[] = [];
  private readonly waiting = new Set<() => void>();

  constructor(private readonly ended: Promise<never>) {}

  push(message: Message): void {
    this.messages.push(message);
    for (const check of [...this.waiting]) check();
  }

  /** Waits for the first message that matches. Removes it and all earlier messages. */
  next(matches: (message: Message) => boolean = () => true): Promise<Message> {
    const found = new Promise<Message>((resolve) => {
      const check = (): void => {
        const index = this.messages.findIndex(matches);
        if (index < 0) return;
        this.waiting.delete(check);
        const [message] = this.messages.splice(0, index + 1).slice(-1);
        resolve(message as Message);
      };
      this.waiting.add(check);
      check();
    });
    return Promise.race([found, this.ended]);
  }

  /** The messages that have arrived and have not been removed. */
  get untaken(): readonly Message[] {
    return this.messages;
  }
}

export class TestClient {
  readonly published: Inbox<PublishDiagnosticsParams>;
  readonly statuses: Inbox<ServerStatus>;
  readonly shown: Inbox<ShowMessageParams>;
  readonly logged: Inbox<LogMessageParams>;
  readonly registered: Inbox<RegistrationParams>;
  /** The refresh requests of the server, such as `inlayHint`. */
  readonly refreshed: Inbox<string>;
  readonly responses: Inbox<ResponseMessage>;
  /** The edits that the server has requested. Those of open documents have been applied. */
  readonly edited: Inbox<ApplyWorkspaceEditParams>;
  /** The questions that the server has asked with `window/showMessageRequest`. */
  readonly questions: Inbox<ShowMessageRequestParams>;
  /** The title of the button that answers a question. */
  choose: (question: ShowMessageRequestParams) => string | undefined = () => undefined;
  /** The reply to `workspace/configuration`. It may be replaced at any time. */
  settings: unknown;
  /** Rejects when the server ends, so that tests do not wait for further messages. */
  private readonly ended: Promise<never>;
  private initialized: InitializeResult | undefined;
  private readonly documents = new Map<string, TextDocument>();
  private count = 0;

  private constructor(
    private readonly session: Session,
    readonly connection: MessageConnection,
    reader: StreamMessageReader,
  ) {
    this.ended = session.ended;
    this.published = new Inbox(this.ended);
    this.statuses = new Inbox(this.ended);
    this.shown = new Inbox(this.ended);
    this.logged = new Inbox(this.ended);
    this.registered = new Inbox(this.ended);
    this.refreshed = new Inbox(this.ended);
    this.responses = new Inbox(this.ended);
    this.edited = new Inbox(this.ended);
    this.questions = new Inbox(this.ended);
    connection.onRequest('window/showMessageRequest', (params: ShowMessageRequestParams) => {
      const title = this.choose(params);
      this.questions.push(params);
      return title === undefined ? null : { title };
    });
    // Writing to a server that has ended fails. Tests check the exit code instead.
    session.input.on('error', () => undefined);
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) =>
      this.published.push(params),
    );
    connection.onNotification(STATUS_NOTIFICATION, (status: ServerStatus) => this.statuses.push(status));
    connection.onNotification('window/showMessage', (params: ShowMessageParams) => this.shown.push(params));
    connection.onNotification('window/logMessage', (params: LogMessageParams) => this.logged.push(params));
    connection.onRequest('client/registerCapability', (params: RegistrationParams) => {
      this.registered.push(params);
      return null;
    });
    for (const what of ['semanticTokens', 'inlayHint', 'codeLens', 'diagnostic'])
      connection.onRequest(`workspace/${what}/refresh`, () => {
        this.refreshed.push(what);
        return null;
      });
    connection.onRequest('workspace/configuration', ({ items }: { readonly items: ConfigurationItem[] }) =>
      items.map(() => this.settings),
    );
    connection.onRequest('workspace/applyEdit', async (params: ApplyWorkspaceEditParams) => {
      const { edit } = params;
      for (const uri of Object.keys(edit.changes ?? {}))
        if (this.documents.has(uri)) await this.apply(uri, { title: '', edit });
      this.edited.push(params);
      return { applied: true };
    });
    connection.onError(() => undefined);
    const listen = reader.listen.bind(reader);
    reader.listen = (callback) =>
      listen((message) => {
        if (Message.isResponse(message)) this.responses.push(message);
        callback(message);
      });
    connection.listen();
  }

  static async start(options: ClientOptions = {}): Promise<TestClient> {
    const session = await sessionFor(options);
    const reader = new StreamMessageReader(session.output);
    const connection = createMessageConnection(reader, new StreamMessageWriter(session.input));
    const client = new TestClient(session, connection, reader);
    client.settings = options.settings;
    const { consent } = options;
    if (consent)
      connection.onRequest<unknown, unknown>(CONSENT_REQUEST, async (params: ConsentParams) =>
        consent(params),
      );
    const { folder } = options;
    client.initialized = await client.request<InitializeResult>('initialize', {
      // A server exits with this process, but one that serves others must not watch it again for each client.
      processId: session.process ? process.pid : null,
      rootUri: null,
      workspaceFolders:
        folder === undefined ? null : [{ uri: pathToFileURL(folder).href, name: 'workspace' }],
      ...options.root,
      capabilities: options.capabilities ?? capabilitiesFor(options),
      initializationOptions: options.initializationOptions,
    });
    await connection.sendNotification('initialized', {});
    return client;
  }

  request<Result>(method: string, params: object = {}): Promise<Result> {
    return Promise.race([this.connection.sendRequest<Result>(method, params), this.ended]);
  }

  /** The process of a server with `ownProcess`. */
  get process(): ChildProcessWithoutNullStreams {
    if (!this.session.process) throw new Error('The server has no process of its own.');
    return this.session.process;
  }

  get initializeResult(): InitializeResult {
    if (!this.initialized) throw new Error('The server is not initialized.');
    return this.initialized;
  }

  async open(text: string, uri = `file:///queries/${++this.count}.rq`): Promise<string> {
    this.documents.set(uri, TextDocument.create(uri, 'sparql', 1, text));
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'sparql', version: 1, text },
    });
    return uri;
  }

  /** Opens a text and waits for its diagnostics. */
  async check(text: string): Promise<readonly Diagnostic[]> {
    return this.diagnosticsOf(await this.open(text));
  }

  /** Replaces the first occurrence of a text by an incremental edit. */
  async replace(uri: string, from: string, to: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didChange', this.edit(uri, from, to));
  }

  /** Sends several edits in one write, as when a key is held down. */
  replaceAtOnce(uri: string, edits: readonly (readonly [from: string, to: string])[]): void {
    this.writeAtOnce(
      edits.map(([from, to]) => ({
        method: 'textDocument/didChange',
        params: this.edit(uri, from, to),
      })),
    );
  }

  /** Sends messages that the server reads at once. Their responses are in `responses`. */
  writeAtOnce(messages: readonly object[]): void {
    const packets = messages.map((message) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    });
    this.session.input.write(packets.join(''));
  }

  async close(uri: string): Promise<void> {
    this.documents.delete(uri);
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** Waits for the diagnostics of the current version of a document. */
  async diagnosticsOf(uri: string): Promise<readonly Diagnostic[]> {
    const { version } = this.document(uri);
    const params = await this.published.next((one) => one.uri === uri && one.version === version);
    return params.diagnostics;
  }

  textOf(uri: string): string {
    return this.document(uri).getText();
  }

  /** The position of the first occurrence of a text, as parameters of a request. */
  at(
    uri: string,
    text: string,
  ): { readonly textDocument: { readonly uri: string }; readonly position: Position } {
    const offset = this.textOf(uri).indexOf(text);
    if (offset < 0) throw new Error(`"${text}" is not in the document.`);
    return { textDocument: { uri }, position: this.document(uri).positionAt(offset) };
  }

  /** The text in a range. */
  textAt(uri: string, range: Range): string {
    return this.document(uri).getText(range);
  }

  async changeSettings(settings: unknown): Promise<void> {
    this.settings = settings;
    await this.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  }

  status(): Promise<ServerStatus> {
    return this.request<ServerStatus>(STATUS_REQUEST);
  }

  codeActions(
    uri: string,
    range: Range,
    context: CodeActionContext = { diagnostics: [] },
  ): Promise<CodeAction[]> {
    return this.request<CodeAction[]>('textDocument/codeAction', { textDocument: { uri }, range, context });
  }

  /** Applies the edits of a code action. */
  async apply(uri: string, action: CodeAction): Promise<void> {
    const edits: readonly TextEdit[] = action.edit?.changes?.[uri] ?? [];
    const before = this.document(uri);
    const after = TextDocument.applyEdits(before, [...edits]);
    await this.connection.sendNotification('textDocument/didChange', this.changes(uri, [{ text: after }]));
  }

  async stop(): Promise<void> {
    const { process } = this.session;
    if (!process || (process.exitCode === null && process.signalCode === null)) {
      await this.connection.sendRequest('shutdown');
      if (process) await this.connection.sendNotification('exit');
      await this.session.stop();
    }
    this.connection.dispose();
  }

  private edit(uri: string, from: string, to: string): object {
    const document = this.document(uri);
    const start = document.getText().indexOf(from);
    if (start < 0) throw new Error(`"${from}" is not in the document.`);
    const range = { start: document.positionAt(start), end: document.positionAt(start + from.length) };
    return this.changes(uri, [{ range, text: to }]);
  }

  private changes(uri: string, contentChanges: TextDocumentContentChangeEvent[]): object {
    const document = this.document(uri);
    const version = document.version + 1;
    this.documents.set(uri, TextDocument.update(document, contentChanges, version));
    return { textDocument: { uri, version }, contentChanges };
  }

  private document(uri: string): TextDocument {
    const document = this.documents.get(uri);
    if (!document) throw new Error(`${uri} is not open.`);
    return document;
  }
}

function sessionFor({ inBrowser, ownProcess, env }: ClientOptions): Session | Promise<Session> {
  if (inBrowser === true) return startBrowserSession();
  return ownProcess === true || env ? startProcess(env) : startSession();
}

function startProcess(env: ClientOptions['env']): Session {
  const child = spawn(process.execPath, [SERVER, '--stdio'], { env: { ...process.env, ...env } });
  const exited = exitOf(child);
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => errors.push(chunk));
  const ended = exited.then((code) => {
    throw new Error(`The server ended with ${code ?? 'a signal'}. ${errors.join('').slice(-1000)}`);
  });
  ended.catch(() => undefined);
  return {
    input: child.stdin,
    output: child.stdout,
    process: child,
    ended,
    stop: async () => void (await exited),
  };
}

/** Resolves with the exit code of a process, or with null if a signal ended it. */
export function exitOf(child: ChildProcess): Promise<number | null> {
  const { exitCode, signalCode } = child;
  if (exitCode !== null || signalCode !== null) return Promise.resolve(exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

let host: Promise<number> | undefined;

/** Connects to the process that serves all clients without one of their own. */
async function startSession(): Promise<Session> {
  const port = await (host ??= startHost());
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const ended = closed.then(() => {
    throw new Error('The server has closed the connection.');
  });
  ended.catch(() => undefined);
  const stop = async (): Promise<void> => {
    socket.destroy();
    await closed;
  };
  return { input: socket, output: socket, ended, stop };
}

/** Returns the port at which the process listens. */
async function startHost(): Promise<number> {
  const child = fork(join(import.meta.dirname, 'host.cjs'), [MAIN], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.once('exit', () => (host = undefined));
  const [port] = (await once(child, 'message')) as [number];
  child.unref();
  child.channel?.unref();
  return port;
}

function capabilitiesFor({
  settings,
  schemaPages,
  commands,
  consent,
  plain,
  defaultEditRange,
  tagsCodeActions,
}: ClientOptions): ClientCapabilities {
  return {
    experimental: {
      funfusic: { status: true, secrets: true, schemaPages, commands, consent: consent !== undefined },
    },
    workspace: {
      ...(plain === true ? {} : { applyEdit: true }),
      configuration: settings !== undefined,
      didChangeConfiguration: { dynamicRegistration: true },
      semanticTokens: { refreshSupport: true },
      inlayHint: { refreshSupport: true },
      codeLens: { refreshSupport: true },
    },
    textDocument: {
      definition: { linkSupport: schemaPages === true },
      codeAction: {
        codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
        ...(tagsCodeActions === true && { tagSupport: { valueSet: [1] } }),
      },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      ...(plain === true
        ? {}
        : {
            completion: {
              ...(defaultEditRange === true && { completionList: { itemDefaults: ['editRange'] } }),
              completionItem: {
                snippetSupport: true,
                insertReplaceSupport: true,
                labelDetailsSupport: true,
              },
            },
          }),
      publishDiagnostics: {
        relatedInformation: true,
        versionSupport: true,
        tagSupport: { valueSet: [1, 2] },
      },
    },
  };
}
