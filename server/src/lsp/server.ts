/** The lifecycle of the language server. Schedules checks and refreshes when something changes. */
import {
  TextDocumentSyncKind,
  type ClientCapabilities,
  type Connection,
  type InitializeResult,
} from 'vscode-languageserver';
import { beforeFirstEngine } from '../compose/knowledge-bases';
import type { KbSchema } from '../core/schema/schema';
import {
  KB_CHANGED_NOTIFICATION,
  MODEL_CHANGED_NOTIFICATION,
  STATUS_REQUEST,
  TRUST_GRANTED_NOTIFICATION,
} from '../protocol/index';
import { codeLens } from './code-lens';
import { commandCapabilities, listenForCommands } from './commands';
import { Diagnostics } from './diagnostics';
import type { Feature } from './feature';
import { capabilitiesOf, features } from './features';
import { HeapGrowth } from './heap-growth';
import { inlayHints } from './inlay-hints';
import { listenForCustomRequests } from './custom-requests';
import { onNotification, onRequest } from './requests';
import { Workspace } from './workspace';

/** The time between the last edit after the first findings and the warm-up, which would delay the response to typing. */
const WARM_UP_DELAY_MS = 200;

export class LanguageServer {
  private readonly workspace: Workspace;
  private readonly diagnostics: Diagnostics;
  private readonly heapGrowth = new HeapGrowth();
  private readonly saveCodeCache: () => void;
  private readonly warm = new WeakSet<KbSchema>();
  private readonly warmUps = new Map<KbSchema, NodeJS.Timeout>();
  private capabilities: ClientCapabilities = {};

  constructor(
    private readonly connection: Connection,
    saveCodeCache: () => void = () => {},
  ) {
    this.saveCodeCache = () => this.heapGrowth.withDefault(saveCodeCache);
    beforeFirstEngine(this.saveCodeCache);
    this.workspace = new Workspace(connection, {
      onConfiguration: () => {
        for (const { uri } of this.workspace.documents.all()) this.diagnostics.onOther(uri);
        for (const feature of features) this.refresh(feature);
      },
      onKnowledge: (uri) => {
        this.diagnostics.onOther(uri);
        // An editor requests code lenses again only when the text changes.
        this.refresh(codeLens);
      },
      onNames: () => {
        this.refresh(inlayHints);
        this.refresh(codeLens);
      },
      onChecked: (schema) => this.warmUp(schema),
    });
    const { workspace } = this;
    this.diagnostics = new Diagnostics(workspace);
    connection.onInitialize((params): InitializeResult => {
      this.capabilities = params.capabilities;
      workspace.initialize(params);
      return {
        serverInfo: { name: 'FUn-FuSIC' },
        capabilities: {
          textDocumentSync: TextDocumentSyncKind.Incremental,
          ...capabilitiesOf(features),
          ...this.diagnostics.capabilities,
          ...commandCapabilities(workspace.client),
          workspace: { workspaceFolders: { supported: true } },
        },
      };
    });
    connection.onInitialized(() => workspace.initialized());
    connection.onShutdown(() => workspace.stop());
    connection.onDidChangeConfiguration(({ settings }) => workspace.setPushedSettings(settings));
    connection.onDidChangeWatchedFiles(() => workspace.reloadSchemas());
    onRequest(connection, STATUS_REQUEST, () => workspace.status());
    onNotification(connection, TRUST_GRANTED_NOTIFICATION, () => {
      workspace.trusted = true;
    });
    onNotification(connection, KB_CHANGED_NOTIFICATION, ({ kb }) => workspace.knowledgeBases.forget(kb));
    onNotification(connection, MODEL_CHANGED_NOTIFICATION, ({ model }) => workspace.models.forget(model));
    for (const feature of features) feature.listen(connection, workspace);
    listenForCustomRequests(connection, workspace);
    listenForCommands(connection, workspace);
    workspace.documents.onDidChangeContent(({ document }) => {
      this.heapGrowth.onText(document.getText().length);
      for (const schema of this.warmUps.keys()) this.scheduleWarmUp(schema);
      this.diagnostics.onText(document.uri);
    });
    workspace.documents.onDidClose(({ document: { uri } }) => {
      workspace.close(uri);
      this.diagnostics.close(uri);
    });
    workspace.documents.listen(connection);
  }

  private refresh(feature: Feature): void {
    feature
      .refresh?.(this.connection, this.capabilities)
      ?.catch((error: unknown) => this.connection.console.warn(String(error)));
  }

  /** Warms up the features once for each schema. */
  private warmUp(schema: KbSchema): void {
    if (this.warm.has(schema)) return;
    this.warm.add(schema);
    this.scheduleWarmUp(schema);
  }

  private scheduleWarmUp(schema: KbSchema): void {
    clearTimeout(this.warmUps.get(schema));
    const timer = setTimeout(() => {
      this.warmUps.delete(schema);
      try {
        for (const feature of features) feature.warmUp?.(schema);
        this.saveCodeCache();
      } catch (error) {
        this.connection.console.error(`The warm-up failed: ${String(error)}`);
      }
    }, WARM_UP_DELAY_MS);
    timer.unref();
    this.warmUps.set(schema, timer);
  }
}
