import * as vscode from 'vscode';
import type { SchemaNode } from '../../../server/src/protocol/index';

/** The icon of a node in the tree and in the search. It shows the kind of a type, or that of the objects of a relation. */
export function iconOf({ kind, nature, id }: SchemaNode): vscode.ThemeIcon {
  switch (kind) {
    case 'group':
      return new vscode.ThemeIcon(id === 'community' ? 'organization' : 'circle-large-outline');
    case 'domain':
      return icon('symbol-namespace', 'namespace');
    case 'type':
      if (nature === 'mediator') return icon('symbol-interface', 'interface');
      return nature === 'literal' ? icon('symbol-constant', 'constant') : icon('symbol-class', 'class');
    case 'relation':
      if (nature === 'mediator') return icon('symbol-interface', 'interface');
      return nature === 'literal' ? icon('symbol-constant', 'constant') : icon('symbol-field', 'field');
  }
}

function icon(name: string, color: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(name, new vscode.ThemeColor(`symbolIcon.${color}Foreground`));
}
