import * as vscode from 'vscode';
import { withCancellableProgress } from '../dialogs';
import { belongsToWorkspace, pathForSetting } from '../workspace-path';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { pickKb } from './pick-kb';

/** Derives a schema from the facts of a KB, saves it to a file, and offers to use it for the KB. */
export async function deriveSchema(requests: KbRequests, target?: unknown): Promise<void> {
  const chosen = kbSettings.chosen(vscode.window.activeTextEditor?.document);
  const title = vscode.l10n.t('Select a KB to derive a schema from');
  const kb = typeof target === 'string' ? target : await pickKb(await requests.list(), { title, chosen });
  if (kb === undefined) return;
  const derived = await withCancellableProgress(
    vscode.l10n.t('Deriving a schema from {0}', kb),
    (report, token) => requests.derive(kb, report, token),
  );
  if (!derived) return;
  if ('problem' in derived) {
    if (!derived.declined) void vscode.window.showErrorMessage(derived.problem);
    return;
  }
  const file = await askForFile(kb);
  if (!file) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(derived.text));
  await showDerived(kb, file, derived.notes);
}

async function askForFile(kb: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${kb.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.kb-schema.json`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save schema'),
    filters: { [vscode.l10n.t('KB schema')]: ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

async function showDerived(kb: string, file: vscode.Uri, notes: readonly string[]): Promise<void> {
  const [use, open] = [vscode.l10n.t('Use for This KB'), vscode.l10n.t('Open Schema')];
  const canUse = kbSettings.entry(kb) !== undefined;
  const choice = await vscode.window.showInformationMessage(
    [vscode.l10n.t('The schema was derived.'), ...notes].join(' '),
    ...(canUse ? [use, open] : [open]),
  );
  if (choice === use) await useSchema(kb, file);
  if (choice === open) await vscode.window.showTextDocument(file);
}

/** A schema in the workspace is a setting of the workspace, even if the KB is a user setting. */
export async function useSchema(kb: string, file: vscode.Uri): Promise<void> {
  const change = { schema: pathForSetting(file) };
  await kbSettings.change(kb, change, { forWorkspace: belongsToWorkspace(file) });
}
