import type { ServerSession } from '../language-client';

/** Reloads the schema, for file systems without change events. */
export async function refreshSchema(server: ServerSession): Promise<void> {
  const client = await server.whenReady;
  await client.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
}
