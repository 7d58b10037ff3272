/** Reports the findings of open documents, for their latest version only. They are pushed, unless the client pulls them. */
import {
  DiagnosticSeverity,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  type Diagnostic,
  type DiagnosticServerCancellationData,
  type DocumentDiagnosticReport,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { unknownEndpoint } from '../core/edit/endpoint';
import { listKnowledgeBases } from '../core/kb/kb-list';
import { endpointOf } from '../core/language/sparql/endpoint';
import type { QueryModel } from '../core/language/sparql/model';
import type { KbSchema } from '../core/schema/schema';
import { PROPOSAL_SCHEME } from '../protocol/index';
import type { Settings } from '../settings/settings';
import { isFormsDocument } from './logical-forms';
import { SOURCE, toDiagnostic, toRange } from './to-lsp';
import type { Workspace } from './workspace';

/** The limit for one document. More would slow down the editor without being useful. */
const MAX_DIAGNOSTICS = 1000;

export class Diagnostics {
  private readonly scheduled = new Map<string, NodeJS.Immediate>();
  private refreshing: NodeJS.Immediate | undefined;

  constructor(private readonly workspace: Workspace) {
    workspace.connection.languages.diagnostics.on(({ textDocument: { uri } }) => this.pull(uri));
  }

  get capabilities(): ServerCapabilities {
    return this.workspace.client.pullsDiagnostics
      ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }
      : {};
  }

  /** The text has changed. A client that pulls does so without being asked. */
  onText(uri: string): void {
    if (!this.workspace.client.pullsDiagnostics) this.schedule(uri);
  }

  /** The findings may have changed, although the text is the same. */
  onOther(uri: string): void {
    if (this.workspace.client.pullsDiagnostics) this.refresh();
    else this.schedule(uri);
  }

  /** Asks the client to pull the diagnostics of all documents again. Several changes at once lead to one request. */
  private refresh(): void {
    const { connection } = this.workspace;
    this.refreshing ??= setImmediate(() => {
      this.refreshing = undefined;
      connection.languages.diagnostics
        .refresh()
        .catch((error: unknown) => connection.console.warn(String(error)));
    });
  }

  /**
   * Publishes after the messages that have already arrived, so that only the last of several edits is checked. Each turn of the event
   * loop reads one message; when the version is the same a turn later, all have been read. The first turn is requested after that of
   * the next message, so that the response to a request which follows the edit is sent before the check.
   */
  private schedule(uri: string): void {
    const currentVersion = (): number | undefined => this.workspace.documents.get(uri)?.version;
    const publishIfUnchanged = (version: number | undefined): void => {
      const current = currentVersion();
      if (current !== version) {
        this.scheduled.set(uri, setImmediate(publishIfUnchanged, current));
        return;
      }
      this.scheduled.delete(uri);
      void this.publish(uri);
    };
    queueMicrotask(() => {
      clearImmediate(this.scheduled.get(uri));
      this.scheduled.set(
        uri,
        setImmediate(() => {
          this.scheduled.set(uri, setImmediate(publishIfUnchanged, currentVersion()));
        }),
      );
    });
  }

  close(uri: string): void {
    clearImmediate(this.scheduled.get(uri));
    this.scheduled.delete(uri);
    const { client, connection } = this.workspace;
    if (!client.pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  private async pull(
    uri: string,
  ): Promise<DocumentDiagnosticReport | ResponseError<DiagnosticServerCancellationData>> {
    const found = await this.diagnosticsOf(uri);
    if (found === 'changed')
      return new ResponseError(LSPErrorCodes.ServerCancelled, 'The document has changed.', {
        retriggerRequest: true,
      });
    if (found?.schema) this.workspace.checkedWith(found.schema);
    return { kind: DocumentDiagnosticReportKind.Full, items: [...(found?.diagnostics ?? [])] };
  }

  private async publish(uri: string): Promise<void> {
    const found = await this.diagnosticsOf(uri);
    if (found === undefined || found === 'changed') return;
    const { version, diagnostics, schema } = found;
    await this.workspace.connection.sendDiagnostics({ uri, version, diagnostics: [...diagnostics] });
    if (schema) this.workspace.checkedWith(schema);
  }

  /** Undefined if the document is not open; `changed` if it changes while its settings are read. */
  private async diagnosticsOf(uri: string): Promise<
    | {
        readonly version: number;
        readonly diagnostics: readonly Diagnostic[];
        readonly schema?: KbSchema | undefined;
      }
    | 'changed'
    | undefined
  > {
    const { documents, checks } = this.workspace;
    const document = documents.get(uri);
    if (!document) return undefined;
    const { version } = document;
    // A proposal is shown beside the query that it would replace; its findings would be listed twice.
    if (uri.startsWith(`${PROPOSAL_SCHEME}:`)) return { version, diagnostics: [] };
    const context = await this.workspace.contextOf(uri);
    if (documents.get(uri) !== document || document.version !== version) return 'changed';
    const { schema, settings, checked } = checks.open(document, context);
    const { findings, queries } = isFormsDocument(document)
      ? { findings: checks.checkForms(document, context), queries: [] }
      : checked();
    const diagnostics = findings.slice(0, MAX_DIAGNOSTICS).map((finding) => toDiagnostic(document, finding));
    diagnostics.push(...unknownKbs(document, queries, settings));
    if (!schema) diagnostics.unshift(NO_SCHEMA);
    return { version, diagnostics, schema };
  }
}

/** Tells the user that a document without findings may still be wrong. */
const NO_SCHEMA: Diagnostic = {
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  severity: DiagnosticSeverity.Information,
  source: SOURCE,
  code: 'no_schema',
  message: 'No KB schema is loaded: only the syntax is checked, not the relations, classes and types.',
};

/** The severity is information, because another user of the file may have a KB with that name. */
function unknownKbs(
  document: TextDocument,
  queries: readonly QueryModel[],
  { knowledgeBases }: Settings,
): readonly Diagnostic[] {
  const named = queries.filter((query) => endpointOf(query)).slice(0, MAX_DIAGNOSTICS);
  if (!named.length) return [];
  const kbs = listKnowledgeBases(knowledgeBases);
  return named.flatMap((query) => {
    const unknown = unknownEndpoint(query, kbs);
    if (!unknown) return [];
    const { range, message } = unknown;
    const severity = DiagnosticSeverity.Information;
    return [{ range: toRange(document, range), severity, source: SOURCE, code: 'unknown_kb', message }];
  });
}
