import * as vscode from 'vscode';
import type { DeriveSchemaResult } from '../../../server/src/protocol/index';
import { pathForSetting } from '../workspace-path';
import { reporter } from './adding';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { pickKb } from './pick-kb';

/** Works a schema out from the facts of a KB, saves it where the user wants it, and offers to judge its queries by it. */
export async function deriveSchema(requests: KbRequests, target?: unknown): Promise<void> {
  const chosen = kbSettings.chosen(vscode.window.activeTextEditor?.document);
  const kb =
    typeof target === 'string'
      ? target
      : await pickKb(await requests.list(), { title: 'Derive a schema from which KB?', chosen });
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
    title: `Deriving a schema from ${kb}`,
    cancellable: true,
  };
  return vscode.window.withProgress(options, (progress, token) =>
    requests.derive(kb, reporter(progress), token).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }),
  );
}

async function askWhere(kb: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${kb.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.schema.json`;
  return vscode.window.showSaveDialog({
    title: 'Save the schema',
    filters: { 'KB schema': ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

async function tellDerived(kb: string, file: vscode.Uri, notes: readonly string[]): Promise<void> {
  const [use, open] = ['Judge Its Queries by It', 'Open It'];
  const canUse = kbSettings.entry(kb) !== undefined;
  const choice = await vscode.window.showInformationMessage(
    ['The schema is derived.', ...notes].join(' '),
    ...(canUse ? [use, open] : [open]),
  );
  if (choice === use) await kbSettings.change(kb, { schema: pathForSetting(file) });
  if (choice === open) await vscode.window.showTextDocument(file);
}
