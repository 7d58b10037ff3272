import * as vscode from 'vscode';
import { showMessage, withCancellableProgress } from '../dialogs';
import { belongsToWorkspace, pathForSetting } from '../workspace-path';
import { importMessage, type ImportMessage } from './import-outcome';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';
import { askKbName } from './pick-kb';

/** Arguments of the command, for tests and other extensions. */
export interface ImportTarget {
  readonly files: readonly vscode.Uri[];
  readonly name: string;
}

/** Adds a dump as a KB and loads it at once, so that the first query does not wait for it. */
export async function importDump(requests: KbRequests, target?: unknown): Promise<void> {
  const { files, name } = isTarget(target) ? target : await askForFiles();
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
    importMessage(
      name,
      result,
      files.map(({ fsPath }) => fsPath),
    ),
  );
}

/** Reports what was read, and offers the next step. */
async function showImported(name: string, { level, message, place }: ImportMessage): Promise<void> {
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
  const files =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import dump as KB'),
      openLabel: vscode.l10n.t('Import'),
      canSelectMany: true,
      filters: {
        [vscode.l10n.t('N-Triples and Turtle, plain or gzipped')]: ['nt', 'ttl', 'gz'],
        [vscode.l10n.t('All files')]: ['*'],
      },
    })) ?? [];
  const [first] = files;
  return { files, name: first && (await askKbName(first.fsPath)) };
}

function isTarget(target: unknown): target is ImportTarget {
  return typeof target === 'object' && target !== null && 'files' in target && 'name' in target;
}
