/** A feature of the language server. There is one file for each; features.ts lists them. */
import {
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  type ServerCapabilities,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CheckedDocument, CheckOptions } from '../core/check/check';
import type { FixedQuery, HasAnswer } from '../core/query/fix-query';
import type { FixAllResult } from '../core/check/fix-all';
import type { Finding, Fix } from '../core/check/verifier';
import type { EntityNameLookup } from '../core/edit/hover';
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
  /** Asks the client to send its requests again after a change of settings, schema or names, if the client supports it. */
  refresh?(connection: Connection, client: ClientCapabilities): Promise<unknown> | undefined;
  /** Prepares the first request. Called once for each schema, when the server is idle. */
  warmUp?(schema: KbSchema): void;
}

/** A feature that handles only custom requests. custom-features.ts lists them. */
export type CustomFeature = Feature['listen'];

/** A document with queries. */
export interface OpenDocument {
  readonly document: TextDocument;
  readonly settings: Settings;
  readonly schema: KbSchema | undefined;
  /** The names of the entities in a query that are already known. When more are known, the client is asked to refresh. */
  readonly namesIn: (query: QueryModel) => EntityNameLookup;
  /** The KB of a query, if it may be used in the background. */
  readonly entitiesOf: (query: QueryModel) => KbEntities | undefined;
  /** The last comparison of a query with its question; `stale` if one of them has changed. */
  readonly judgementOf: (query: QueryModel) => (Judgement & { readonly stale: boolean }) | undefined;
  /** Parses and checks the document, once for each version. */
  readonly checked: () => CheckedDocument;
  readonly onDefect: CheckOptions['onDefect'];
  /** The fixes of a finding that have been tested. */
  readonly fixesOf: (finding: Finding) => readonly Fix[];
  /** The text with all safe fixes. */
  readonly safelyFixed: () => FixAllResult;
  /** Fixes one query of a text of this document. */
  readonly fixQuery: (text: string, index: number, hasAnswer: HasAnswer | undefined) => Promise<FixedQuery>;
}

export function queryAt({ queries }: CheckedDocument, offset: number): QueryModel | undefined {
  return queries.find(({ range }) => covers(range, { start: offset, end: offset }));
}

/** Answers a request about an open document. Returns `otherwise` if it is not open. */
export async function answer<Result>(
  workspace: Workspace,
  uri: string,
  token: CancellationToken,
  otherwise: Result,
  work: (open: OpenDocument) => Result | Promise<Result>,
): Promise<Result | ResponseError> {
  const open = await workspace.open(uri);
  if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
  return open ? work(open) : otherwise;
}

/** Answers a request about a position in an open document. Returns null if it is not open. */
export function answerAt<Result>(
  workspace: Workspace,
  { textDocument, position }: TextDocumentPositionParams,
  token: CancellationToken,
  work: (open: OpenDocument, offset: number) => Result | Promise<Result>,
): Promise<Result | null | ResponseError> {
  return answer<Result | null>(workspace, textDocument.uri, token, null, (open) =>
    work(open, open.document.offsetAt(position)),
  );
}
