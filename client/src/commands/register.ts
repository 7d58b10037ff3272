import * as vscode from 'vscode';
import {
  CHECK_QUESTION_COMMAND,
  CONVERT_COMMAND,
  DISABLE_CHECK_COMMAND,
  EXPLAIN_COMMAND,
  GO_TO_FINDING_COMMAND,
  REPAIR_COMMAND,
  RUN_COMMAND,
} from '../../../server/src/protocol/index';
import type { Asks } from '../ask/asks';
import type { Explanations } from '../explain/explanations';
import { addKb } from '../kb/add-kb';
import { chooseKb } from '../kb/choose-kb';
import { deriveSchema } from '../kb/derive-schema';
import { importDump } from '../kb/import-dump';
import type { KbRequests } from '../kb/kb-requests';
import { forgetSecrets, setSecret } from '../kb/kb-secrets';
import type { KbStatusItem } from '../kb/kb-status';
import { manageKbs } from '../kb/manage-kbs';
import { kbNameOf, type KbTree } from '../kb/kb-tree';
import { kbSettings } from '../kb/kb-settings';
import { removeKb } from '../kb/remove-kb';
import { serveDump } from '../kb/serve-dump';
import type { ServerSession } from '../language-client';
import { addModel } from '../models/add-model';
import { chooseModel } from '../models/choose-model';
import { manageModels } from '../models/manage-models';
import { forgetModelKey, setModelKey } from '../models/model-key';
import type { ModelRequests } from '../models/model-requests';
import { removeModel } from '../models/remove-model';
import { testModel } from '../models/test-model';
import type { Repairs } from '../repair/repairs';
import type { RunPlace } from '../run/run-requests';
import type { Runs } from '../run/runs';
import type { SchemaView } from '../schema/schema-view';
import type { Secrets } from '../secrets';
import { chooseDialect } from './choose-dialect';
import { chooseSchema } from './choose-schema';
import { convert } from './convert';
import { copySchemaId } from './copy-schema-id';
import { disableCheck } from './disable-check';
import { goToFinding, goToFirstFinding } from './go-to-finding';
import { insertEntity } from './insert-entity';
import { insertName } from './insert-name';
import { newQuery } from './new-query';
import { openSample } from './open-sample';
import { openSchemaPage } from './open-schema-page';
import { openWalkthrough } from './open-walkthrough';
import { withQuery } from './query-at-cursor';
import { refreshSchema } from './refresh-schema';
import { restartServer } from './restart-server';
import { revealInSchema } from './reveal-in-schema';
import { runAllQueries } from './run-all-queries';
import { runQueryOn } from './run-query-on';
import { takeTour } from './samples';
import { searchSchema } from './search-schema';
import { showStatus } from './show-status';

/** The services that the commands use. */
export interface CommandContext {
  readonly extension: vscode.ExtensionContext;
  readonly server: ServerSession;
  readonly schema: SchemaView;
  readonly log: vscode.LogOutputChannel;
  readonly runs: Runs;
  readonly kbs: KbRequests;
  readonly kbStatus: KbStatusItem;
  readonly kbTree: KbTree;
  readonly secrets: Secrets;
  readonly repairs: Repairs;
  readonly models: ModelRequests;
  readonly explanations: Explanations;
  readonly asks: Asks;
}

/** Registers the commands of the manifest that no other feature registers. */
export function registerCommands(context: CommandContext): readonly vscode.Disposable[] {
  const {
    extension,
    server,
    schema,
    log,
    runs,
    kbs,
    kbStatus,
    kbTree,
    secrets,
    repairs,
    models,
    explanations,
    asks,
  } = context;
  const commands: Readonly<Record<string, (target?: unknown) => unknown>> = {
    'funfusic.showStatus': () => showStatus(server),
    'funfusic.chooseSchema': chooseSchema,
    'funfusic.chooseDialect': chooseDialect,
    'funfusic.restartServer': () => restartServer(server),
    'funfusic.showLog': () => log.show(),
    'funfusic.newQuery': () => newQuery(server),
    'funfusic.openSample': (target) => openSample(extension.extensionUri, target),
    'funfusic.openTour': () => takeTour(extension),
    'funfusic.openWalkthrough': openWalkthrough,
    'funfusic.searchSchema': () => searchSchema(schema),
    'funfusic.openSchemaPage': (target) => openSchemaPage(schema, target),
    'funfusic.insertName': (target) => insertName(schema, target),
    'funfusic.insertEntity': () => insertEntity(schema, asks, kbStatus),
    'funfusic.copySchemaId': (target) => copySchemaId(schema, target),
    'funfusic.revealInSchema': () => revealInSchema(schema),
    'funfusic.refreshSchema': () => refreshSchema(server),
    'funfusic.runQueryOn': (target) => runQueryOn(runs, kbs, target),
    'funfusic.runAllQueries': (target) => runAllQueries(runs, target),
    'funfusic.cancelRun': () => runs.cancelAll(),
    'funfusic.manageKnowledgeBases': () => manageKbs(kbs, secrets),
    'funfusic.chooseKnowledgeBase': () => chooseKb(kbs, runs, () => kbStatus.now()),
    'funfusic.addKnowledgeBase': () => addKb(kbs),
    'funfusic.testKnowledgeBase': (target) => kbTree.test(target),
    'funfusic.useKnowledgeBase': (target) => useKb(target),
    'funfusic.editKnowledgeBase': (target) => editKb(target),
    'funfusic.reloadKnowledgeBase': (target) => kbTree.reload(target),
    // A row asks for confirmation; the menu has asked already.
    'funfusic.removeKnowledgeBase': (target) =>
      removeKb(kbs, secrets, kbNameOf(target), { confirm: typeof target === 'object' }),
    'funfusic.importDump': (target) => importDump(kbs, target),
    'funfusic.serveDump': (target) => serveDump(kbs, extension.globalState, target),
    'funfusic.deriveSchema': (target) => deriveSchema(kbs, kbNameOf(target)),
    'funfusic.setSecret': (target) => setSecret(kbs, secrets, target),
    'funfusic.forgetSecrets': (target) => forgetSecrets(kbs, secrets, target),
    'funfusic.cancelRepair': () => repairs.cancelAll(),
    'funfusic.manageModels': () => manageModels(models, secrets),
    'funfusic.chooseModel': () => chooseModel(models),
    'funfusic.addModel': () => addModel(models),
    'funfusic.testModel': (target) => testModel(models, target),
    'funfusic.removeModel': (target) => removeModel(models, secrets, target),
    'funfusic.setModelKey': (target) => setModelKey(models, secrets, target),
    'funfusic.forgetModelKey': (target) => forgetModelKey(models, secrets, target),
  };
  const onQueries: Readonly<Record<string, (place: RunPlace) => Promise<unknown>>> = {
    [RUN_COMMAND]: (place) => runs.run(place),
    [REPAIR_COMMAND]: (place) => repairs.repair(place),
    [EXPLAIN_COMMAND]: (place) => explanations.explain(place),
    [CHECK_QUESTION_COMMAND]: (place) => explanations.check(place),
  };
  return [
    ...Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command)),
    ...Object.entries(onQueries).map(([name, action]) =>
      vscode.commands.registerCommand(name, (...args: readonly unknown[]) =>
        withQuery<unknown>(schema.lastQuery, args, action),
      ),
    ),
    vscode.commands.registerCommand(CONVERT_COMMAND, (target?: unknown) => convert(server, target)),
    // Called only by CodeLenses and quick fixes.
    vscode.commands.registerCommand(GO_TO_FINDING_COMMAND, goToFinding),
    // Called only by the walkthrough.
    vscode.commands.registerCommand('funfusic.showProblem', () =>
      goToFirstFinding(schema.lastQuery, 'problem'),
    ),
    vscode.commands.registerCommand('funfusic.showFixes', () => goToFirstFinding(schema.lastQuery, 'fixes')),
    vscode.commands.registerCommand(DISABLE_CHECK_COMMAND, disableCheck),
  ];
}

async function useKb(target: unknown): Promise<void> {
  const name = kbNameOf(target);
  if (name !== undefined) await kbSettings.choose(name, vscode.window.activeTextEditor?.document);
}

async function editKb(target: unknown): Promise<void> {
  const name = kbNameOf(target);
  if (name !== undefined) await kbSettings.edit(name);
}
