/** What the ways of adding a KB, and of learning from one, have in common. */
import * as vscode from 'vscode';
import type { ReportProgress } from '../run/run-requests';
import { nameProblem, suggestedName } from './kb-name';
import { kbSettings } from './kb-settings';

/** Undefined where the user gave up. */
export async function askName(source: string): Promise<string | undefined> {
  const taken = kbSettings.names;
  return ask({
    title: vscode.l10n.t('Add KB: name'),
    prompt: vscode.l10n.t('The name to select it by, also in "# endpoint: NAME" above a query.'),
    value: suggestedName(source, taken),
    validateInput: (value) => nameProblem(value, taken),
  });
}

/** `problem` is the reason if the KB does not work. */
export async function showAdded(name: string, works: boolean, problem: string | undefined): Promise<void> {
  const [use, settings, test] = [
    vscode.l10n.t('Use for Queries'),
    vscode.l10n.t('Open Settings'),
    vscode.l10n.t('Test Again'),
  ];
  const choice = works
    ? await vscode.window.showInformationMessage(
        vscode.l10n.t('The KB {0} was added and works.', name),
        use,
        settings,
      )
    : await vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The KB {0} was added but does not work yet. {1}',
          name,
          problem ?? vscode.l10n.t('The test did not finish.'),
        ),
        test,
        settings,
      );
  if (choice === use) await kbSettings.choose(name, vscode.window.activeTextEditor?.document);
  if (choice === test) await vscode.commands.executeCommand('funfusic.testKnowledgeBase', name);
  if (choice === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'funfusic.knowledgeBases');
}

/** Undefined where the user gave up. */
export async function ask(options: vscode.InputBoxOptions): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({ ...options, ignoreFocusOut: true });
  return given?.trim();
}

/** Steps as the editor's notifications show them: by how much more is done. */
export function progressReporter(
  progress: vscode.Progress<{ readonly message?: string; readonly increment?: number }>,
): ReportProgress {
  let reported = 0;
  return ({ message, share }) => {
    const now = share === undefined ? reported : Math.round(share * 100);
    progress.report({ message, increment: Math.max(0, now - reported) });
    reported = Math.max(reported, now);
  };
}
