import * as vscode from 'vscode';
import { pathForSetting } from '../workspace-path';
import { askName, progressReporter, showAdded } from './kb-dialogs';
import type { KbRequests } from './kb-requests';
import { kbSettings } from './kb-settings';

/** Arguments of the command, for tests and other extensions. */
export interface ImportTarget {
  readonly files: readonly vscode.Uri[];
  readonly name: string;
}

/** Makes a file of facts a KB, and reads it at once, so that the first query need not wait. */
export async function importDump(requests: KbRequests, target?: unknown): Promise<void> {
  const { files, name } = isTarget(target) ? target : await askFor();
  const [first] = files;
  if (!first || name === undefined) return;
  const paths = files.map(pathForSetting);
  const [path = ''] = paths;
  const forWorkspace = files.some((file) => pathForSetting(file) !== file.fsPath);
  await kbSettings.add(name, { file: paths.length === 1 ? path : paths }, { forWorkspace });
  const read = await readWithProgress(requests, name);
  if (!read) {
    await tellStopped(name);
    return;
  }
  void showAdded(name, read.works, read.problem);
}

async function readWithProgress(
  requests: KbRequests,
  name: string,
): Promise<{ readonly works: boolean; readonly problem: string | undefined } | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Importing {0}', name),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    try {
      await requests.prepare(name, progressReporter(progress), token);
      const { works, lines } = await requests.test(name, token);
      return { works, problem: lines.at(-1) };
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }
  });
}

/** The KB stays in the settings; the message offers to remove it. */
async function tellStopped(name: string): Promise<void> {
  const REMOVE = vscode.l10n.t('Remove KB');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The import of {0} was stopped. The KB remains in the settings and is loaded when a query first runs on it.',
      name,
    ),
    REMOVE,
  );
  if (choice === REMOVE) await kbSettings.remove(name);
}

async function askFor(): Promise<{
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
  return { files, name: first && (await askName(first.fsPath)) };
}

function isTarget(target: unknown): target is ImportTarget {
  return typeof target === 'object' && target !== null && 'files' in target && 'name' in target;
}
