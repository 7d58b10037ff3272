/** Conversion of ranges, findings and fixes to LSP types. Only this file knows both. */
import { pathToFileURL } from 'node:url';
import {
  CodeActionKind,
  DiagnosticSeverity,
  DiagnosticTag,
  type CodeAction,
  MarkupKind,
  type Diagnostic,
  type MarkupContent,
  type Range,
  type TextEdit as LspEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from '../core/language/text/edit';
import { range, type TextRange } from '../core/language/text/range';
import { toPlainText } from '../core/edit/plain-text';
import { summarizeFinding } from '../core/check/finding-text';
import type { Finding, Fix, Severity } from '../core/check/verifier';
import { documentationFile } from '../compose/paths';

export const SOURCE = 'FUn-FuSIC';

/** The page that explains the codes. */
const explanations = documentationFile('verifiers.md');
const CODE_PAGE = explanations === undefined ? undefined : pathToFileURL(explanations).href;

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export function toRange(document: TextDocument, { start, end }: TextRange): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function toTextRange(document: TextDocument, { start, end }: Range): TextRange {
  return range(document.offsetAt(start), document.offsetAt(end));
}

export function toDiagnostic(document: TextDocument, finding: Finding): Diagnostic {
  const { code, severity, because, related = [], unnecessary } = finding;
  const information = [...(because ? [{ range: finding.range, message: because }] : []), ...related];
  return {
    range: toRange(document, finding.range),
    message: summarizeFinding(finding),
    code,
    ...(CODE_PAGE !== undefined && { codeDescription: { href: `${CODE_PAGE}#${code}` } }),
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

/** The kind of the action that applies all safe fixes. Clients request it as `source.fixAll`, or by this name. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.funfusic`;

/** Converts the fixes of a finding. The first one is preferred, unless several are equally likely. */
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

/** Markdown, in the format that the client shows. */
export function toMarkup(markdown: string, kind: MarkupKind): MarkupContent {
  return { kind, value: kind === MarkupKind.Markdown ? markdown : toPlainText(markdown) };
}
