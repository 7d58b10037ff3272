import { LSPErrorCodes, ResponseError, type CancellationToken, type Connection } from 'vscode-languageserver';
import { deriveSchema } from '../core/schema/derive-schema';
import {
  DERIVE_SCHEMA_REQUEST,
  RUN_PROGRESS_NOTIFICATION,
  type DeriveSchemaParams,
  type DeriveSchemaResult,
  type RunProgress,
} from '../protocol/index';
import { signalOf } from './cancellation';
import type { Feature, Workspace } from './feature';
import { SHOWN_RESULTS } from './knowledge-bases';

/** Works a schema out from the facts of a KB. */
export const schemaDerivation: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(DERIVE_SCHEMA_REQUEST, (params: DeriveSchemaParams, token: CancellationToken) =>
      workspace.knowledgeBases.asWanted(() => derive(params, connection, workspace, token)),
    );
  },
};

async function derive(
  { kb: name, progress }: DeriveSchemaParams,
  connection: Connection,
  workspace: Workspace,
  token: CancellationToken,
): Promise<DeriveSchemaResult | ResponseError> {
  const use = { namedBy: SHOWN_RESULTS, sends: 'queries for its relations and types' };
  const kb = await workspace.knowledgeBases.open(name, await workspace.settingsOf(undefined), use);
  if ('problem' in kb) return kb;
  const cancelled = signalOf(token);
  try {
    const derived = await deriveSchema(
      kb,
      {},
      (step) => {
        if (progress === undefined) return;
        const message: RunProgress = { progress, ...step };
        void connection.sendNotification(RUN_PROGRESS_NOTIFICATION, message);
      },
      cancelled,
    );
    if ('problem' in derived) return derived;
    return { text: `${JSON.stringify(derived.schema, null, 1)}\n`, notes: derived.notes };
  } catch (error) {
    if (cancelled.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    throw error;
  }
}
