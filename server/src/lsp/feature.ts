/** A feature of the language server: one file each, listed in features.ts. */
import {
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CheckedDocument, CheckOptions } from '../core/check/check';
import type { SafelyFixed } from '../core/check/fix-all';
import type { Finding, Fix } from '../core/check/verifier';
import type { EntityNames } from '../core/edit/hover';
import type { QueryModel } from '../core/language/sparql/model';
import { covers } from '../core/language/text/range';
import type { KbSchema } from '../core/schema/schema';
import type { Settings } from '../settings/settings';
import type { KbEntities } from './entities';
import type { Judgement } from './judgements';
import type { Workspace } from './workspace';

export interface Feature {
  readonly capabilities: ServerCapabilities;
  listen(connection: Connection, workspace: Workspace): void;
  /** Makes the client send its requests again after a change of settings, schema or names, if it supports that. */
  refresh?(connection: Connection, client: ClientCapabilities): Promise<unknown> | undefined;
  /** Prepares the first request. Called once for each schema, when the server is idle. */
  warmUp?(schema: KbSchema): void;
}

/** A document with queries. */
export interface OpenDocument {
  readonly document: TextDocument;
  readonly settings: Settings;
  readonly schema: KbSchema | undefined;
  /** The names of the entities in a query that are known now. A refresh follows when more are known. */
  readonly namesIn: (query: QueryModel) => EntityNames;
  /** The KB of a query, if it may be used in the background. */
  readonly entitiesOf: (query: QueryModel) => KbEntities | undefined;
  /** The last comparison of a query with its question; `stale` if one of them has changed. */
  readonly judgementOf: (query: QueryModel) => (Judgement & { readonly stale: boolean }) | undefined;
  /** Parses and checks the document, once for each version. */
  readonly checked: () => CheckedDocument;
  readonly onDefect: CheckOptions['onDefect'];
  /** The fixes of a finding that have been tried out. */
  readonly fixesOf: (finding: Finding) => readonly Fix[];
  /** The text with all safe fixes. */
  readonly safelyFixed: () => SafelyFixed;
}

/** The query at an offset. */
export function queryAt({ queries }: CheckedDocument, offset: number): QueryModel | undefined {
  return queries.find(({ range }) => covers(range, { start: offset, end: offset }));
}

/** Answers a request about an open document; `otherwise` if it is not open. */
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
