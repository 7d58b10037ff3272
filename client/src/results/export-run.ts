import { formatNumber, plural } from '../../shared/l10n';
import * as vscode from 'vscode';
import type { FromPanel } from '../../shared/messages';
import { exportFormats, type ExportData, type ExportFormat } from '../../shared/export-formats';
import { contentColumns, contentRows, runsOf, type TableContent } from './content';
import type { ResultRequests } from './result-requests';

/** Exports the results without running the query again. */
export async function exportContent(
  content: TableContent,
  view: FromPanel & { readonly type: 'export' },
  requests: ResultRequests,
): Promise<void> {
  const [run] = runsOf(content);
  const all = contentRows(content);
  const columns = contentColumns(content);
  const allColumns = columns.map((_, index) => index);
  const whole: ExportData = {
    run,
    columns,
    places: allColumns,
    rows: all,
    nameOf: requests.nameOf(run.kb),
    part: false,
  };
  const shown: ExportData = {
    ...whole,
    places: view.columns,
    rows: view.rows ? view.rows.flatMap((index) => (all[index] ? [all[index]] : [])) : all,
    part: (view.rows !== undefined && view.rows.length < all.length) || view.columns.length < columns.length,
  };
  const format = await chooseFormat(kindOf(content));
  if (!format) return;
  const isPartial = view.rows !== undefined || view.columns.length < columns.length;
  const chosen = isPartial ? await chooseExtent(shown, whole) : whole;
  if (!chosen) return;
  await saveFile({
    name: `results.${format.extension}`,
    format: format.label,
    bytes: () => new TextEncoder().encode(format.write(chosen)),
    done: (file) => plural(chosen.rows.length, 'Exported {0} row to {1}.', 'Exported {0} rows to {1}.', file),
  });
}

/** Exports the picture of a graph. */
export async function exportGraph({
  format,
  data,
}: FromPanel & { readonly type: 'exportGraph' }): Promise<void> {
  await saveFile({
    name: `graph.${format}`,
    format: format.toUpperCase(),
    bytes: () => (format === 'png' ? fromBase64(data) : new TextEncoder().encode(data)),
    done: (file) => vscode.l10n.t('Exported the graph to {0}.', file),
  });
}

/** Lets the user select a file, writes it, and offers to open it. */
async function saveFile({
  name,
  format,
  bytes,
  done,
}: {
  readonly name: string;
  readonly format: string;
  readonly bytes: () => Uint8Array;
  readonly done: (file: string) => string;
}): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    defaultUri: defaultUri(name),
    filters: { [format]: [name.split('.').at(-1) ?? ''] },
    title: vscode.l10n.t('Export as {0}', format),
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, bytes());
  } catch (error) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        'Cannot write the file: {0} Choose another location.',
        error instanceof Error ? error.message : String(error),
      ),
    );
    return;
  }
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    done(vscode.workspace.asRelativePath(target)),
    open,
  );
  if (answer === open) await vscode.commands.executeCommand('vscode.open', target);
}

async function chooseFormat(kind: ExportFormat['answerKinds'][number]): Promise<ExportFormat | undefined> {
  const fitting = exportFormats().filter(({ answerKinds: of }) => of.includes(kind));
  const picked = await vscode.window.showQuickPick(
    fitting.map((format) => ({ label: format.label, detail: format.detail, format })),
    {
      title: vscode.l10n.t('Export Results'),
      placeHolder: vscode.l10n.t('Select a format'),
      // After a click in the panel, the panel may take the focus once more. That must not close the list.
      ignoreFocusOut: true,
    },
  );
  return picked?.format;
}

async function chooseExtent(shown: ExportData, whole: ExportData): Promise<ExportData | undefined> {
  const size = ({ rows, places }: ExportData): string =>
    vscode.l10n.t('{0} rows, {1} columns', formatNumber(rows.length), places.length);
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('As Shown'),
        detail: vscode.l10n.t('{0}, as sorted and filtered', size(shown)),
        exported: shown,
      },
      {
        label: vscode.l10n.t('All'),
        detail: vscode.l10n.t('{0}, in original order', size(whole)),
        exported: whole,
      },
    ],
    {
      title: vscode.l10n.t('Export Results'),
      placeHolder: vscode.l10n.t('Select the rows and columns to export'),
      ignoreFocusOut: true,
    },
  );
  return picked?.exported;
}

function kindOf(content: TableContent): ExportFormat['answerKinds'][number] {
  if (content.kind === 'comparison') return 'comparison';
  const { execution } = content.run;
  const kind = execution.status === 'answered' ? execution.answer.kind : 'table';
  return kind === 'done' ? 'table' : kind;
}

function defaultUri(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(name);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
