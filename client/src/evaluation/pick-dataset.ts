import * as vscode from 'vscode';
import { DATASETS_REQUEST } from '../../../server/src/protocol/index';
import { pathForSetting } from '../workspace-path';

import type { EvaluationRequests } from './evaluation-requests';

interface DatasetItem extends vscode.QuickPickItem {
  readonly file?: vscode.Uri;
}

const EXTENSIONS = ['jsonl', 'tsv', 'json'];
const EXCLUDED_FOLDERS = '**/{node_modules,.vscode,.git}/**';
const MAX_FILES = 200;

/**
 * Lets the user select a dataset: the last one, a file of the workspace that a dataset reader recognizes, or another file.
 * @param runs the folder of evaluations
 */
export async function pickDataset(
  last: string | undefined,
  runs: string,
  requests: EvaluationRequests,
): Promise<vscode.Uri | undefined> {
  const found = await vscode.workspace.findFiles(
    `**/*.{${EXTENSIONS.join(',')}}`,
    EXCLUDED_FOLDERS,
    MAX_FILES,
  );
  const candidates = found
    .map((file) => ({ file, path: pathForSetting(file) }))
    .filter(({ file, path }) => file.scheme === 'file' && !path.startsWith(`${runs}/`));
  const { datasets } = await requests.ask(DATASETS_REQUEST, {
    files: candidates.map(({ file }) => file.fsPath),
  });
  const shapes = new Map(datasets.map(({ file, shape }) => [file, shape]));
  const files = candidates
    .filter(({ file }) => shapes.has(file.fsPath))
    .sort((one, other) => rank(one.path, last) - rank(other.path, last) || (one.path < other.path ? -1 : 1));
  const items: DatasetItem[] = files.map(({ file, path }) => ({
    // With several workspace folders, the label includes the folder.
    label: vscode.workspace.asRelativePath(file),
    file,
    description: [shapes.get(file.fsPath), ...(path === last ? [vscode.l10n.t('used last')] : [])].join(
      ' · ',
    ),
  }));
  const browse: DatasetItem = { label: vscode.l10n.t('$(folder-opened) Browse…'), alwaysShow: true };
  const picked = await vscode.window.showQuickPick<DatasetItem>([...items, browse], {
    title: vscode.l10n.t('Select a dataset to evaluate on'),
    placeHolder: vscode.l10n.t(
      'GrailQA, GrailQAbility, WebQSP, ComplexWebQuestions, SimpleQuestions, or JSON Lines',
    ),
  });
  return picked === browse ? await browseForDataset() : picked?.file;
}

/** The last dataset first, then files by extension. */
function rank(path: string, last: string | undefined): number {
  return path === last ? -1 : EXTENSIONS.findIndex((extension) => path.endsWith(`.${extension}`));
}

async function browseForDataset(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Select a dataset to evaluate on'),
    openLabel: vscode.l10n.t('Evaluate'),
    filters: { [vscode.l10n.t('Datasets')]: [...EXTENSIONS] },
  });
  return chosen?.[0];
}
