/** Typed messages to and from the language server. */
import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { NotificationType, RequestType } from '../../server/src/protocol/index';
import type { ServerSession } from './language-client';

/** Waits until the server is running, and fails if it cannot start. */
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
