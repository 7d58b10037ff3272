import * as vscode from 'vscode';
import {
  CONVERT_REQUEST,
  FORMS_LANGUAGE,
  type ConvertParams,
  type ConvertResult,
} from '../../../server/src/protocol/index';
import { LANGUAGE_ID, type ServerSession } from '../language-client';
import { request } from '../requests';

/** Opens the document that is given, or the one in front, in the other language, beside it. Nothing is overwritten. */
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
  const reply = await ask(server, { text: document.getText(), to });
  if (!reply) return undefined;
  if ('problem' in reply) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Cannot convert this. {0}', reply.problem));
    return undefined;
  }
  const language = to === 'sparql' ? LANGUAGE_ID : FORMS_LANGUAGE;
  const opened = await vscode.workspace.openTextDocument({ language, content: reply.text });
  await vscode.window.showTextDocument(opened, vscode.ViewColumn.Beside);
  if (reply.losses.length)
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The logical form does not cover the whole query. {0}', reply.losses.join(' ')),
    );
  return opened;
}

async function ask(server: ServerSession, params: ConvertParams): Promise<ConvertResult | undefined> {
  try {
    return await request(server, CONVERT_REQUEST, params);
  } catch (error) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('The language server did not respond: {0}. Try again.', String(error)),
    );
    return undefined;
  }
}

async function documentOf(target: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof target === 'string') return vscode.workspace.openTextDocument(vscode.Uri.parse(target));
  if (target instanceof vscode.Uri) return vscode.workspace.openTextDocument(target);
  const document = vscode.window.activeTextEditor?.document;
  return document && [LANGUAGE_ID, FORMS_LANGUAGE].includes(document.languageId) ? document : undefined;
}
