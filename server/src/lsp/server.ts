/** Capabilities, lifecycle and the table of handlers; no logic of its own. */
import { fileURLToPath } from 'node:url';
import {
  DidChangeConfigurationNotification,
  TextDocuments,
  TextDocumentSyncKind,
  MessageType,
  ShowMessageNotification,
  type ClientCapabilities,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { LoadedSchema } from '../compose/index';
import type { KbSchema } from '../core/schema/schema';
import { firstEndpointIn } from '../core/language/sparql/endpoint';
import type { QueryModel } from '../core/language/sparql/model';
import type { Finding } from '../core/check/verifier';
import {
  STATUS_NOTIFICATION,
  STATUS_REQUEST,
  TRUST_GRANTED_NOTIFICATION,
  type InitializationOptions,
  type ServerStatus,
} from '../protocol/index';
import { defaultSettings, parseSettings, type Settings } from '../settings/settings';
import { abilitiesOf } from './client-abilities';
import { codeLens } from './code-lens';
import { Diagnostics, type Situation } from './diagnostics';
import { BackgroundKnowledge } from './background-knowledge';
import { BackgroundNames } from './background-names';
import { Entities, type KbEntities } from './entities';
import type { Feature, OpenDocument, Workspace } from './feature';
import { capabilitiesOf, features } from './features';
import { isFormsDocument, type OpenForms } from './forms';
import { inlayHints } from './inlay-hints';
import { KnowledgeBases } from './knowledge-bases';
import { Judgements, type Judgement } from './judgements';
import { LastRuns, type LastRun } from './last-runs';
import { Models } from './models';
import { notify, onNotification, onRequest } from './requests';
import { Schemas } from './schemas';
import { YoungGeneration } from './young-generation';

/** Milliseconds between the first findings and what is made in advance. */
const REST = 200;

export class LanguageServer implements Workspace {
  client = abilitiesOf({});
  readonly knowledgeBases: KnowledgeBases;
  readonly models: Models;
  readonly entities: Entities;
  private readonly documents = new TextDocuments(TextDocument);
  private readonly diagnostics: Diagnostics;
  private readonly names: BackgroundNames;
  private readonly lastRuns = new LastRuns();
  private readonly judgements = new Judgements();
  private readonly knowledge = new BackgroundKnowledge((uri) => this.checkAgain(uri));
  private readonly youngGeneration = new YoungGeneration();
  private readonly settings = new Map<string, Promise<Settings>>();
  /** One stays the same for as long as nothing of it changes, by which one knows that a document need not be checked anew. */
  private readonly situations = new Map<string, Situation>();
  private readonly schemas = new Schemas(
    () => this.folder,
    () => this.reread(),
  );
  private readonly warm = new WeakSet<KbSchema>();
  folder: string | undefined;
  private capabilities: ClientCapabilities = {};
  private asksForSettings = false;
  private registersSettings = false;
  /** The last settings that a client without `workspace/configuration` has sent. */
  private pushed: unknown;
  private announcedProblem: string | undefined;
  private readonly toldProblems = new Set<string>();
  trusted = true;
  cacheFolder: string | undefined;

  constructor(private readonly connection: Connection) {
    this.diagnostics = new Diagnostics(
      connection,
      (uri) => this.documents.get(uri),
      (uri) => this.situationOf(uri),
      this.lastRuns,
      this.judgements,
      this.knowledge,
      (query, { settings, loaded }) => this.entities.unasked(query, settings, loaded.schema),
      (schema) => this.warmUp(schema),
    );
    this.knowledgeBases = new KnowledgeBases(
      connection,
      () => ({ folder: this.folder, cacheFolder: this.cacheFolder }),
      () => this.editorHttp(),
      () => this.client,
    );
    this.models = new Models(connection, () => this.editorHttp());
    this.entities = new Entities(this.knowledgeBases, () => {
      this.askAnew(inlayHints);
      this.knowledge.forget();
      for (const { uri } of this.documents.all()) this.checkAgain(uri);
    });
    this.names = new BackgroundNames(
      (uri) => this.open(uri),
      () => {
        this.askAnew(inlayHints);
        this.askAnew(codeLens);
      },
    );
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.initialized());
    connection.onShutdown(async () => {
      this.names.stop();
      this.knowledge.stop();
      await Promise.all([this.knowledgeBases.close(), this.models.close()]);
    });
    connection.onDidChangeConfiguration(({ settings }) => {
      this.pushed = (settings as { readonly funfusic?: unknown } | null | undefined)?.funfusic;
      this.refresh();
    });
    connection.onDidChangeWatchedFiles(() => this.reread());
    onRequest(connection, STATUS_REQUEST, () => this.status());
    onNotification(connection, TRUST_GRANTED_NOTIFICATION, () => {
      this.trusted = true;
    });
    for (const feature of features) feature.listen(connection, this);
    this.documents.onDidChangeContent(({ document }) => {
      this.youngGeneration.sees(document.getText().length);
      this.diagnostics.schedule(document.uri);
    });
    this.documents.onDidClose(({ document }) => {
      this.settings.delete(document.uri);
      this.situations.delete(document.uri);
      this.diagnostics.close(document.uri);
      this.names.close(document.uri);
    });
    this.documents.listen(connection);
  }

  async open(uri: string): Promise<OpenDocument | undefined> {
    const document = this.documents.get(uri);
    if (!document || isFormsDocument(document)) return undefined;
    const looked = await this.diagnostics.look(document);
    const { settings, schema } = looked;
    const entitiesOf = (query: QueryModel): KbEntities | undefined =>
      this.entities.unasked(query, settings, schema);
    return {
      ...looked,
      judgementOf: (query) => this.judgements.of(uri, looked.checked().queries.indexOf(query), query),
      entitiesOf,
      namesIn: (query) => {
        const entities = entitiesOf(query);
        return schema && entities ? this.names.namesIn(uri, schema, entities.directory) : () => undefined;
      },
    };
  }

  async openForms(uri: string): Promise<OpenForms | undefined> {
    const document = this.documents.get(uri);
    return document && isFormsDocument(document) ? this.diagnostics.lookAtForms(document) : undefined;
  }

  async schema(kb?: string): Promise<KbSchema | undefined> {
    const settings = await this.readSettings(undefined);
    return this.schemaFor(kb === undefined ? settings : { ...settings, knowledgeBase: kb }).schema;
  }

  settingsOf(uri: string | undefined): Promise<Settings> {
    return uri === undefined
      ? this.readSettings(undefined)
      : this.situationOf(uri).then(({ settings }) => settings);
  }

  ran(uri: string, kb: string, query: QueryModel, findings: readonly Finding[]): void {
    if (!this.documents.get(uri) || !this.lastRuns.keep(uri, kb, query, findings)) return;
    this.checkAgain(uri);
  }

  judged(uri: string, index: number, query: QueryModel, judgement: Judgement): void {
    if (!this.documents.get(uri)) return;
    this.judgements.keep(uri, index, query, judgement);
    this.checkAgain(uri);
  }

  lastRun(uri: string, query: QueryModel): LastRun | undefined {
    return this.lastRuns.of(uri, query);
  }

  private initialize({
    capabilities,
    workspaceFolders,
    initializationOptions,
  }: InitializeParams): InitializeResult {
    this.capabilities = capabilities;
    this.client = abilitiesOf(capabilities);
    this.asksForSettings = capabilities.workspace?.configuration === true;
    this.registersSettings = capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.pushed = initializationOptions;
    const { cacheFolder, trusted } = (initializationOptions ?? {}) as {
      readonly [Name in keyof InitializationOptions]: unknown;
    };
    if (typeof cacheFolder === 'string') this.cacheFolder = cacheFolder;
    this.trusted = trusted !== false;
    const folder = workspaceFolders?.[0]?.uri;
    if (folder?.startsWith('file:')) this.folder = fileURLToPath(folder);
    return {
      serverInfo: { name: 'FUn-FuSIC' },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        ...capabilitiesOf(features),
        workspace: { workspaceFolders: { supported: true } },
      },
    };
  }

  private initialized(): void {
    if (this.registersSettings) {
      this.connection.client
        .register(DidChangeConfigurationNotification.type, { section: 'funfusic' })
        .catch((error: unknown) => this.connection.console.warn(String(error)));
    }
    void this.announce();
  }

  /** A while after the first findings are told: whoever opened the document reads them now. */
  private warmUp(schema: KbSchema): void {
    if (this.warm.has(schema)) return;
    this.warm.add(schema);
    setTimeout(() => {
      try {
        for (const feature of features) feature.warmUp?.(schema);
      } catch (error) {
        this.connection.console.error(`Nothing could be made in advance: ${String(error)}`);
      }
    }, REST).unref();
  }

  /** Settings or schema have changed: everything is looked at anew. */
  private refresh(): void {
    this.settings.clear();
    this.situations.clear();
    void this.announce();
    for (const { uri } of this.documents.all()) this.diagnostics.schedule(uri);
    for (const feature of features) this.askAnew(feature);
  }

  /** More is known of a text that is the same: an editor asks for code lenses anew only when the text changes. */
  private checkAgain(uri: string): void {
    this.diagnostics.again(uri);
    this.askAnew(codeLens);
  }

  private askAnew(feature: Feature): void {
    feature
      .refresh?.(this.connection, this.capabilities)
      ?.catch((error: unknown) => this.connection.console.warn(String(error)));
  }

  private async situationOf(uri: string): Promise<Situation> {
    let reading = this.settings.get(uri);
    if (!reading) this.settings.set(uri, (reading = this.readSettings(uri)));
    const settings = await reading;
    const loaded = this.schemaFor(settings, this.documents.get(uri)?.getText());
    // The schema of the workspace is announced; that of a KB is seen here first.
    if (loaded !== this.schemas.at(settings.schemaFile)) this.tellOnce(loaded.status.problem);
    const known = this.situations.get(uri);
    if (known?.settings === settings && known.loaded === loaded) return known;
    const situation = { settings, loaded };
    this.situations.set(uri, situation);
    return situation;
  }

  async sections(): Promise<{ readonly funfusic: unknown; readonly http: unknown }> {
    const [funfusic, http] = await Promise.all([this.readSection(undefined), this.editorHttp()]);
    return { funfusic, http };
  }

  private async readSettings(uri: string | undefined): Promise<Settings> {
    const { settings, problems } = parseSettings(await this.readSection(uri));
    for (const problem of problems) this.connection.console.warn(problem);
    return settings;
  }

  private async readSection(uri: string | undefined): Promise<unknown> {
    const raw: unknown = this.asksForSettings
      ? await this.connection.workspace
          .getConfiguration(
            uri === undefined ? { section: 'funfusic' } : { scopeUri: uri, section: 'funfusic' },
          )
          .catch((error: unknown) => {
            this.connection.console.warn(`The client gave no settings: ${String(error)}`);
            return {};
          })
      : this.pushed;
    return raw ?? {};
  }

  /** What the editor itself has set for proxies and certificates. */
  private async editorHttp(): Promise<unknown> {
    if (!this.asksForSettings) return undefined;
    return this.connection.workspace
      .getConfiguration({ section: 'http' })
      .catch(() => undefined) as Promise<unknown>;
  }

  /** The schema of the KB that a document is for, where that has one of its own. */
  private schemaFor({ schemaFile, knowledgeBases, knowledgeBase }: Settings, text = ''): LoadedSchema {
    const some = Object.values(knowledgeBases).some(({ schema }) => schema !== undefined);
    const kb = some ? knowledgeBases[firstEndpointIn(text) ?? knowledgeBase] : undefined;
    return this.schemas.at(kb?.schema ?? schemaFile);
  }

  private reread(): void {
    this.schemas.forget();
    this.refresh();
  }

  private async status(): Promise<ServerStatus> {
    const settings = await this.readSettings(undefined).catch(() => defaultSettings);
    return { schema: this.schemaFor(settings).status, dialect: settings.dialect };
  }

  /** Tells the client where things stand; a problem is also told to the user, once. */
  private async announce(): Promise<void> {
    const status = await this.status();
    notify(this.connection, STATUS_NOTIFICATION, status);
    const { problem } = status.schema;
    if (problem === this.announcedProblem) return;
    if (this.announcedProblem !== undefined) this.toldProblems.delete(this.announcedProblem);
    this.announcedProblem = problem;
    this.tellOnce(problem);
  }

  private tellOnce(problem: string | undefined): void {
    if (problem === undefined || this.toldProblems.has(problem)) return;
    this.toldProblems.add(problem);
    void this.connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Error,
      message: problem,
    });
  }
}
