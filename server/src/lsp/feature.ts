/** One thing that the server does for an editor when asked: one file each, listed in features.ts. */
import {
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { EntityNames } from '../core/edit/hover';
import type { KbSchema } from '../core/schema/schema';
import type { QueryModel } from '../core/language/sparql/model';
import { covers } from '../core/language/text/range';
import type { CheckedDocument, CheckOptions } from '../core/check/check';
import type { SafelyFixed } from '../core/check/fix-all';
import type { Finding, Fix } from '../core/check/verifier';
import type { Settings } from '../settings/settings';
import type { Entities, KbEntities } from './entities';
import type { OpenForms } from './forms';
import type { Judgement } from './judgements';
import type { KnowledgeBases } from './knowledge-bases';
import type { LastRun } from './last-runs';
import type { Models } from './models';

export interface Feature {
  /** What the server promises for it. */
  readonly capabilities: ServerCapabilities;
  listen(connection: Connection, workspace: Workspace): void;
  /** Settings or schema have changed: has the client ask anew, where it can be told to. */
  refresh?(connection: Connection, client: ClientCapabilities): Promise<unknown> | undefined;
  /** Makes what the first request would have to wait for; called once for a schema, when nobody waits. */
  warmUp?(schema: KbSchema): void;
}

/** What a feature may ask for. */
export interface Workspace {
  /** The document as it is now; nothing when the client has not opened it, or it is one of logical forms. */
  open(uri: string): Promise<OpenDocument | undefined>;
  /** A document of logical forms as it is now. */
  openForms(uri: string): Promise<OpenForms | undefined>;
  /** The schema in force, or that of a KB, for features that concern no document. */
  schema(kb?: string): Promise<KbSchema | undefined>;
  /** The settings in force for a document, or without one for the workspace. */
  settingsOf(uri: string | undefined): Promise<Settings>;
  /** The sections of the editor's settings as it has them, to be handed on to a command. */
  sections(): Promise<{ readonly funfusic: unknown; readonly http: unknown }>;
  /** In a workspace that the user does not trust, nothing is written. */
  readonly trusted: boolean;
  /** A folder of the server's own, where the client has named one. */
  readonly cacheFolder: string | undefined;
  readonly knowledgeBases: KnowledgeBases;
  readonly models: Models;
  /** What relative paths start from: the first folder that is open. */
  readonly folder: string | undefined;
  readonly entities: Entities;
  /** What a run says of its query is shown until the query is another; ranges are in the text of `query`. */
  ran(uri: string, kb: string, query: QueryModel, findings: readonly Finding[]): void;
  /** The last run of a query as it is now, where it said anything of it. */
  lastRun(uri: string, query: QueryModel): LastRun | undefined;
  /** Somebody has compared a query with its question: shown until one of them is another. */
  judged(uri: string, index: number, query: QueryModel, judgement: Judgement): void;
  readonly client: ClientAbilities;
}

/** What the editor at the other end can do that not every editor can. */
export interface ClientAbilities {
  /** Open the pages that tell what the schema knows. */
  readonly schemaPages: boolean;
  /** Take a definition together with what it is the definition of. */
  readonly definitionLinks: boolean;
  /** The commands of ours that it runs. */
  readonly commands: readonly string[];
  /** Ask the user for consent in a way of its own. */
  readonly asksForConsent: boolean;
  /** Go to a place when the server asks for it. */
  readonly showsDocuments: boolean;
  /** Fill in the places of a snippet. */
  readonly snippets: boolean;
  /** Mark those code actions that a model is behind. */
  readonly tagsCodeActions: boolean;
  /** Either insert a completion or replace what stands behind the cursor with it. */
  readonly replacing: boolean;
}

export interface OpenDocument {
  readonly document: TextDocument;
  readonly settings: Settings;
  /** Absent when there is none to judge by. */
  readonly schema: KbSchema | undefined;
  /** The names of a query's entities, as far as they are known now; what is missing comes later, with a refresh. */
  readonly namesIn: (query: QueryModel) => EntityNames;
  /** The KB that a query is for and what it knows of entities, where it may be asked though nobody ran the query. */
  readonly entitiesOf: (query: QueryModel) => KbEntities | undefined;
  /** How a query was last compared with its question, and whether that still holds. */
  readonly judgementOf: (query: QueryModel) => (Judgement & { readonly stale: boolean }) | undefined;
  /** Read and checked, once for each version. */
  readonly checked: () => CheckedDocument;
  /** For whoever verifies more of it. */
  readonly onDefect: CheckOptions['onDefect'];
  /** The fixes of a finding that do what they promise. */
  readonly fixesOf: (finding: Finding) => readonly Fix[];
  /** The text with all safe fixes made. */
  readonly safelyFixed: () => SafelyFixed;
}

/** The query that an offset is in. */
export function queryAt({ queries }: CheckedDocument, offset: number): QueryModel | undefined {
  return queries.find(({ range }) => covers(range, { start: offset, end: offset }));
}

/** An answer about an open document; `otherwise` where the document is not open, and no answer once nobody wants it. */
export async function answer<Result>(
  workspace: Workspace,
  uri: string,
  token: CancellationToken,
  otherwise: Result,
  work: (open: OpenDocument) => Result,
): Promise<Result | ResponseError> {
  const open = await workspace.open(uri);
  if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
  return open ? work(open) : otherwise;
}
