import * as vscode from 'vscode';
import { pageAddress } from '../schema/page-address';
import type { SchemaView } from '../schema/schema-view';
import { idOfTarget } from '../schema/command-target';

/** Opens the page of an ID or of the selected tree node. The focus stays in the tree. */
export async function openSchemaPage(view: SchemaView, target?: unknown): Promise<void> {
  const id = idOfTarget(target) ?? view.tree.selected?.id ?? '';
  await vscode.window.showTextDocument(pageAddress(id), {
    preview: true,
    preserveFocus: target !== undefined,
  });
}
