import * as vscode from 'vscode';

const changed = new Set<string>();

/** Sets one of the extension's settings for the workspace. */
export async function set(name: string, value: unknown): Promise<void> {
  changed.add(name);
  await vscode.workspace
    .getConfiguration('funfusic')
    .update(name, value, vscode.ConfigurationTarget.Workspace);
}

/** Resets the settings that `set` has changed. */
export async function resetSettings(): Promise<void> {
  for (const name of changed) await set(name, undefined);
  changed.clear();
}
