/** Quick fixes that disable a check: for a line, for a file, or in the settings. */
import { CodeActionKind, MessageType, type CodeAction } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import * as z from 'zod/mini';
import { range, touches } from '../core/language/text/range';
import type { Finding } from '../core/check/verifier';
import { DISABLE_CHECK_COMMAND } from '../protocol/index';
import type { ActionRequest } from './code-actions';
import { prepareWith, type ServerCommand } from './command';
import type { OpenDocument } from './feature';
import { showMessage } from './requests';
import { toAction, toDiagnostic } from './to-lsp';

/** Offered in the menu only: they alone do not deserve a light bulb. */
export function disableChecks(
  { document, checked }: OpenDocument,
  { selection, automatic, client }: ActionRequest,
): readonly CodeAction[] {
  if (automatic) return [];
  const byCode = new Map<string, Finding>();
  for (const finding of checked().findings)
    if (touches(finding.range, selection) && finding.code !== 'syntax') byCode.set(finding.code, finding);
  return [...byCode.values()].flatMap((finding) => {
    const { code } = finding;
    const { line } = document.positionAt(finding.range.start);
    const lineStart = document.offsetAt({ line, character: 0 });
    const indentation = /^[ \t]*/.exec(document.getText().slice(lineStart))?.[0] ?? '';
    const title = client.commands.includes(DISABLE_CHECK_COMMAND)
      ? `Disable ${code} in the settings`
      : `Disable ${code} until the server restarts`;
    const actions: readonly CodeAction[] = [
      insertion(
        document,
        `Disable ${code} for this line`,
        lineStart,
        `${indentation}# funfusic-disable-next-line ${code}\n`,
      ),
      insertion(document, `Disable ${code} for this file`, 0, `# funfusic-disable ${code}\n`),
      {
        title,
        kind: CodeActionKind.QuickFix,
        command: { title, command: DISABLE_CHECK_COMMAND, arguments: [code] },
      },
    ];
    const diagnostics = [toDiagnostic(document, finding)];
    return actions.map((action) => ({ ...action, diagnostics }));
  });
}

/** A server cannot change the settings of a client, so the check is disabled in the running server only. */
export const disableCheckCommand: ServerCommand = {
  name: DISABLE_CHECK_COMMAND,
  needs: 'the code of a check',
  prepare: prepareWith(z.tuple([z.string()]), ([code], { connection, workspace }) => {
    workspace.disableCheck(code);
    const message = `${code} is disabled until the server restarts. To disable it permanently, set funfusic.severity.${code} to "off".`;
    showMessage(connection, MessageType.Info, message);
    return Promise.resolve();
  }),
};

function insertion(document: TextDocument, title: string, at: number, newText: string): CodeAction {
  return toAction(document, {
    title,
    kind: CodeActionKind.QuickFix,
    edits: [{ range: range(at, at), newText }],
  });
}
