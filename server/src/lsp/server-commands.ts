/** The commands of the server (`workspace/executeCommand`), which work in every client. */
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { EXPLAIN_EMPTY_COMMAND, FIX_QUERIES_COMMAND } from '../protocol/index';
import type { Feature } from './feature';
import { fixQueries } from './fix-queries';
import { explainAt } from './why-empty';
import type { Workspace } from './workspace';

type ServerCommand = (
  given: never,
  connection: Connection,
  workspace: Workspace,
  token: CancellationToken,
) => Promise<void>;

const COMMANDS: Readonly<Record<string, ServerCommand>> = {
  [EXPLAIN_EMPTY_COMMAND]: explainAt,
  [FIX_QUERIES_COMMAND]: fixQueries,
};

export const serverCommands: Feature = {
  capabilities: { executeCommandProvider: { commands: Object.keys(COMMANDS) } },
  listen(connection, workspace) {
    connection.onExecuteCommand(async ({ command, arguments: given = [] }, token) => {
      await COMMANDS[command]?.(given as never, connection, workspace, token);
    });
  },
};
