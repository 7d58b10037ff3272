/** Notifications, inputs and progress that several commands share. */
import * as vscode from 'vscode';
import type { TestResult } from '../../server/src/protocol/index';
import type { ReportProgress } from './run/run-requests';

/** Shows a notification. Returns the title of the chosen action. */
export function showMessage(
  level: 'information' | 'warning' | 'error',
  message: string,
  titles: readonly string[],
): Thenable<string | undefined> {
  switch (level) {
    case 'information':
      return vscode.window.showInformationMessage(message, ...titles);
    case 'warning':
      return vscode.window.showWarningMessage(message, ...titles);
    case 'error':
      return vscode.window.showErrorMessage(message, ...titles);
  }
}

/** Asks for a text. Returns undefined if the user cancels. */
export async function askText(options: vscode.InputBoxOptions): Promise<string | undefined> {
  const entered = await vscode.window.showInputBox({ ...options, ignoreFocusOut: true });
  return entered?.trim();
}

/** Reports that a KB or a model was added, and offers the next steps. */
export async function showAdded(
  message: string,
  works: boolean,
  actions: {
    readonly useTitle: string;
    readonly use: () => Promise<void>;
    readonly test: () => Thenable<unknown>;
    readonly setting: string;
  },
): Promise<void> {
  const [settings, test] = [vscode.l10n.t('Open Settings'), vscode.l10n.t('Test Again')];
  const titles = [works ? actions.useTitle : test, settings];
  const choice = await showMessage(works ? 'information' : 'warning', message, titles);
  if (choice === actions.useTitle) await actions.use();
  if (choice === test) await actions.test();
  if (choice === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', actions.setting);
}

/** Runs a task with a progress notification. Returns undefined if the user cancels it. */
export function withCancellableProgress<Result>(
  title: string,
  task: (report: ReportProgress, token: vscode.CancellationToken) => Promise<Result>,
): Thenable<Result | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    // The editor expects the increment since the last report.
    let reported = 0;
    const report: ReportProgress = ({ message, share }) => {
      const percent = share === undefined ? reported : Math.round(share * 100);
      progress.report({ message, increment: Math.max(0, percent - reported) });
      reported = Math.max(reported, percent);
    };
    return task(report, token).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    });
  });
}

/** Shows the result of a test as a notification. Its lines are sentences; if it fails, the last one is the reason. */
export async function showTestResult(title: string, { works, lines }: TestResult): Promise<void> {
  const message = [title, ...(works ? lines : lines.slice(-1))].join(' ');
  const copy = vscode.l10n.t('Copy');
  const choice = await showMessage(works ? 'information' : 'error', message, [copy]);
  if (choice === copy) await vscode.env.clipboard.writeText([title, ...lines].join('\n'));
}
