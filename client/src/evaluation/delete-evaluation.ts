import * as vscode from 'vscode';
import type { EvaluationInfo } from '../../../server/src/protocol/index';
import { mayWrite } from '../workspace-trust';
import { questions, runTitle } from './evaluation-texts';

/** Moves evaluations to the trash, or deletes them permanently if there is none. Asks before each step. Returns whether any was deleted. */
export async function deleteEvaluations(infos: readonly EvaluationInfo[]): Promise<boolean> {
  if (infos.length === 0 || !mayWrite(vscode.l10n.t('Deleting an evaluation'))) return false;
  const running = infos.find(({ state }) => state === 'running');
  if (running) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('{0} is running. Stop it before you delete it.', runTitle(running)),
    );
    return false;
  }
  const total = infos.reduce((sum, { done }) => sum + done, 0);
  const confirmed = await confirm(
    vscode.l10n.t('Delete {0}?', describeRuns(infos)),
    vscode.l10n.t(
      'The answers to {0}, with their scores, records and traces, are moved to the trash.',
      questions(total),
    ),
    vscode.l10n.t('Move to Trash'),
  );
  if (!confirmed) return false;
  const remaining = await remove(infos, { useTrash: true });
  const failed = remaining.length > 0 ? await deletePermanently(remaining) : remaining;
  return failed.length < infos.length;
}

const describeRuns = (infos: readonly EvaluationInfo[]): string =>
  infos.length === 1 ? (infos[0] ? runTitle(infos[0]) : '') : vscode.l10n.t('{0} evaluations', infos.length);

/** For file systems without a trash. Returns the evaluations that could not be deleted. */
async function deletePermanently(remaining: readonly EvaluationInfo[]): Promise<readonly EvaluationInfo[]> {
  const message = vscode.l10n.t('{0} cannot be moved to the trash.', describeRuns(remaining));
  if (!(await confirm(message, vscode.l10n.t('This cannot be undone.'), vscode.l10n.t('Delete Permanently'))))
    return remaining;
  const left = await remove(remaining, { useTrash: false });
  if (left.length > 0)
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        '{0} cannot be deleted. Check the permissions of the folder, and whether another program has a file open.',
        describeRuns(left),
      ),
    );
  return left;
}

async function confirm(message: string, detail: string, yes: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}

/** Returns the evaluations that could not be deleted. */
async function remove(
  infos: readonly EvaluationInfo[],
  options: { readonly useTrash: boolean },
): Promise<readonly EvaluationInfo[]> {
  const left: EvaluationInfo[] = [];
  for (const info of infos)
    try {
      await vscode.workspace.fs.delete(vscode.Uri.file(info.folder), { recursive: true, ...options });
    } catch (error) {
      // Another process may have deleted it.
      if (!(error instanceof vscode.FileSystemError) || error.code !== 'FileNotFound') left.push(info);
    }
  return left;
}
