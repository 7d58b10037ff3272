import * as vscode from 'vscode';
import type { Secrets } from '../secrets';
import type { SecretName } from '../secret-name';
import type { KbRequests } from './kb-requests';
import { kbSettings, type KbEntry } from './kb-settings';

/** Asks for a password, token or header of a KB, in place of the one that is kept. */
export async function setSecret(requests: KbRequests, secrets: Secrets, target?: unknown): Promise<void> {
  const kbs = typeof target === 'string' ? [target] : kbSettings.names;
  const wanted = kbs.flatMap((kb) => secretsOf(kb, kbSettings.entry(kb)));
  if (wanted.length === 0) {
    void vscode.window.showInformationMessage(
      'None of your KBs wants a secret. Set "auth" or "secretHeaders" for one in funfusic.knowledgeBases first.',
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(
    wanted.map((name) => ({
      name,
      label: `$(key) ${name.kb}`,
      description: name.what,
      detail: name.address,
    })),
    { title: 'Set which secret?' },
  );
  if (!picked) return;
  if ((await secrets.ask(picked.name, { rejected: false })) !== undefined)
    await requests.changed(picked.name.kb);
}

/** Takes all secrets of a KB out of the editor's store. */
export async function forgetSecrets(requests: KbRequests, secrets: Secrets, target?: unknown): Promise<void> {
  const { kbs } = secrets;
  if (kbs.length === 0) {
    void vscode.window.showInformationMessage('No password or token is kept for any KB.');
    return;
  }
  const kb =
    typeof target === 'string'
      ? target
      : await vscode.window.showQuickPick(kbs, { title: 'Forget the secrets of which KB?' });
  if (kb === undefined) return;
  const count = await secrets.forget(kb);
  await requests.changed(kb);
  void vscode.window.showInformationMessage(
    `${count === 1 ? 'The secret' : `${count} secrets`} of the KB ${kb} ${count === 1 ? 'is' : 'are'} forgotten, and asked for when needed.`,
  );
}

/** What the settings say that it wants. */
export function secretsOf(kb: string, entry: KbEntry | undefined): readonly SecretName[] {
  const address = entry?.endpoint;
  if (address === undefined) return [];
  const auth = entry?.auth ?? (entry?.user === undefined ? 'none' : 'basic');
  const own = auth === 'bearer' ? ['token'] : auth === 'basic' ? ['password'] : [];
  return [...own, ...(entry?.secretHeaders ?? [])].map((what) => ({ kb, address, what }));
}
