import * as vscode from 'vscode';
import type { ServerSession } from '../language-client';
import { chooseDialect } from './choose-dialect';
import { chooseSchema } from './choose-schema';
import { restartServer } from './restart-server';
import { showStatus } from './show-status';

/** The commands of the manifest, by their names there. */
export function registerCommands(
  server: ServerSession,
  log: vscode.LogOutputChannel,
): readonly vscode.Disposable[] {
  const commands: Readonly<Record<string, () => unknown>> = {
    'funfusic.showStatus': () => showStatus(server),
    'funfusic.chooseSchema': chooseSchema,
    'funfusic.chooseDialect': chooseDialect,
    'funfusic.restartServer': () => restartServer(server),
    'funfusic.showLog': () => log.show(),
  };
  return Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command));
}
