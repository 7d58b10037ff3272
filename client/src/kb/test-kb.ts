import * as vscode from 'vscode';
import type { TestResult } from '../../../server/src/protocol/index';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { pickKb } from './pick-kb';

/** Tests a KB and shows each step with its result. */
export async function testKb(requests: KbRequests, target?: unknown): Promise<TestResult | undefined> {
  const kb = typeof target === 'string' ? target : await choose(requests);
  if (kb === undefined) return undefined;
  const result = await testWithProgress(requests, kb);
  if (result) void show(kb, result);
  return result;
}

/** Undefined where the user has stopped it. */
export async function testWithProgress(requests: KbRequests, kb: string): Promise<TestResult | undefined> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Testing the KB {0}', kb),
      cancellable: true,
    },
    (_, token) =>
      requests.test(kb, token).catch((error: unknown) => {
        if (token.isCancellationRequested) return undefined;
        throw error;
      }),
  );
}

async function choose(requests: KbRequests): Promise<string | undefined> {
  const chosen = kbSettings.chosen(vscode.window.activeTextEditor?.document);
  return pickKb(await requests.list(), { title: vscode.l10n.t('Select a KB to test'), chosen });
}

/** Modal, because the user asked for it and it has several lines. */
async function show(kb: string, { works, lines }: TestResult): Promise<void> {
  const detail = lines.map((line) => `• ${line}`).join('\n');
  const title = works
    ? vscode.l10n.t('The KB {0} works.', kb)
    : vscode.l10n.t('The KB {0} does not work.', kb);
  const COPY = vscode.l10n.t('Copy');
  const choice = works
    ? await vscode.window.showInformationMessage(title, { modal: true, detail }, COPY)
    : await vscode.window.showErrorMessage(title, { modal: true, detail }, COPY);
  if (choice === COPY) await vscode.env.clipboard.writeText(`${title}\n${detail}`);
}
