import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { CONSENT_REQUEST } from '../../server/src/protocol/index';
import { onRequest } from './requests';

/** Asks the user before the server contacts an address that the settings do not contain. */
export function listenForConsent(client: LanguageClient): void {
  onRequest(client, CONSENT_REQUEST, async ({ message, detail, action }) => {
    const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, action);
    return chosen === action;
  });
}
