import * as vscode from 'vscode';
import { isLoopback } from '../../../server/src/protocol/index';
import type { SecretName } from '../secret-name';
import type { Secrets } from '../secrets';
import type { ModelRequests } from './model-requests';
import { modelSettings } from './model-settings';

/** Asks for the key of a model, and replaces the stored one. */
export async function setModelKey(
  requests: ModelRequests,
  secrets: Secrets,
  target?: unknown,
): Promise<void> {
  const names = modelSettings.names.flatMap(keysOf);
  if (names.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'None of your models needs a key. Add one that does, or set "key": true for a model in funfusic.models.',
      ),
    );
    return;
  }
  const name = names.find(({ kb }) => kb === target) ?? (await pick(names));
  if (name && (await secrets.ask(name, { rejected: false })) !== undefined) await requests.changed(name.kb);
}

/** Deletes the key of a model from the secret storage. */
export async function forgetModelKey(
  requests: ModelRequests,
  secrets: Secrets,
  target?: unknown,
): Promise<void> {
  const models = secrets.ownersOf('model');
  if (models.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No key is stored for a model.'));
    return;
  }
  const name =
    typeof target === 'string'
      ? target
      : await vscode.window.showQuickPick(models, {
          title: vscode.l10n.t('Select a model to delete its key'),
        });
  if (name === undefined) return;
  await secrets.forget(name, 'model');
  await requests.changed(name);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('The key of the model {0} was deleted. You are asked for it when it is needed.', name),
  );
}

/** A remote server needs a key, unless the settings say otherwise. */
export function keysOf(name: string): readonly SecretName[] {
  const { url, key } = modelSettings.entry(name) ?? {};
  if (url === undefined || !(key ?? !isLocal(url))) return [];
  return [{ kb: name, of: 'model', address: url, what: 'key' }];
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

async function pick(names: readonly SecretName[]): Promise<SecretName | undefined> {
  if (names.length === 1) return names[0];
  const picked = await vscode.window.showQuickPick(
    names.map((name) => ({ name, label: `$(key) ${name.kb}`, detail: name.address })),
    { title: vscode.l10n.t('Select a model to set its key') },
  );
  return picked?.name;
}
