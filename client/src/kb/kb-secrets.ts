import { plural } from '../../shared/l10n';
import * as vscode from 'vscode';
import type { Secrets } from '../secrets';
import type { SecretName } from '../secret-name';
import type { KbRequests } from './kb-requests';
import { kbSettings, type KbEntry } from './kb-settings';

/** Asks for a password, token or header of a KB, and replaces the stored one. */
export async function setSecret(requests: KbRequests, secrets: Secrets, target?: unknown): Promise<void> {
  const kbs = typeof target === 'string' ? [target] : kbSettings.names;
  const names = kbs.flatMap((kb) => secretsOf(kb, kbSettings.entry(kb)));
  if (names.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'None of your KBs needs a secret. Set "auth" or "secretHeaders" of a KB in funfusic.knowledgeBases first.',
      ),
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(
    names.map((name) => ({
      name,
      label: `$(key) ${name.kb}`,
      description: name.what,
      detail: name.address,
    })),
    { title: vscode.l10n.t('Select a secret to set') },
  );
  if (!picked) return;
  if ((await secrets.ask(picked.name, { rejected: false })) !== undefined)
    await requests.changed(picked.name.kb);
}

/** Deletes all secrets of a KB from the secret storage. */
export async function forgetSecrets(requests: KbRequests, secrets: Secrets, target?: unknown): Promise<void> {
  const { kbs } = secrets;
  if (kbs.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No password or token is stored for a KB.'));
    return;
  }
  const kb =
    typeof target === 'string'
      ? target
      : await vscode.window.showQuickPick(kbs, { title: vscode.l10n.t('Select a KB to delete its secrets') });
  if (kb === undefined) return;
  const count = await secrets.forget(kb);
  await requests.changed(kb);
  void vscode.window.showInformationMessage(
    plural(
      count,
      'The secret of the KB {1} was deleted. You are asked for it when it is needed.',
      '{0} secrets of the KB {1} were deleted. You are asked for them when they are needed.',
      kb,
    ),
  );
}

/** The secrets that a KB needs according to the settings. */
export function secretsOf(kb: string, entry: KbEntry | undefined): readonly SecretName[] {
  const address = entry?.endpoint;
  if (address === undefined) return [];
  const auth = entry?.auth ?? (entry?.user === undefined ? 'none' : 'basic');
  const secrets = auth === 'bearer' ? ['token'] : auth === 'basic' ? ['password'] : [];
  return [...secrets, ...(entry?.secretHeaders ?? [])].map((what) => ({ kb, address, what }));
}
