/** Ranges, findings and fixes as LSP defines them: the only file that knows both. */
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
import type { TextEdit } from '../core/language/text/edit';
import type { TextRange } from '../core/language/text/range';
import { summarizeFinding } from '../core/check/finding-text';
import type { Finding, Fix, Severity } from '../core/check/verifier';

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
  const { code, severity, because, related = [], unnecessary } = finding;
  const reason = because ? [{ range: finding.range, message: because }] : [];
  const information = [...reason, ...related];
  return {
    range: toRange(document, finding.range),
    message: summarizeFinding(finding),
    code,
    source: SOURCE,
    severity: SEVERITIES[severity],
    ...(unnecessary ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(information.length
      ? {
          relatedInformation: information.map(({ range, message }) => ({
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

/** All safe fixes at once. Clients request it as `source.fixAll`, or by its own name. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.funfusic`;

/** The fixes of a finding. The first one is preferred, unless several are equally likely. */
export function toCodeActions(document: TextDocument, finding: Finding, fixes: readonly Fix[]): CodeAction[] {
  return fixes.map(({ title, edits, oneOfMany }, index) => ({
    ...toAction(document, { title, kind: CodeActionKind.QuickFix, edits }),
    isPreferred: index === 0 && !(oneOfMany && fixes.length > 1),
    diagnostics: [toDiagnostic(document, finding)],
  }));
}

export function toAction(
  document: TextDocument,
  {
    title,
    kind,
    edits,
  }: { readonly title: string; readonly kind: CodeActionKind; readonly edits: readonly TextEdit[] },
): CodeAction {
  return { title, kind, edit: { changes: { [document.uri]: toEdits(document, edits) } } };
}
