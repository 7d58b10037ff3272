/** Answers the requests of our own. Most clients send none, so what answers them is loaded with the first one. */
import { ErrorCodes, ResponseError, type CancellationToken, type Connection } from 'vscode-languageserver';
import { OWN_METHODS } from '../protocol/index';
import type { Workspace } from './workspace';

type Handler = (...received: readonly unknown[]) => unknown;

export function listenForOwnRequests(connection: Connection, workspace: Workspace): void {
  let loaded: Promise<ReadonlyMap<string, Handler>> | undefined;
  // The connection calls it for the methods without a handler.
  connection.onRequest(async (method, params: unknown, token: CancellationToken) => {
    const handler = method.startsWith(OWN_METHODS)
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
  const { ownFeatures } = await import('./own-features');
  const handlers = new Map<string, Handler>();
  const recording = Object.assign(Object.create(connection) as Connection, {
    onRequest: (method: string, handler: Handler) => handlers.set(method, handler),
  });
  for (const feature of ownFeatures) feature.listen(recording, workspace);
  return handlers;
}
