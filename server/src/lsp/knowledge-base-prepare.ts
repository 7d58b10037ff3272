import { LSPErrorCodes, ResponseError, type CancellationToken, type Connection } from 'vscode-languageserver';
import {
  KB_CHANGED_NOTIFICATION,
  KB_PREPARE_REQUEST,
  RUN_PROGRESS_NOTIFICATION,
  type KbChangedParams,
  type KbPrepareParams,
  type RunProgress,
} from '../protocol/index';
import { signalOf } from './cancellation';
import type { Feature, Workspace } from './feature';

/** Has a KB read before anybody asks it something, and forgets what has changed about one. */
export const knowledgeBasePrepare: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(KB_PREPARE_REQUEST, (params: KbPrepareParams, token: CancellationToken) =>
      workspace.knowledgeBases.asWanted(() => prepare(params, connection, workspace, token)),
    );
    connection.onNotification(KB_CHANGED_NOTIFICATION, ({ kb }: KbChangedParams) =>
      workspace.knowledgeBases.forget(kb),
    );
  },
};

/** What cannot be made ready is told by whatever is asked of it next. */
async function prepare(
  { kb: name, progress }: KbPrepareParams,
  connection: Connection,
  workspace: Workspace,
  token: CancellationToken,
): Promise<null | ResponseError> {
  const kb = workspace.knowledgeBases.named(name, await workspace.settingsOf(undefined));
  if ('problem' in kb) return null;
  const cancelled = signalOf(token);
  try {
    await kb.prepare?.((step) => {
      if (progress === undefined) return;
      const message: RunProgress = { progress, ...step };
      void connection.sendNotification(RUN_PROGRESS_NOTIFICATION, message);
    }, cancelled);
    return null;
  } catch (error) {
    if (cancelled.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    throw error;
  }
}
