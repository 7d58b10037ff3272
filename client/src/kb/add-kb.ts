import * as vscode from 'vscode';
import { ask, askName, tellAdded } from './adding';
import { importDump } from './import-dump';
import { addressProblem } from './kb-name';
import type { KbRequests } from './kb-requests';
import { kbSettings, type KbEntry } from './kb-settings';
import { tried } from './test-kb';

/** Asks for what is needed, step by step, and saves nothing before the last; then the KB is tested. */
export async function addKb(requests: KbRequests): Promise<void> {
  const kind = await pick('Add a KB', [
    {
      value: 'endpoint',
      label: '$(globe) A SPARQL endpoint',
      detail: 'Virtuoso, QLever, GraphDB, Fuseki and others, by its address',
    },
    {
      value: 'file',
      label: '$(file) A file',
      detail: 'N-Triples or Turtle, plain or gzipped, answered without any server',
    },
  ]);
  if (kind === 'file') return importDump(requests);
  if (kind === 'endpoint') await addEndpoint(requests);
}

async function addEndpoint(requests: KbRequests): Promise<void> {
  const endpoint = await ask({
    title: 'Add a KB: the address of the endpoint',
    placeHolder: 'http://localhost:8890/sparql',
    validateInput: addressProblem,
  });
  if (endpoint === undefined) return;
  const name = await askName(endpoint);
  if (name === undefined) return;
  const auth = await pick(`Add a KB: how does ${name} know you?`, [
    { value: 'none', label: 'Anybody may ask' },
    {
      value: 'basic',
      label: 'User name and password',
      detail: 'The password is asked for next, and kept secret by the editor',
    },
    {
      value: 'bearer',
      label: 'Token',
      detail: 'Sent as "Authorization: Bearer …", and kept secret by the editor',
    },
  ]);
  if (auth === undefined) return;
  const user = auth === 'basic' ? await ask({ title: `Add a KB: the user name for ${name}` }) : '';
  if (user === undefined) return;
  const entry: KbEntry = {
    endpoint,
    ...(auth !== 'none' && { auth }),
    ...(user !== '' && { user }),
  };
  await kbSettings.add(name, entry, { forWorkspace: false });
  const result = await tried(requests, name);
  await tellAdded(name, result?.works === true ? 'and works' : undefined, result?.lines.at(-1));
}

async function pick<Value extends string>(
  title: string,
  items: readonly (vscode.QuickPickItem & { readonly value: Value })[],
): Promise<Value | undefined> {
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.value;
}
