/** What the ways of adding a KB, and of learning from one, have in common. */
import * as vscode from 'vscode';
import type { TellProgress } from '../run/run-requests';
import { nameProblem, suggestedName } from './kb-name';
import { kbSettings } from './kb-settings';

/** Undefined where the user gave up. */
export async function askName(source: string): Promise<string | undefined> {
  const taken = kbSettings.names;
  return ask({
    title: 'Add a KB: its name',
    prompt: 'What you choose it by, and what a query may say in "# endpoint: NAME".',
    value: suggestedName(source, taken),
    validateInput: (value) => nameProblem(value, taken),
  });
}

/** `how` says how well it does; without it, `problem` says why it does not. */
export async function tellAdded(
  name: string,
  how: string | undefined,
  problem: string | undefined,
): Promise<void> {
  const [use, settings, test] = ['Run Queries on It', 'Open Settings', 'Test Again'];
  const choice =
    how === undefined
      ? await vscode.window.showWarningMessage(
          `The KB ${name} was added, but does not work yet. ${problem ?? 'It was not tested to the end.'}`,
          test,
          settings,
        )
      : await vscode.window.showInformationMessage(`The KB ${name} was added, ${how}.`, use, settings);
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
export function reporter(
  progress: vscode.Progress<{ readonly message?: string; readonly increment?: number }>,
): TellProgress {
  let told = 0;
  return ({ message, share }) => {
    const now = share === undefined ? told : Math.round(share * 100);
    progress.report({ message, increment: Math.max(0, now - told) });
    told = Math.max(told, now);
  };
}
