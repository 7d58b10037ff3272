import * as vscode from 'vscode';
import type { SparqlDialect } from './status-view';
import { keepsSettings } from './workspace-trust';

const read = (scope?: vscode.ConfigurationScope): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('funfusic', scope);

/** The settings that the client itself reads and writes; the server asks for all others. */
export const settings = {
  dialect(scope?: vscode.ConfigurationScope): SparqlDialect {
    return read(scope).get<string>('dialect') === 'sparql11' ? 'sparql11' : 'virtuoso';
  },

  async setDialect(dialect: SparqlDialect, scope?: vscode.ConfigurationScope): Promise<void> {
    await read(scope).update('dialect', dialect, target());
  },

  schemaFile(): string {
    return read().get<string>('schema.file') ?? '';
  },

  async setSchemaFile(file: string): Promise<void> {
    await read().update('schema.file', file, target());
  },

  /** Removes the schema setting of the workspace; a user setting is only overridden. */
  async clearSchemaFile(): Promise<void> {
    await read().update('schema.file', undefined, target());
    if (settings.schemaFile() !== '') await read().update('schema.file', '', target());
  },
};

/** A choice belongs to the project that is open; without one, to the user. */
function target(): vscode.ConfigurationTarget {
  return keepsSettings() ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
}
