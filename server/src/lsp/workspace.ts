/** The state of the language server: documents, settings, schemas, KBs and models. Features receive it as one object. */
import { fileURLToPath } from 'node:url';
import { MessageType, TextDocuments, type Connection, type InitializeParams } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { LoadedSchema } from '../compose/schemas';
import type { Finding } from '../core/check/verifier';
import { findFirstEndpoint } from '../core/language/sparql/endpoint';
import type { QueryModel } from '../core/language/sparql/model';
import type { KbSchema } from '../core/schema/schema';
import { STATUS_NOTIFICATION, type InitializationOptions, type ServerStatus } from '../protocol/index';
import { defaultSettings, type Settings } from '../settings/settings';
import { BackgroundKnowledge } from './background-knowledge';
import { BackgroundNames } from './background-names';
import { CheckedDocuments, type DocumentContext } from './checked-documents';
import { toClientAbilities } from './client-abilities';
import { ClientSettings } from './client-settings';
import { Entities, type KbEntities } from './entities';
import { EntitySearches } from './entity-search';
import type { OpenDocument } from './feature';
import { isFormsDocument, type OpenForms } from './logical-forms';
import { Judgements, type Judgement } from './judgements';
import { KnowledgeBases } from './knowledge-bases';
import { LastRuns, type LastRun } from './last-runs';
import { ModelNotice } from './model-notice';
import { Models } from './models';
import { RelationFacts } from './relation-facts';
import { notify, showMessage } from './requests';
import { SchemaPages } from './schema-pages';
import { Schemas } from './schemas';

/** Callbacks for changes of the state. */
interface WorkspaceListener {
  /** The settings or a schema have changed. */
  readonly onConfiguration: () => void;
  /** Facts or findings about a document have changed, although its text is the same. */
  readonly onKnowledge: (uri: string) => void;
  /** More names of entities are known. */
  readonly onNames: () => void;
  /** A document has been checked with this schema. */
  readonly onChecked: (schema: KbSchema) => void;
}

export class Workspace {
  client = toClientAbilities({});
  /** The first open folder. Relative paths start here. */
  folder: string | undefined;
  /** The folder for the server's own files, if the client names one. */
  cacheFolder: string | undefined;
  /** Nothing is written into an untrusted workspace. */
  trusted = true;
  readonly documents = new TextDocuments(TextDocument);
  readonly knowledgeBases: KnowledgeBases;
  readonly models: Models;
  readonly entities: Entities;
  readonly checks = new CheckedDocuments(this);
  readonly lastRuns = new LastRuns();
  readonly judgements = new Judgements();
  /** The queries that a command is repairing. */
  readonly repairing = new Set<string>();
  readonly modelNotice: ModelNotice;
  readonly pages = new SchemaPages(() => ({
    schemaPages: this.client.schemaPages,
    cacheFolder: this.cacheFolder,
  }));
  readonly knowledge: BackgroundKnowledge;
  readonly relationFacts = new RelationFacts();
  readonly entitySearches = new EntitySearches();
  private readonly names: BackgroundNames;
  private readonly clientSettings: ClientSettings;
  private readonly schemas: Schemas;
  private readonly settingsByUri = new Map<string, Promise<Settings>>();
  private readonly contexts = new Map<string, DocumentContext>();
  private announcedProblem: string | undefined;
  private readonly reportedProblems = new Set<string>();

  constructor(
    readonly connection: Connection,
    private readonly listener: WorkspaceListener,
  ) {
    this.clientSettings = new ClientSettings(connection);
    const http = (): Promise<unknown> => this.clientSettings.http();
    this.knowledgeBases = new KnowledgeBases(
      connection,
      () => ({ folder: this.folder, cacheFolder: this.cacheFolder }),
      http,
      () => this.client,
    );
    this.models = new Models(connection, http, () => this.client);
    this.modelNotice = new ModelNotice(connection);
    this.schemas = new Schemas(
      () => this.folder,
      () => this.reloadSchemas(),
    );
    this.knowledge = new BackgroundKnowledge((uri) => this.recheck(uri));
    this.names = new BackgroundNames(
      (uri) => this.open(uri),
      () => listener.onNames(),
    );
    this.entities = new Entities(this.knowledgeBases, () => {
      listener.onNames();
      this.knowledge.forget();
      this.relationFacts.forget();
      for (const { uri } of this.documents.all()) this.recheck(uri);
    });
  }

  initialize(params: InitializeParams): void {
    const { capabilities } = params;
    const initializationOptions: unknown = params.initializationOptions;
    this.client = toClientAbilities(capabilities);
    this.clientSettings.initialize(capabilities, initializationOptions);
    const { cacheFolder, trusted } = (initializationOptions ?? {}) as {
      readonly [Name in keyof InitializationOptions]: unknown;
    };
    if (typeof cacheFolder === 'string') this.cacheFolder = cacheFolder;
    this.trusted = trusted !== false;
    this.folder = rootFolder(params);
  }

  initialized(): void {
    this.clientSettings.register();
    void this.announce();
  }

  async stop(): Promise<void> {
    this.names.stop();
    this.knowledge.stop();
    this.relationFacts.stop();
    this.entitySearches.stop();
    await Promise.all([this.knowledgeBases.close(), this.models.close()]);
  }

  /** An open document with queries. */
  async open(uri: string): Promise<OpenDocument | undefined> {
    const document = this.documents.get(uri);
    if (!document || isFormsDocument(document)) return undefined;
    const open = this.checks.open(document, await this.contextOf(uri));
    const { settings, schema } = open;
    const entitiesOf = (query: QueryModel): KbEntities | undefined =>
      this.entities.inBackground(query, settings, schema);
    return {
      ...open,
      judgementOf: (query) => this.judgements.of(uri, open.checked().queries.indexOf(query), query),
      entitiesOf,
      namesIn: (query) => {
        const entities = entitiesOf(query);
        return schema && entities ? this.names.namesIn(uri, schema, entities.directory) : () => undefined;
      },
    };
  }

  /** An open document with logical forms. */
  async openForms(uri: string): Promise<OpenForms | undefined> {
    const document = this.documents.get(uri);
    if (!document || !isFormsDocument(document)) return undefined;
    return this.checks.openForms(document, await this.contextOf(uri));
  }

  close(uri: string): void {
    this.settingsByUri.delete(uri);
    this.contexts.delete(uri);
    this.checks.forget(uri);
    this.lastRuns.forget(uri);
    this.judgements.forget(uri);
    this.knowledge.cancel(uri);
    this.names.close(uri);
  }

  /** The schema of the workspace, or of a KB. */
  async schema(kb?: string): Promise<KbSchema | undefined> {
    const settings = await this.settings();
    return this.schemaFor(kb === undefined ? settings : { ...settings, knowledgeBase: kb }).schema;
  }

  /** The settings of the workspace; `contextOf` has those of a document. */
  settings(): Promise<Settings> {
    return this.clientSettings.read(undefined);
  }

  /** The settings as the client sent them, to pass them to a child process. */
  async sections(): Promise<{ readonly funfusic: unknown; readonly http: unknown }> {
    const { clientSettings } = this;
    const [funfusic, http] = await Promise.all([clientSettings.section(undefined), clientSettings.http()]);
    return { funfusic, http };
  }

  async contextOf(uri: string): Promise<DocumentContext> {
    let pending = this.settingsByUri.get(uri);
    if (!pending) this.settingsByUri.set(uri, (pending = this.clientSettings.read(uri)));
    const settings = await pending;
    const loaded = this.schemaFor(settings, this.documents.get(uri)?.getText());
    // `announce` reports the schema of the workspace, but not that of a KB.
    if (loaded !== this.schemas.at(settings.schemaFile)) this.reportOnce(loaded.status.problem);
    const known = this.contexts.get(uri);
    if (known?.settings === settings && known.loaded === loaded) return known;
    const context = { settings, loaded };
    this.contexts.set(uri, context);
    return context;
  }

  /** Shows the findings of a run until the query changes. Their ranges are in the text of `query`. */
  recordRun(uri: string, kb: string, query: QueryModel, findings: readonly Finding[]): void {
    if (this.documents.get(uri) && this.lastRuns.record(uri, kb, query, findings)) this.recheck(uri);
  }

  lastRun(uri: string, query: QueryModel): LastRun | undefined {
    return this.lastRuns.of(uri, query);
  }

  /** Shows the comparison of a query with its question until one of them changes. */
  recordJudgement(uri: string, index: number, query: QueryModel, judgement: Judgement): void {
    if (!this.documents.get(uri)) return;
    this.judgements.record(uri, index, query, judgement);
    this.recheck(uri);
  }

  setPushedSettings(settings: unknown): void {
    this.clientSettings.push(settings);
    this.reconfigure();
  }

  /** Disables a check until the server stops. */
  disableCheck(code: string): void {
    this.clientSettings.disableCheck(code);
    this.reconfigure();
  }

  reloadSchemas(): void {
    this.schemas.forget();
    this.reconfigure();
  }

  checkedWith(schema: KbSchema): void {
    this.listener.onChecked(schema);
  }

  async status(): Promise<ServerStatus> {
    const settings = await this.settings().catch(() => defaultSettings);
    return { schema: this.schemaFor(settings).status, dialect: settings.dialect };
  }

  readonly onDefect = (code: string, error: unknown): void => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.connection.console.error(`The verifier "${code}" failed: ${reason}`);
  };

  private recheck(uri: string): void {
    this.checks.forget(uri);
    this.listener.onKnowledge(uri);
  }

  private reconfigure(): void {
    this.settingsByUri.clear();
    this.contexts.clear();
    void this.announce();
    this.listener.onConfiguration();
  }

  /** The schema of a document's KB if the KB has one of its own, otherwise that of the workspace. */
  private schemaFor({ schemaFile, knowledgeBases, knowledgeBase }: Settings, text = ''): LoadedSchema {
    const hasKbSchemas = Object.values(knowledgeBases).some(({ schema }) => schema !== undefined);
    const kb = hasKbSchemas ? knowledgeBases[findFirstEndpoint(text) ?? knowledgeBase] : undefined;
    return this.schemas.at(kb?.schema ?? schemaFile);
  }

  /** Sends the status to the client, and shows a new problem to the user. */
  private async announce(): Promise<void> {
    const status = await this.status();
    if (this.client.showsStatus) notify(this.connection, STATUS_NOTIFICATION, status);
    const { problem } = status.schema;
    if (problem === this.announcedProblem) return;
    if (this.announcedProblem !== undefined) this.reportedProblems.delete(this.announcedProblem);
    this.announcedProblem = problem;
    this.reportOnce(problem);
  }

  private reportOnce(problem: string | undefined): void {
    if (problem === undefined || this.reportedProblems.has(problem)) return;
    this.reportedProblems.add(problem);
    showMessage(this.connection, MessageType.Error, problem);
  }
}

/** The first folder of the workspace. Clients without workspace folders name one root. */
function rootFolder({ workspaceFolders, ...root }: InitializeParams): string | undefined {
  // Older clients send these two; the protocol has replaced them by folders.
  const { rootUri, rootPath } = root as {
    readonly rootUri?: string | null;
    readonly rootPath?: string | null;
  };
  const uri = workspaceFolders?.[0]?.uri ?? rootUri;
  if (uri) return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  return rootPath || undefined;
}
