/** Typed messages to and from the language server. */
import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { LineRange, NotificationType, RequestType } from '../../server/src/protocol/index';
import { t } from '../shared/l10n';
import type { ServerSession } from './language-client';

/** Sends a request as soon as the server is running. Fails if it cannot start. */
export async function request<Params, Result>(
  server: ServerSession,
  type: RequestType<Params, Result>,
  params: Params,
  token?: vscode.CancellationToken,
): Promise<Result> {
  const client = await server.whenReady;
  return token ? client.sendRequest<Result>(type, params, token) : client.sendRequest<Result>(type, params);
}

export async function notify<Params>(
  server: ServerSession,
  type: NotificationType<Params>,
  params: Params,
): Promise<void> {
  const client = await server.whenReady;
  await client.sendNotification(type, params);
}

/** A range in a document, for the parameters of a request. */
export function placeParams(
  { uri }: vscode.TextDocument,
  { start, end }: vscode.Range,
): { readonly textDocument: { readonly uri: string }; readonly range: LineRange } {
  return {
    textDocument: { uri: uri.toString() },
    range: {
      start: { line: start.line, character: start.character },
      end: { line: end.line, character: end.character },
    },
  };
}

export function onNotification<Params>(
  client: LanguageClient,
  type: NotificationType<Params>,
  handle: (params: Params) => void,
): void {
  client.onNotification(type, handle);
}

export function onRequest<Params, Result>(
  client: Pick<LanguageClient, 'onRequest'>,
  type: RequestType<Params, Result>,
  handle: (params: Params, token: vscode.CancellationToken) => Promise<Result>,
): void {
  client.onRequest<unknown, unknown>(type, handle);
}

/** The message for a failed request. */
export const noResponseMessage = (error: unknown): string =>
  t('The language server did not respond: {0}. Try again.', String(error));
