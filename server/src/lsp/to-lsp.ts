/** Ranges, findings and fixes as LSP has them: the only file that knows both. */
import {
  CodeActionKind,
  DiagnosticSeverity,
  DiagnosticTag,
  type CodeAction,
  type Diagnostic,
  type Range,
  type TextEdit as LspEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from '../core/text/edit';
import type { TextRange } from '../core/text/range';
import { tell } from '../core/verify/tell';
import type { Finding, Fix, Severity } from '../core/verify/verifier';

export const SOURCE = 'FUn-FuSIC';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export function toRange(document: TextDocument, { start, end }: TextRange): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function toDiagnostic(document: TextDocument, finding: Finding): Diagnostic {
  const { code, severity, related, unnecessary } = finding;
  return {
    range: toRange(document, finding.range),
    message: tell(finding),
    code,
    source: SOURCE,
    severity: SEVERITIES[severity],
    ...(unnecessary ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(related?.length
      ? {
          relatedInformation: related.map(({ range, message }) => ({
            location: { uri: document.uri, range: toRange(document, range) },
            message,
          })),
        }
      : {}),
  };
}

export function toEdits(document: TextDocument, edits: readonly TextEdit[]): LspEdit[] {
  return edits.map(({ range, newText }) => ({ range: toRange(document, range), newText }));
}

/** Fixes of a finding, the first one preferred. */
export function toCodeActions(document: TextDocument, finding: Finding, fixes: readonly Fix[]): CodeAction[] {
  return fixes.map(({ title, edits }, index) => ({
    title,
    kind: CodeActionKind.QuickFix,
    isPreferred: index === 0,
    diagnostics: [toDiagnostic(document, finding)],
    edit: { changes: { [document.uri]: toEdits(document, edits) } },
  }));
}
