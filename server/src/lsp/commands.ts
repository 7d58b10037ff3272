/** The commands of code actions and code lenses, for clients that do not run them themselves. */
import {
  ErrorCodes,
  MessageType,
  ResponseError,
  type Connection,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { applyEditsCommand } from './apply-edits';
import type { ClientAbilities } from './client-abilities';
import type { ServerCommand } from './command';
import { convertCommand } from './convert-command';
import { disableCheckCommand } from './disable-actions';
import { fixQueriesCommand } from './fix-queries';
import { repairCommand } from './repair-command';
import { showMessage } from './requests';
import { explainEmptyCommand } from './why-empty';
import type { Workspace } from './workspace';

const COMMANDS: readonly ServerCommand[] = [
  explainEmptyCommand,
  fixQueriesCommand,
  repairCommand,
  convertCommand,
  disableCheckCommand,
  applyEditsCommand,
];

/** A client may register the announced commands as its own, so those that it has itself are left out. */
export function commandCapabilities(client: ClientAbilities): ServerCapabilities {
  const commands = COMMANDS.filter(({ isNeeded }) => isNeeded?.(client) ?? true)
    .map(({ name }) => name)
    .filter((name) => !client.commands.includes(name));
  return { executeCommandProvider: { commands } };
}

export function listenForCommands(connection: Connection, workspace: Workspace): void {
  connection.onExecuteCommand(async ({ command: name, arguments: given }, token) => {
    const command = COMMANDS.find((one) => one.name === name);
    if (!command)
      return new ResponseError(ErrorCodes.InvalidParams, `The server has no command named ${name}.`);
    const run = command.prepare(given ?? []);
    if (!run)
      return new ResponseError(
        ErrorCodes.InvalidParams,
        `The arguments of ${name} are invalid. It needs ${command.needs}.`,
      );
    const { knowledgeBases } = workspace;
    const work = knowledgeBases
      .onBehalfOfUser(() => run({ connection, workspace, token }))
      .catch((error: unknown) => {
        connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        showMessage(connection, MessageType.Error, `${name} failed: ${String(error)}`);
      });
    // Some editors block until the reply arrives, so it does not wait for long work. Its progress is reported.
    if (!command.isLong) await work;
    return null;
  });
}
