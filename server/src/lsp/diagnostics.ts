/** Publishes the findings of open documents, for their latest version only. */
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { unknownEndpoint } from '../core/edit/endpoint';
import { listKnowledgeBases } from '../core/kb/kb-list';
import type { QueryModel } from '../core/language/sparql/model';
import { PROPOSAL_SCHEME } from '../protocol/index';
import type { Settings } from '../settings/settings';
import { isFormsDocument } from './logical-forms';
import { SOURCE, toDiagnostic, toRange } from './to-lsp';
import type { Workspace } from './workspace';

/** The limit for one document. More would slow down the editor without being useful. */
const MAX_DIAGNOSTICS = 1000;

export class Diagnostics {
  private readonly scheduled = new Map<string, NodeJS.Immediate>();

  constructor(private readonly workspace: Workspace) {}

  /**
   * Publishes after the messages that have already arrived, so that only the last of several edits is checked. Each turn of the event
   * loop reads one message; when the version is the same a turn later, all have been read.
   */
  schedule(uri: string): void {
    const currentVersion = (): number | undefined => this.workspace.documents.get(uri)?.version;
    clearImmediate(this.scheduled.get(uri));
    const publishIfUnchanged = (version: number | undefined): void => {
      const current = currentVersion();
      if (current !== version) {
        this.scheduled.set(uri, setImmediate(publishIfUnchanged, current));
        return;
      }
      this.scheduled.delete(uri);
      void this.publish(uri);
    };
    this.scheduled.set(
      uri,
      setImmediate(() => {
        this.scheduled.set(uri, setImmediate(publishIfUnchanged, currentVersion()));
      }),
    );
  }

  close(uri: string): void {
    clearImmediate(this.scheduled.get(uri));
    this.scheduled.delete(uri);
    void this.workspace.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  private async publish(uri: string): Promise<void> {
    const { connection, documents, checks } = this.workspace;
    const document = documents.get(uri);
    if (!document) return;
    const { version } = document;
    // A proposal is shown beside the query that it would replace; its findings would be listed twice.
    if (uri.startsWith(`${PROPOSAL_SCHEME}:`)) {
      await connection.sendDiagnostics({ uri, version, diagnostics: [] });
      return;
    }
    const context = await this.workspace.contextOf(uri);
    if (documents.get(uri) !== document || document.version !== version) return;
    const { schema, settings, checked } = checks.open(document, context);
    const { findings, queries } = isFormsDocument(document)
      ? { findings: checks.checkForms(document, context), queries: [] }
      : checked();
    const diagnostics = findings.slice(0, MAX_DIAGNOSTICS).map((finding) => toDiagnostic(document, finding));
    diagnostics.push(...unknownKbs(document, queries, settings));
    if (!schema) diagnostics.unshift(NO_SCHEMA);
    await connection.sendDiagnostics({ uri, version, diagnostics });
    if (schema) this.workspace.checkedWith(schema);
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
  const kbs = listKnowledgeBases(knowledgeBases);
  return queries.slice(0, MAX_DIAGNOSTICS).flatMap((query) => {
    const unknown = unknownEndpoint(query, kbs);
    if (!unknown) return [];
    const { range, message } = unknown;
    const severity = DiagnosticSeverity.Information;
    return [{ range: toRange(document, range), severity, source: SOURCE, code: 'unknown_kb', message }];
  });
}
