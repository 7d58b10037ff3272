import * as vscode from 'vscode';
import type { Secrets } from '../secrets';
import type { KbRequests } from './kb-requests';
import { isConfirmed } from '../menu';
import { kbSettings } from './kb-settings';
import { pickKb } from './pick-kb';

/** Removes a KB from the settings, and its secrets from the secret storage. Its data is not deleted. The settings can be restored. */
export async function removeKb(
  requests: KbRequests,
  secrets: Secrets,
  target?: unknown,
  options: { readonly confirm: boolean } = { confirm: false },
): Promise<void> {
  const kbs = (await requests.list()).filter(({ kind }) => kind !== 'sample');
  if (kbs.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no KB to remove. The sample KB cannot be removed.'),
    );
    return;
  }
  const chosen = kbSettings.chosen(vscode.window.activeTextEditor?.document);
  const name =
    typeof target === 'string'
      ? target
      : await pickKb(kbs, {
          title: vscode.l10n.t('Select a KB to remove. Its data is not deleted.'),
          chosen,
        });
  if (name === undefined) return;
  if (options.confirm && !(await confirmRemoval(name))) return;
  const undo = await kbSettings.remove(name);
  await secrets.forget(name);
  await requests.changed(name);
  void offerUndo(name, undo);
}

export const confirmRemoval = (name: string): Promise<boolean> =>
  isConfirmed(
    vscode.l10n.t('Remove the knowledge base {0}?', name),
    vscode.l10n.t('Its saved passwords and tokens are deleted. Its data is not.'),
  );

async function offerUndo(name: string, undo: () => Promise<void>): Promise<void> {
  const title = vscode.l10n.t('Undo');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('The KB {0} was removed.', name),
    title,
  );
  if (choice === title) await undo();
}
