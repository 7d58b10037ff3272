/** A language client for tests: starts the real server, keeps what it sends, and waits for what is expected. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type {
  ClientCapabilities,
  CodeAction,
  CodeActionContext,
  ConfigurationItem,
  Diagnostic,
  InitializeResult,
  LogMessageParams,
  PublishDiagnosticsParams,
  Range,
  RegistrationParams,
  ShowMessageParams,
  TextDocumentContentChangeEvent,
  TextEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { STATUS_NOTIFICATION, STATUS_REQUEST, type ServerStatus } from '../../server/src/protocol';
import { SERVER } from './build';

export interface ClientOptions {
  /** The settings under `funfusic`, for a client that is asked for them. Without them the client cannot be asked. */
  readonly settings?: unknown;
  readonly initializationOptions?: unknown;
  readonly folder?: string;
  readonly watchesFiles?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** One kind of message from the server, in the order of arrival. */
export class Inbox<Message> {
  private readonly messages: Message[] = [];
  private readonly waiting: { readonly wanted: (message: Message) => boolean; readonly take: () => void }[] =
    [];

  push(message: Message): void {
    this.messages.push(message);
    for (const { take } of [...this.waiting]) take();
  }

  /** The first message that is wanted, now or later; it is taken out, and so are those before it. */
  next(wanted: (message: Message) => boolean = () => true): Promise<Message> {
    return new Promise((resolve) => {
      const waiter = {
        wanted,
        take: () => {
          const index = this.messages.findIndex(wanted);
          if (index < 0) return;
          const position = this.waiting.indexOf(waiter);
          if (position >= 0) this.waiting.splice(position, 1);
          const [message] = this.messages.splice(0, index + 1).slice(-1);
          resolve(message as Message);
        },
      };
      this.waiting.push(waiter);
      waiter.take();
    });
  }

  /** Those that have arrived and that nobody has taken. */
  get untaken(): readonly Message[] {
    return this.messages;
  }
}

export class TestClient {
  readonly published = new Inbox<PublishDiagnosticsParams>();
  readonly statuses = new Inbox<ServerStatus>();
  readonly shown = new Inbox<ShowMessageParams>();
  readonly logged = new Inbox<LogMessageParams>();
  readonly registered = new Inbox<RegistrationParams>();
  /** What the client answers when it is asked for its settings; may be replaced at any time. */
  settings: unknown;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
  private initialized: InitializeResult | undefined;
  private readonly documents = new Map<string, TextDocument>();
  private count = 0;

  private constructor(
    readonly process: ChildProcessWithoutNullStreams,
    readonly connection: MessageConnection,
  ) {
    this.exited = new Promise((resolve) => process.once('exit', resolve));
    // A server that has ended closes its input under us; the exit code is what the tests look at.
    process.stdin.on('error', () => undefined);
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
    connection.onRequest('workspace/configuration', ({ items }: { readonly items: ConfigurationItem[] }) =>
      items.map(() => this.settings),
    );
    connection.onError(() => undefined);
    connection.listen();
  }

  static async start(options: ClientOptions = {}): Promise<TestClient> {
    const child = spawn(process.execPath, [SERVER, '--stdio'], { env: { ...process.env, ...options.env } });
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const client = new TestClient(child, connection);
    client.settings = options.settings;
    const { folder } = options;
    client.initialized = await connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders:
        folder === undefined ? null : [{ uri: pathToFileURL(folder).href, name: 'workspace' }],
      capabilities: capabilitiesFor(options),
      initializationOptions: options.initializationOptions,
    });
    await connection.sendNotification('initialized', {});
    return client;
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

  /** Opens a text and waits for what is found in it. */
  async check(text: string): Promise<readonly Diagnostic[]> {
    return this.diagnosticsOf(await this.open(text));
  }

  /** Replaces the first occurrence of a text by an incremental edit. */
  async replace(uri: string, from: string, to: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didChange', this.edit(uri, from, to));
  }

  /** Several edits in one write, as they arrive when somebody holds a key down. */
  replaceAtOnce(uri: string, edits: readonly (readonly [from: string, to: string])[]): void {
    const messages = edits.map(([from, to]) => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        method: 'textDocument/didChange',
        params: this.edit(uri, from, to),
      });
      return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    });
    this.process.stdin.write(messages.join(''));
  }

  async close(uri: string): Promise<void> {
    this.documents.delete(uri);
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** What is published for the document as it is now. */
  async diagnosticsOf(uri: string): Promise<readonly Diagnostic[]> {
    const { version } = this.document(uri);
    const params = await this.published.next((one) => one.uri === uri && one.version === version);
    return params.diagnostics;
  }

  textOf(uri: string): string {
    return this.document(uri).getText();
  }

  /** The text that a diagnostic or an edit stands at. */
  textAt(uri: string, range: Range): string {
    return this.document(uri).getText(range);
  }

  async changeSettings(settings: unknown): Promise<void> {
    this.settings = settings;
    await this.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  }

  status(): Promise<ServerStatus> {
    return this.connection.sendRequest<ServerStatus>(STATUS_REQUEST);
  }

  codeActions(
    uri: string,
    range: Range,
    { context, token }: { readonly context?: CodeActionContext; readonly token?: CancellationToken } = {},
  ): Promise<CodeAction[]> {
    const params = { textDocument: { uri }, range, context: context ?? { diagnostics: [] } };
    const method = 'textDocument/codeAction';
    return token
      ? this.connection.sendRequest<CodeAction[]>(method, params, token)
      : this.connection.sendRequest<CodeAction[]>(method, params);
  }

  /** Makes the edits of a code action in the document, as an editor would. */
  async apply(uri: string, action: CodeAction): Promise<void> {
    const edits: readonly TextEdit[] = action.edit?.changes?.[uri] ?? [];
    const before = this.document(uri);
    const after = TextDocument.applyEdits(before, [...edits]);
    await this.connection.sendNotification('textDocument/didChange', this.changes(uri, [{ text: after }]));
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      await this.connection.sendRequest('shutdown');
      await this.connection.sendNotification('exit');
      await this.exited;
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

function capabilitiesFor({ settings, watchesFiles }: ClientOptions): ClientCapabilities {
  return {
    workspace: {
      configuration: settings !== undefined,
      didChangeConfiguration: { dynamicRegistration: true },
      didChangeWatchedFiles: { dynamicRegistration: watchesFiles === true },
    },
    textDocument: {
      publishDiagnostics: {
        relatedInformation: true,
        versionSupport: true,
        tagSupport: { valueSet: [1, 2] },
      },
    },
  };
}
