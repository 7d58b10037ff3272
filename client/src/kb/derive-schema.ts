import * as vscode from 'vscode';
import type { DeriveSchemaResult } from '../../../server/src/protocol/index';
import { pathForSetting } from '../workspace-path';
import { progressReporter } from './kb-dialogs';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { pickKb } from './pick-kb';

/** Works a schema out from the facts of a KB, saves it where the user wants it, and offers to judge its queries by it. */
export async function deriveSchema(requests: KbRequests, target?: unknown): Promise<void> {
  const chosen = kbSettings.chosen(vscode.window.activeTextEditor?.document);
  const title = vscode.l10n.t('Select a KB to derive a schema from');
  const kb = typeof target === 'string' ? target : await pickKb(await requests.list(), { title, chosen });
  if (kb === undefined) return;
  const derived = await deriveWithProgress(requests, kb);
  if (!derived) return;
  if ('problem' in derived) {
    if (!derived.declined) void vscode.window.showErrorMessage(derived.problem);
    return;
  }
  const file = await askWhere(kb);
  if (!file) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(derived.text));
  await tellDerived(kb, file, derived.notes);
}

async function deriveWithProgress(requests: KbRequests, kb: string): Promise<DeriveSchemaResult | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Deriving a schema from {0}', kb),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (progress, token) =>
    requests.derive(kb, progressReporter(progress), token).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }),
  );
}

async function askWhere(kb: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${kb.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.schema.json`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save schema'),
    filters: { [vscode.l10n.t('KB schema')]: ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

async function tellDerived(kb: string, file: vscode.Uri, notes: readonly string[]): Promise<void> {
  const [use, open] = [vscode.l10n.t('Use for This KB'), vscode.l10n.t('Open Schema')];
  const canUse = kbSettings.entry(kb) !== undefined;
  const choice = await vscode.window.showInformationMessage(
    [vscode.l10n.t('The schema was derived.'), ...notes].join(' '),
    ...(canUse ? [use, open] : [open]),
  );
  if (choice === use) await kbSettings.change(kb, { schema: pathForSetting(file) });
  if (choice === open) await vscode.window.showTextDocument(file);
}
