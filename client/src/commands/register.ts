import * as vscode from 'vscode';
import { GO_TO_FINDING_COMMAND } from '../../../server/src/protocol';
import type { ServerSession } from '../language-client';
import type { SchemaView } from '../schema/schema-view';
import { chooseDialect } from './choose-dialect';
import { chooseSchema } from './choose-schema';
import { copySchemaId } from './copy-schema-id';
import { goToFinding } from './go-to-finding';
import { insertName } from './insert-name';
import { newQuery } from './new-query';
import { openSchemaPage } from './open-schema-page';
import { refreshSchema } from './refresh-schema';
import { restartServer } from './restart-server';
import { revealInSchema } from './reveal-in-schema';
import { searchSchema } from './search-schema';
import { showStatus } from './show-status';

/** The commands of the manifest, by their names there. */
export function registerCommands(
  server: ServerSession,
  schema: SchemaView,
  log: vscode.LogOutputChannel,
): readonly vscode.Disposable[] {
  const commands: Readonly<Record<string, (target?: unknown) => unknown>> = {
    'funfusic.showStatus': () => showStatus(server),
    'funfusic.chooseSchema': chooseSchema,
    'funfusic.chooseDialect': chooseDialect,
    'funfusic.restartServer': () => restartServer(server),
    'funfusic.showLog': () => log.show(),
    'funfusic.newQuery': () => newQuery(server),
    'funfusic.searchSchema': () => searchSchema(schema),
    'funfusic.openSchemaPage': (target) => openSchemaPage(schema, target),
    'funfusic.insertName': (target) => insertName(schema, target),
    'funfusic.copySchemaId': (target) => copySchemaId(schema, target),
    'funfusic.revealInSchema': () => revealInSchema(schema),
    'funfusic.refreshSchema': () => refreshSchema(server),
  };
  return [
    ...Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command)),
    // Named by code lenses only, with what they point at.
    vscode.commands.registerCommand(GO_TO_FINDING_COMMAND, goToFinding),
  ];
}
