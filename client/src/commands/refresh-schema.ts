import { DidChangeWatchedFilesNotification } from 'vscode-languageclient';
import type { ServerSession } from '../language-client';

/** Reloads the schema, for file systems without change events. */
export async function refreshSchema(server: ServerSession): Promise<void> {
  await server.whenReady;
  await server.client.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [] });
}
