import * as vscode from 'vscode';
import { idOfPage } from './page-address';

/** The ID that a command was called on: an ID, a tree element, or the URI of a page. */
export function idOfTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (target instanceof vscode.Uri) return idOfPage(target);
  if (typeof target !== 'object' || target === null) return undefined;
  if ('node' in target) return idOfTarget(target.node);
  return 'id' in target && typeof target.id === 'string' ? target.id : undefined;
}
