import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { useTranslations } from '../shared/l10n';
import { Agents } from './agents/agents';
import { registerAskCommands } from './ask/ask-commands';
import { AskRequests } from './ask/ask-requests';
import { askStatusItem } from './ask/ask-status';
import { AskView } from './ask/ask-view';
import { onQuestionMessage } from './ask/question-actions';
import { Asks } from './ask/asks';
import { openWalkthroughOnFirstStart } from './commands/open-walkthrough';
import { insertTerm } from './commands/insert-name';
import { registerCommands } from './commands/register';
import { listenForConsent } from './consent';
import { EvaluationFeature } from './evaluation/evaluation-feature';
import { EvaluationRequests } from './evaluation/evaluation-requests';
import { Explanations } from './explain/explanations';
import { KbRequests } from './kb/kb-requests';
import { KbTree } from './kb/kb-tree';
import { KbStatusItem } from './kb/kb-status';
import { EVALUATE_EVENT_NOTIFICATION, type EvaluateEvent } from '../../server/src/protocol/index';
import { ServerSession } from './language-client';
import { listenForEditorModels } from './models/editor-models';
import { ModelRequests } from './models/model-requests';
import { modelStatusItem } from './models/model-status';
import { ModelNotice } from './repair/model-notice';
import { RepairRequests } from './repair/repair-requests';
import { Repairs } from './repair/repairs';
import { registerReviewCommands } from './repair/review-commands';
import { Results } from './results/results';
import { RunRequests } from './run/run-requests';
import { Runs } from './run/runs';
import { WatchedRequests } from './run/watched-requests';
import { SchemaView } from './schema/schema-view';
import { Secrets } from './secrets';
import { schemaStatusItem } from './schema-status';

/**
 * The API for tests in the editor. It gives access to everything, including stored secrets, and every extension can read what `activate`
 * returns. So it is returned in test mode only.
 */
export interface TestApi {
  /** The current client, when the server is running; rejects if it could not be started. A restart creates a new one. */
  readonly whenReady: Promise<LanguageClient>;
  /** The result panels. */
  readonly results: Results;
  /** Running repairs, their proposals, and the notice before data is sent. */
  readonly repairs: Repairs;
  /** Questions, and the Ask view. */
  readonly asks: Asks;
  readonly askView: AskView;
  /** Evaluations, and their view. */
  readonly evaluation: EvaluationFeature;
  /** Tools for agents, and `@kb` in the chat. */
  readonly agents: Agents;
}

let session: ServerSession | undefined;

/** Does not wait for the server: the commands work even if it fails to start. `saveCodeCache` is called when the server is running. */
export function activate(context: vscode.ExtensionContext, saveCodeCache?: () => void): TestApi | undefined {
  useTranslations(vscode.l10n.bundle);
  const log = vscode.window.createOutputChannel('FUn-FuSIC', { log: true });
  const secrets = new Secrets(context, (prompt) =>
    vscode.window.showInputBox({ ...prompt, password: true, ignoreFocusOut: true }),
  );
  const runRequests = new RunRequests();
  const repairRequests = new RepairRequests(runRequests);
  const askRequests = new AskRequests(runRequests);
  const evaluateRequests = new WatchedRequests<EvaluateEvent>(runRequests, EVALUATE_EVENT_NOTIFICATION);
  const server = new ServerSession(context.extensionUri, log, {
    cacheFolder: context.globalStorageUri.fsPath,
    listeners: [
      (client) => secrets.listen(client),
      (client) => runRequests.listen(client),
      (client) => repairRequests.listen(client),
      (client) => askRequests.listen(client),
      (client) => evaluateRequests.listen(client),
      listenForConsent,
      listenForEditorModels,
    ],
  });
  session = server;
  const schema = new SchemaView(server);
  const results = new Results(context, server, log);
  const runs = new Runs(server, runRequests, results);
  results.runner = (place) => runs.run(place);
  results.inserter = (term) => insertTerm(schema, term);
  const kbStatus = new KbStatusItem(server, runRequests, runs);
  const kbs = new KbRequests(server, runRequests);
  const kbTree = new KbTree(kbs, server, runs.onDidChange);
  const models = new ModelRequests(server);
  const notice = new ModelNotice(context.globalState);
  const repairs = new Repairs(server, repairRequests, notice, results);
  const asks = new Asks(server, askRequests, notice, results);
  results.onQuestionMessage = (panel, content, message) =>
    onQuestionMessage(asks, kbs, panel, content, message);
  const askView = new AskView(asks, results.dist, log);
  const evaluation = new EvaluationFeature(
    new EvaluationRequests(server, evaluateRequests),
    asks,
    notice,
    context.workspaceState,
  );
  const agents = new Agents(asks, runRequests, log);
  const explanations = new Explanations(server, repairRequests, notice, (explained, uri) =>
    results.showExplanation(explained, uri),
  );
  context.subscriptions.push(
    log,
    server,
    schema,
    results,
    runs,
    kbStatus,
    kbTree,
    repairs,
    schemaStatusItem(server),
    modelStatusItem(),
    asks,
    askView,
    askStatusItem(asks),
    evaluation,
    ...registerAskCommands(asks, runRequests, schema.lastQuery),
    agents,
    ...registerReviewCommands(repairs),
    ...registerCommands({
      extension: context,
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
    }),
  );

  void openWalkthroughOnFirstStart(context);
  server.whenReady.then(saveCodeCache).catch(() => undefined);
  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  return {
    get whenReady() {
      return server.whenReady;
    },
    results,
    repairs,
    asks,
    askView,
    evaluation,
    agents,
  };
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
