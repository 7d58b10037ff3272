import * as vscode from 'vscode';
import { isBrowser } from '../is-browser';

const README = 'README.md';
/** The sample that the tour begins with. */
const FIRST = 'mistakes.rq';

/** The samples of the extension. */
export const bundledSamples = (extension: vscode.Uri): vscode.Uri =>
  vscode.Uri.joinPath(extension, 'samples');

export async function readText(file: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

/** Whether a folder is the samples or a copy of them. */
export async function isSamplesFolder(extension: vscode.Uri, folder: vscode.Uri): Promise<boolean> {
  const texts = [folder, bundledSamples(extension)].map((one) => readText(vscode.Uri.joinPath(one, README)));
  const [found, expected] = await Promise.allSettled(texts);
  return found?.status === 'fulfilled' && expected?.status === 'fulfilled' && found.value === expected.value;
}

/** Opens the first sample and, beside it, the page about all samples. */
export async function openTour(folder: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, FIRST), { preview: false });
  await openPage(folder);
}

/** Opens the page about all samples beside the active editor. */
export async function openPage(folder: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('markdown.showPreviewToSide', vscode.Uri.joinPath(folder, README));
}

/**
 * Opens the tour: in the workspace if it is the samples, otherwise on a copy that the user may change. Files that the user has changed
 * are not replaced.
 */
export async function takeTour(context: vscode.ExtensionContext): Promise<void> {
  const bundled = bundledSamples(context.extensionUri);
  for (const { uri } of vscode.workspace.workspaceFolders ?? [])
    if (await isSamplesFolder(context.extensionUri, uri)) return openTour(uri);
  // A browser cannot list the folder to copy it.
  if (isBrowser()) return openTour(bundled);
  const copy = vscode.Uri.joinPath(context.globalStorageUri, 'samples');
  await copyMissing(bundled, copy);
  return openTour(copy);
}

async function copyMissing(from: vscode.Uri, to: vscode.Uri): Promise<void> {
  await vscode.workspace.fs.createDirectory(to);
  const existing = new Set((await vscode.workspace.fs.readDirectory(to)).map(([name]) => name));
  for (const [name, type] of await vscode.workspace.fs.readDirectory(from)) {
    const [source, target] = [vscode.Uri.joinPath(from, name), vscode.Uri.joinPath(to, name)];
    if (type === vscode.FileType.Directory) await copyMissing(source, target);
    // The page is not edited, and its links must fit this version.
    else if (!existing.has(name) || name === README)
      await vscode.workspace.fs.copy(source, target, { overwrite: true });
  }
}
