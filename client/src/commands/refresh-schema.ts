import { DidChangeWatchedFilesNotification } from 'vscode-languageclient/node';
import type { ServerSession } from '../language-client';

/** Has the schema read anew: for files on a disk that tells nobody of changes. Tree and pages follow the new state. */
export async function refreshSchema(server: ServerSession): Promise<void> {
  await server.whenReady;
  await server.client.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [] });
}
