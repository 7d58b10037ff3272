import * as vscode from 'vscode';
import { askText } from '../dialogs';
import { isBrowser } from '../is-browser';
import { importDump } from './import-dump';
import { addressProblem } from './kb-name';
import type { KbRequests } from './kb-requests';
import { kbSettings, type KbEntry } from './kb-settings';
import { askKbName, showAddedKb } from './pick-kb';
import { testWithProgress } from './test-kb';

/** Asks for everything first, then saves and tests the KB. */
export async function addKb(requests: KbRequests): Promise<void> {
  if (isBrowser()) return addEndpoint(requests);
  const kind = await pick(vscode.l10n.t('Add KB'), [
    {
      value: 'endpoint',
      label: vscode.l10n.t('$(globe) SPARQL endpoint'),
      detail: vscode.l10n.t('The address of Virtuoso, QLever, GraphDB, Fuseki or another endpoint'),
    },
    {
      value: 'file',
      label: vscode.l10n.t('$(file) File'),
      detail: vscode.l10n.t('N-Triples or Turtle, plain or gzipped; queried without a server'),
    },
  ]);
  if (kind === 'file') return importDump(requests);
  if (kind === 'endpoint') await addEndpoint(requests);
}

async function addEndpoint(requests: KbRequests): Promise<void> {
  const endpoint = await askText({
    title: vscode.l10n.t('Add KB: address of the endpoint'),
    placeHolder: 'http://localhost:8890/sparql',
    validateInput: addressProblem,
  });
  if (endpoint === undefined) return;
  const name = await askKbName(endpoint);
  if (name === undefined) return;
  const auth = await pick(vscode.l10n.t('Add KB: authentication for {0}', name), [
    { value: 'none', label: vscode.l10n.t('No authentication') },
    {
      value: 'basic',
      label: vscode.l10n.t('User name and password'),
      detail: vscode.l10n.t('You enter the password next. It is stored in the secret storage of the editor.'),
    },
    {
      value: 'bearer',
      label: vscode.l10n.t('Token'),
      detail: vscode.l10n.t(
        'Sent as "Authorization: Bearer …" and stored in the secret storage of the editor.',
      ),
    },
  ]);
  if (auth === undefined) return;
  const user =
    auth === 'basic' ? await askText({ title: vscode.l10n.t('Add KB: user name for {0}', name) }) : '';
  if (user === undefined) return;
  const entry: KbEntry = {
    endpoint,
    ...(auth !== 'none' && { auth }),
    ...(user !== '' && { user }),
  };
  await kbSettings.add(name, entry, { forWorkspace: false });
  const result = await testWithProgress(requests, name);
  await showAddedKb(name, result?.works === true, result?.lines.at(-1));
}

async function pick<Value extends string>(
  title: string,
  items: readonly (vscode.QuickPickItem & { readonly value: Value })[],
): Promise<Value | undefined> {
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.value;
}
