import * as vscode from 'vscode';
import { CONVERT_REQUEST, FORMS_LANGUAGE } from '../../../server/src/protocol/index';
import { LANGUAGE_ID, type ServerSession } from '../language-client';
import { noResponseMessage, request } from '../requests';
import { openUntitled } from '../untitled';

/** Converts the given or the active document, and opens the result beside it. */
export async function convert(
  server: ServerSession,
  target?: unknown,
): Promise<vscode.TextDocument | undefined> {
  const document = await documentOf(target);
  if (!document) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Nothing to convert. Open a SPARQL query or a file with logical forms (.sexpr).'),
    );
    return undefined;
  }
  const to = document.languageId === FORMS_LANGUAGE ? 'sparql' : 'sexpr';
  const reply = await request(server, CONVERT_REQUEST, { text: document.getText(), to }).catch(
    (error: unknown) => void vscode.window.showErrorMessage(noResponseMessage(error)),
  );
  if (!reply) return undefined;
  if ('problem' in reply) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Cannot convert this. {0}', reply.problem));
    return undefined;
  }
  const language = to === 'sparql' ? LANGUAGE_ID : FORMS_LANGUAGE;
  const opened = await openUntitled(reply.text, language);
  await vscode.window.showTextDocument(opened, vscode.ViewColumn.Beside);
  if (reply.losses.length)
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The logical form does not cover the whole query. {0}', reply.losses.join(' ')),
    );
  return opened;
}

async function documentOf(target: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof target === 'string') return vscode.workspace.openTextDocument(vscode.Uri.parse(target));
  if (target instanceof vscode.Uri) return vscode.workspace.openTextDocument(target);
  const document = vscode.window.activeTextEditor?.document;
  return document && [LANGUAGE_ID, FORMS_LANGUAGE].includes(document.languageId) ? document : undefined;
}
