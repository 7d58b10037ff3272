import * as vscode from 'vscode';
import type { TestResult } from '../../../server/src/protocol/index';
import { showTestResult, withCancellableProgress } from '../dialogs';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { pickKb } from './pick-kb';

/** Tests a KB and shows each step with its result. */
export async function testKb(requests: KbRequests, target?: unknown): Promise<TestResult | undefined> {
  const kb = typeof target === 'string' ? target : await choose(requests);
  if (kb === undefined) return undefined;
  const result = await testWithProgress(requests, kb);
  if (result) {
    const working = result.skipped
      ? vscode.l10n.t('The KB {0} works, but not all of its file was read.', kb)
      : vscode.l10n.t('The KB {0} works.', kb);
    const title = result.works ? working : vscode.l10n.t('The KB {0} does not work.', kb);
    void showTestResult(title, result);
  }
  return result;
}

/** Returns undefined if the user cancels the test. */
export async function testWithProgress(requests: KbRequests, kb: string): Promise<TestResult | undefined> {
  return withCancellableProgress(vscode.l10n.t('Testing the KB {0}', kb), (_, token) =>
    requests.test(kb, token),
  );
}

async function choose(requests: KbRequests): Promise<string | undefined> {
  const chosen = kbSettings.chosen(vscode.window.activeTextEditor?.document);
  return pickKb(await requests.list(), { title: vscode.l10n.t('Select a KB to test'), chosen });
}
