import * as vscode from 'vscode';
import type { SchemaView } from '../schema/schema-view';
import { idOfTarget } from '../schema/command-target';

export async function copySchemaId(view: SchemaView, target?: unknown): Promise<void> {
  const id = idOfTarget(target) ?? (await view.tree.focused())?.id;
  if (id) await vscode.env.clipboard.writeText(id);
}
