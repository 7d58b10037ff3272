import * as vscode from 'vscode';
import { idOfPage } from './page-address';

/** The id that a command is about. It may come as an id, as a place in the tree, or as the page that is open. */
export function idOfTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (target instanceof vscode.Uri) return idOfPage(target);
  if (typeof target !== 'object' || target === null) return undefined;
  if ('node' in target) return idOfTarget(target.node);
  return 'id' in target && typeof target.id === 'string' ? target.id : undefined;
}
