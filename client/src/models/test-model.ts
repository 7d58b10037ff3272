import * as vscode from 'vscode';
import type { TestResult } from '../../../server/src/protocol/index';
import type { ModelRequests } from './model-requests';
import { modelSettings } from './model-settings';
import { pickModel } from './pick-model';

/** Tests a model and shows each step with its result. */
export async function testModel(requests: ModelRequests, target?: unknown): Promise<TestResult | undefined> {
  const name = typeof target === 'string' ? target : await choose(requests);
  if (name === undefined) return undefined;
  const result = await testWithProgress(requests, name);
  if (result) void show(name, result);
  return result;
}

/** Undefined where the user has stopped it. */
export async function testWithProgress(
  requests: ModelRequests,
  name: string,
): Promise<TestResult | undefined> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Testing the model {0}', name),
      cancellable: true,
    },
    (_, token) =>
      requests.test(name, token).catch((error: unknown) => {
        if (token.isCancellationRequested) return undefined;
        throw error;
      }),
  );
}

async function choose(requests: ModelRequests): Promise<string | undefined> {
  const models = await requests.list();
  if (models.length === 0) {
    void vscode.commands.executeCommand('funfusic.chooseModel');
    return undefined;
  }
  const chosen = modelSettings.chosen(vscode.window.activeTextEditor?.document);
  return pickModel(models, {
    title: vscode.l10n.t('Select a model to test. This uses a few tokens.'),
    chosen,
  });
}

/** Modal, because the user asked for it and it has several lines. */
async function show(name: string, { works, lines }: TestResult): Promise<void> {
  const detail = lines.map((line) => `• ${line}`).join('\n');
  const title = works
    ? vscode.l10n.t('The model {0} works.', name)
    : vscode.l10n.t('The model {0} does not work.', name);
  const COPY = vscode.l10n.t('Copy');
  const choice = works
    ? await vscode.window.showInformationMessage(title, { modal: true, detail }, COPY)
    : await vscode.window.showErrorMessage(title, { modal: true, detail }, COPY);
  if (choice === COPY) await vscode.env.clipboard.writeText(`${title}\n${detail}`);
}
