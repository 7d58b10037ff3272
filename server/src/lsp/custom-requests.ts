/** Handles custom requests. Most clients send none, so their handlers are loaded with the first one. */
import { ErrorCodes, ResponseError, type CancellationToken, type Connection } from 'vscode-languageserver';
import { CUSTOM_METHOD_PREFIX } from '../protocol/index';
import type { Workspace } from './workspace';

type Handler = (...received: readonly unknown[]) => unknown;

export function listenForCustomRequests(connection: Connection, workspace: Workspace): void {
  let loaded: Promise<ReadonlyMap<string, Handler>> | undefined;
  // The connection calls this for methods that have no handler.
  connection.onRequest(async (method, params: unknown, token: CancellationToken) => {
    const handler = method.startsWith(CUSTOM_METHOD_PREFIX)
      ? (await (loaded ??= loadHandlers(connection, workspace))).get(method)
      : undefined;
    if (!handler) return new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`);
    return params === undefined ? handler(token) : handler(params, token);
  });
}

async function loadHandlers(
  connection: Connection,
  workspace: Workspace,
): Promise<ReadonlyMap<string, Handler>> {
  const { customFeatures } = await import('./custom-features');
  const handlers = new Map<string, Handler>();
  const recording = Object.assign(Object.create(connection) as Connection, {
    onRequest: (method: string, handler: Handler) => handlers.set(method, handler),
  });
  for (const feature of customFeatures) feature(recording, workspace);
  return handlers;
}
