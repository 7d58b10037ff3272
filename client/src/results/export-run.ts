import * as vscode from 'vscode';
import type { FromPanel } from '../../shared/messages';
import { exportFormats, type Exported, type ExportFormat } from '../../shared/export-formats';
import { columnsOfContent, rowsOfContent, runsOf, type TableContent } from './content';
import type { ResultRequests } from './requests';

/** Writes what is held into a file; the query is not run again. */
export async function exportContent(
  content: TableContent,
  seen: FromPanel & { readonly type: 'export' },
  requests: ResultRequests,
): Promise<void> {
  const [run] = runsOf(content);
  const all = rowsOfContent(content);
  const columns = columnsOfContent(content);
  const everything = columns.map((_, place) => place);
  const whole: Exported = {
    run,
    columns,
    places: everything,
    rows: all,
    nameOf: requests.nameOf(run.kb),
    part: false,
  };
  const shown: Exported = {
    ...whole,
    places: seen.columns,
    rows: seen.rows ? seen.rows.flatMap((index) => (all[index] ? [all[index]] : [])) : all,
    part: (seen.rows !== undefined && seen.rows.length < all.length) || seen.columns.length < columns.length,
  };
  const format = await chooseFormat(kindOf(content));
  if (!format) return;
  const altered = seen.rows !== undefined || seen.columns.length < columns.length;
  const chosen = altered ? await chooseExtent(shown, whole) : whole;
  if (!chosen) return;
  const target = await vscode.window.showSaveDialog({
    defaultUri: defaultUri(format.extension),
    filters: { [format.label]: [format.extension] },
    title: `Export as ${format.label}`,
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(format.write(chosen), 'utf8'));
  } catch (error) {
    void vscode.window.showErrorMessage(
      `The results could not be written: ${error instanceof Error ? error.message : String(error)} Choose another place.`,
    );
    return;
  }
  const open = 'Open';
  const answer = await vscode.window.showInformationMessage(
    `Exported ${chosen.rows.length.toLocaleString('en')} rows to ${vscode.workspace.asRelativePath(target)}.`,
    open,
  );
  if (answer === open) await vscode.commands.executeCommand('vscode.open', target);
}

async function chooseFormat(kind: ExportFormat['of'][number]): Promise<ExportFormat | undefined> {
  const fitting = exportFormats.filter(({ of }) => of.includes(kind));
  const picked = await vscode.window.showQuickPick(
    fitting.map((format) => ({ label: format.label, detail: format.detail, format })),
    { title: 'Export the Results', placeHolder: 'As what?' },
  );
  return picked?.format;
}

async function chooseExtent(shown: Exported, whole: Exported): Promise<Exported | undefined> {
  const size = ({ rows, places }: Exported): string =>
    `${rows.length.toLocaleString('en')} rows, ${places.length} columns`;
  const picked = await vscode.window.showQuickPick(
    [
      { label: 'As Shown', detail: `${size(shown)}, as sorted and filtered`, exported: shown },
      { label: 'All', detail: `${size(whole)}, as they came`, exported: whole },
    ],
    { title: 'Export the Results', placeHolder: 'Which rows and columns?' },
  );
  return picked?.exported;
}

function kindOf(content: TableContent): ExportFormat['of'][number] {
  if (content.kind === 'comparison') return 'comparison';
  const { execution } = content.run;
  const kind = execution.status === 'answered' ? execution.answer.kind : 'table';
  return kind === 'done' ? 'table' : kind;
}

function defaultUri(extension: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const name = `results.${extension}`;
  return folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(name);
}
