import * as vscode from 'vscode';
import type { EvaluationInfo } from '../../../server/src/protocol';
import { questions } from './evaluation-words';

/** Moves evaluations to the trash, after asking. True where they are gone. */
export async function deleteEvaluations(infos: readonly EvaluationInfo[]): Promise<boolean> {
  const [first] = infos;
  if (!first) return false;
  const running = infos.find(({ state }) => state === 'running');
  if (running) {
    void vscode.window.showWarningMessage(`${running.name} goes on. Stop it before it is deleted.`);
    return false;
  }
  const total = infos.reduce((sum, { done }) => sum + done, 0);
  const what = infos.length === 1 ? first.name : `${infos.length} evaluations`;
  const move = 'Move to Trash';
  const choice = await vscode.window.showWarningMessage(
    `Delete ${what}?`,
    {
      modal: true,
      detail: `The answers to ${questions(total)}, with their scores, records and traces, are moved to the trash.`,
    },
    move,
  );
  if (choice !== move) return false;
  for (const { folder } of infos) if (!(await remove(vscode.Uri.file(folder)))) return false;
  return true;
}

async function remove(folder: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.delete(folder, { recursive: true, useTrash: true });
    return true;
  } catch {
    // Not every place has a trash.
    const forGood = 'Delete for Good';
    const choice = await vscode.window.showWarningMessage(
      `${folder.fsPath} cannot be moved to the trash.`,
      { modal: true, detail: 'It can only be deleted for good.' },
      forGood,
    );
    if (choice !== forGood) return false;
    await vscode.workspace.fs.delete(folder, { recursive: true });
    return true;
  }
}
