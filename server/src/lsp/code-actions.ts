import { CodeActionKind, type CodeAction, type CodeActionParams } from 'vscode-languageserver';
import { touches } from '../core/text/range';
import { answer, type Feature, type OpenDocument } from './feature';
import { toCodeActions } from './to-lsp';

export const codeActions: Feature = {
  capabilities: { codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] } },
  listen(connection, workspace) {
    connection.onCodeAction((params, token) =>
      answer(workspace, params.textDocument.uri, token, [], (open) => actionsFor(open, params)),
    );
  },
};

/** The fixes of the findings that the selection touches. Worked out anew from the text, so nothing can be stale. */
function actionsFor(
  { document, checked, fixesOf }: OpenDocument,
  { range, context }: CodeActionParams,
): CodeAction[] {
  const wanted = context.only;
  if (
    wanted &&
    !wanted.some(
      (kind) =>
        kind === '' || kind === CodeActionKind.QuickFix || kind.startsWith(`${CodeActionKind.QuickFix}.`),
    )
  )
    return [];
  const selection = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  return checked()
    .findings.filter((finding) => touches(finding.range, selection))
    .flatMap((finding) => toCodeActions(document, finding, fixesOf(finding)));
}
