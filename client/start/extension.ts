/** Activates the extension (`dist/extension.js`). In a browser, the bundle is loaded directly. */
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { loadBundle } from '../../server/src/start/code-cache';
import type * as Bundle from '../src/extension';

let activated: typeof Bundle | undefined;

export function activate(context: vscode.ExtensionContext): Bundle.TestApi | undefined {
  const file = join(__dirname, 'client.js');
  const { bundle, saveCache } = loadBundle<typeof Bundle>('client', file, context.globalStorageUri.fsPath);
  activated = bundle;
  return bundle.activate(context, saveCache);
}

export async function deactivate(): Promise<void> {
  await activated?.deactivate();
}
