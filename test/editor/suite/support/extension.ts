import * as vscode from 'vscode';
import type { TestApi } from '../../../../client/src/extension';
import { type ServerStatus, STATUS_REQUEST } from '../../../../server/src/protocol/index';

/** The extension under test, with its server running. */
export async function activeExtension(): Promise<TestApi> {
  const extension = vscode.extensions.getExtension<TestApi | undefined>('fun-fusic.fun-fusic');
  if (!extension) throw new Error('The extension is not installed.');
  const api = await extension.activate();
  if (!api) throw new Error('The extension does not run in test mode.');
  await api.whenReady;
  return api;
}

export async function serverStatus(): Promise<ServerStatus> {
  const client = await (await activeExtension()).whenReady;
  return client.sendRequest<ServerStatus>(STATUS_REQUEST);
}
