/** Typed messages to and from the language server. */
import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { NotificationType, RequestType } from '../../server/src/protocol/index';
import { t } from '../shared/l10n';
import type { ServerSession } from './language-client';

/** Sends a request as soon as the server is running. Fails if it cannot start. */
export async function request<Params, Result>(
  server: ServerSession,
  type: RequestType<Params, Result>,
  params: Params,
  token?: vscode.CancellationToken,
): Promise<Result> {
  await server.whenReady;
  return token
    ? server.client.sendRequest<Result>(type, params, token)
    : server.client.sendRequest<Result>(type, params);
}

export async function notify<Params>(
  server: ServerSession,
  type: NotificationType<Params>,
  params: Params,
): Promise<void> {
  await server.whenReady;
  await server.client.sendNotification(type, params);
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
