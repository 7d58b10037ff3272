import * as vscode from 'vscode';
import { pathForSetting } from '../workspace-path';

interface DatasetItem extends vscode.QuickPickItem {
  readonly file?: vscode.Uri;
}

const EXTENSIONS = ['jsonl', 'tsv', 'json'];
/** Files that are never datasets. */
const EXCLUDED_FOLDERS = '**/{node_modules,.vscode,.git}/**';
const EXCLUDED_FILES = /(?:^|\/)(?:package|package-lock|tsconfig[^/]*|jsconfig|run|report)\.json$|(?:^|\/)\./;
const MAX_FILES = 200;

/** Lets the user select a dataset: the last one, a file of the workspace, or another file. `runs` is the folder of evaluations. */
export async function pickDataset(last: string | undefined, runs: string): Promise<vscode.Uri | undefined> {
  const found = await vscode.workspace.findFiles(
    `**/*.{${EXTENSIONS.join(',')}}`,
    EXCLUDED_FOLDERS,
    MAX_FILES,
  );
  const files = found
    .map((file) => ({ file, path: pathForSetting(file) }))
    .filter(({ path }) => !EXCLUDED_FILES.test(path) && !path.startsWith(`${runs}/`))
    .sort((one, other) => rank(one.path, last) - rank(other.path, last) || (one.path < other.path ? -1 : 1));
  const items: DatasetItem[] = files.map(({ file, path }) => ({
    // With several workspace folders, the label includes the folder.
    label: vscode.workspace.asRelativePath(file),
    file,
    ...(path === last && { description: vscode.l10n.t('used last') }),
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

/** The last dataset first, then files by extension: other JSON files are often not datasets. */
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
