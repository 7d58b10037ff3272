import * as vscode from 'vscode';
import type { Secrets } from '../secrets';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { pickKb } from './pick-kb';

/** Removes a KB from the settings, and its secrets from the secret storage. Its data is not deleted. */
export async function removeKb(requests: KbRequests, secrets: Secrets, target?: unknown): Promise<void> {
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
  await kbSettings.remove(name);
  await secrets.forget(name);
  await requests.changed(name);
}
