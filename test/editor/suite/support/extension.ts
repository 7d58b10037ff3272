import * as vscode from 'vscode';
import type { ExtensionApi } from '../../../../client/src/extension';
import { type ServerStatus, STATUS_REQUEST } from '../../../../server/src/protocol';

/** The extension under test, with its server running. */
export async function activeExtension(): Promise<ExtensionApi> {
  const extension = vscode.extensions.getExtension<ExtensionApi>('fun-fusic.fun-fusic');
  if (!extension) throw new Error('The extension is not installed.');
  const api = await extension.activate();
  await api.whenReady;
  return api;
}

export async function serverStatus(): Promise<ServerStatus> {
  const { client } = await activeExtension();
  return client.sendRequest<ServerStatus>(STATUS_REQUEST);
}
