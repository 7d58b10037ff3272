import * as vscode from 'vscode';
import { showMessage, withCancellableProgress } from '../dialogs';
import { isBrowser } from '../is-browser';
import { belongsToWorkspace, pathForSetting } from '../workspace-path';
import { importMessage, type ImportMessage } from './import-outcome';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { askKbName } from './pick-kb';

/** Arguments of the commands that read dumps, for tests and other extensions. */
export interface DumpTarget {
  readonly files: readonly vscode.Uri[];
  readonly name: string;
}

/** Adds a dump as a KB and loads it at once, so that the first query does not wait for it. */
export async function importDump(requests: KbRequests, target?: unknown): Promise<void> {
  if (isBrowser()) return refuseDump();
  const { files, name } = isDumpTarget(target) ? target : await askForFiles();
  const [first] = files;
  if (!first || name === undefined) return;
  const paths = files.map(pathForSetting);
  const [path = ''] = paths;
  const forWorkspace = files.some(belongsToWorkspace);
  await kbSettings.add(name, { file: paths.length === 1 ? path : paths }, { forWorkspace });
  const result = await withCancellableProgress(
    vscode.l10n.t('Importing {0}', name),
    async (report, token) => {
      await requests.prepare(name, report, token);
      return requests.test(name, token);
    },
  );
  if (!result) return showCancelled(name);
  void showImported(
    name,
    files,
    importMessage(
      name,
      result,
      files.map(({ fsPath }) => fsPath),
    ),
  );
}

/** Reports what was read, and offers the next step. */
async function showImported(
  name: string,
  files: readonly vscode.Uri[],
  { level, message, place, isTooLarge }: ImportMessage,
): Promise<void> {
  if (isTooLarge) return offerToServe(name, files, message);
  const [use, open, test, remove] = [
    vscode.l10n.t('Use for Queries'),
    vscode.l10n.t('Open File'),
    vscode.l10n.t('Test Again'),
    vscode.l10n.t('Remove'),
  ];
  const again = level === 'error' ? [test] : [];
  const repair = level === 'information' ? [] : [...(place ? [open] : []), ...again, remove];
  const titles = level === 'error' ? repair : [use, ...repair];
  const choice = await showMessage(level, message, titles);
  if (choice === use) await kbSettings.choose(name, vscode.window.activeTextEditor?.document);
  if (choice === open && place) await openLine(place);
  if (choice === test) await vscode.commands.executeCommand('funfusic.testKnowledgeBase', name);
  if (choice === remove) await vscode.commands.executeCommand('funfusic.removeKnowledgeBase', name);
}

/** The KB with the file is of no use, so it is replaced by one that is served. */
async function offerToServe(name: string, files: readonly vscode.Uri[], message: string): Promise<void> {
  const [serve, remove] = [vscode.l10n.t('Serve with Virtuoso'), vscode.l10n.t('Remove')];
  const choice = await vscode.window.showErrorMessage(message, serve, remove);
  if (choice === undefined) return;
  await kbSettings.remove(name);
  if (choice === serve) await vscode.commands.executeCommand('funfusic.serveDump', { name, files });
}

async function openLine({ file, line }: NonNullable<ImportMessage['place']>): Promise<void> {
  const start = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(start, start) });
}

/** The KB stays in the settings; the message offers to remove it. */
async function showCancelled(name: string): Promise<void> {
  const remove = vscode.l10n.t('Remove KB');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The import of {0} was stopped. The KB remains in the settings and is loaded when a query first runs on it.',
      name,
    ),
    remove,
  );
  if (choice === remove) await kbSettings.remove(name);
}

async function askForFiles(): Promise<{
  readonly files: readonly vscode.Uri[];
  readonly name: string | undefined;
}> {
  const files = await chooseDumpFiles(vscode.l10n.t('Import dump as KB'), vscode.l10n.t('Import'));
  const [first] = files;
  return { files, name: first && (await askKbName(first.fsPath)) };
}

/** Asks for the files of a dump. Returns none if the user cancels. */
export async function chooseDumpFiles(title: string, openLabel: string): Promise<readonly vscode.Uri[]> {
  const files = await vscode.window.showOpenDialog({
    title,
    openLabel,
    canSelectMany: true,
    filters: {
      [vscode.l10n.t('N-Triples and Turtle, plain or gzipped')]: ['nt', 'ttl', 'gz'],
      [vscode.l10n.t('All files')]: ['*'],
    },
  });
  return files ?? [];
}

export function isDumpTarget(target: unknown): target is DumpTarget {
  return typeof target === 'object' && target !== null && 'files' in target && 'name' in target;
}

/** In a browser there are no files on disk. */
export async function refuseDump(): Promise<void> {
  const message = vscode.l10n.t(
    'VS Code in the browser cannot read dumps. Use the VS Code desktop app, or add an endpoint.',
  );
  await showMessage('error', message, []);
}
