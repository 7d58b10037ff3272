import * as vscode from 'vscode';
import type { EvaluationInfo } from '../../../server/src/protocol/index';
import { mayWrite } from '../workspace-trust';
import { questions } from './evaluation-words';

/** Moves evaluations to the trash, after asking; for good, after asking again, where there is none. True where any is gone. */
export async function deleteEvaluations(infos: readonly EvaluationInfo[]): Promise<boolean> {
  if (infos.length === 0 || !mayWrite('Deleting an evaluation')) return false;
  const running = infos.find(({ state }) => state === 'running');
  if (running) {
    void vscode.window.showWarningMessage(`${running.name} goes on. Stop it before it is deleted.`);
    return false;
  }
  const total = infos.reduce((sum, { done }) => sum + done, 0);
  const sure = await isSure(
    `Delete ${said(infos)}?`,
    `The answers to ${questions(total)}, with their scores, records and traces, are moved to the trash.`,
    'Move to Trash',
  );
  if (!sure) return false;
  const kept = await remove(infos, { useTrash: true });
  const left = kept.length > 0 ? await removeForGood(kept) : kept;
  return left.length < infos.length;
}

const said = (infos: readonly EvaluationInfo[]): string =>
  infos.length === 1 ? (infos[0]?.name ?? '') : `${infos.length} evaluations`;

/** Not every place has a trash. Returns those that are left. */
async function removeForGood(kept: readonly EvaluationInfo[]): Promise<readonly EvaluationInfo[]> {
  const message = `${said(kept)} cannot be moved to the trash.`;
  if (!(await isSure(message, 'Once deleted for good, nothing brings it back.', 'Delete for Good')))
    return kept;
  const left = await remove(kept, { useTrash: false });
  if (left.length > 0)
    void vscode.window.showErrorMessage(
      `${said(left)} cannot be deleted. See whether you may write there, and whether another program has its files open.`,
    );
  return left;
}

async function isSure(message: string, detail: string, yes: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}

/** Returns those that are left. */
async function remove(
  infos: readonly EvaluationInfo[],
  how: { readonly useTrash: boolean },
): Promise<readonly EvaluationInfo[]> {
  const left: EvaluationInfo[] = [];
  for (const info of infos)
    try {
      await vscode.workspace.fs.delete(vscode.Uri.file(info.folder), { recursive: true, ...how });
    } catch (error) {
      // Somebody else may have deleted it.
      if (!(error instanceof vscode.FileSystemError) || error.code !== 'FileNotFound') left.push(info);
    }
  return left;
}
