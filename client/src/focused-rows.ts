import * as vscode from 'vscode';

/**
 * The rows of a tree that a key is pressed on: the selected ones if the focused row is one of them, otherwise the focused row. VS Code
 * tells extensions only which rows are selected, so the focused row is selected or deselected for a moment.
 */
export async function focusedRows<Row>(
  view: vscode.TreeView<Row>,
  idOf: (row: Row) => string,
): Promise<readonly Row[]> {
  const toggle = (): Thenable<unknown> => vscode.commands.executeCommand('list.toggleSelection');
  const selected = view.selection;
  const ids = new Set(selected.map(idOf));
  await toggle();
  const added = view.selection.filter((row) => !ids.has(idOf(row)));
  await toggle();
  return added.length > 0 ? added : selected;
}
