import * as vscode from 'vscode';
import type { RepairMessage, RepairAction } from './outcome';

/** Shows a message and runs the selected action. */
export async function showOutcome(
  { level, message, actions }: RepairMessage,
  doings: Readonly<Record<RepairAction, readonly [title: string, action: () => unknown]>>,
): Promise<void> {
  const offered = actions.map((action) => doings[action]);
  const titles = offered.map(([title]) => title);
  const chosen =
    level === 'error'
      ? await vscode.window.showErrorMessage(message, ...titles)
      : level === 'warning'
        ? await vscode.window.showWarningMessage(message, ...titles)
        : await vscode.window.showInformationMessage(message, ...titles);
  await offered.find(([title]) => title === chosen)?.[1]();
}
