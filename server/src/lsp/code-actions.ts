import { CodeActionKind, type CodeAction, type CodeActionParams } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { touches } from '../core/text/range';
import type { Diagnostics } from './diagnostics';
import { toCodeActions } from './to-lsp';

/** The fixes of the findings that the selection touches. Worked out anew from the text, so nothing can be stale. */
export async function codeActions(
  document: TextDocument,
  { range, context }: CodeActionParams,
  diagnostics: Diagnostics,
): Promise<CodeAction[]> {
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
  const { findings } = await diagnostics.resultFor(document);
  const touched = findings.filter((finding) => touches(finding.range, selection));
  const actions = await Promise.all(
    touched.map(async (finding) =>
      toCodeActions(document, finding, await diagnostics.fixesOf(document, finding)),
    ),
  );
  return actions.flat();
}
