import * as vscode from 'vscode';
import type { SparqlDialect } from './status-view';
import { canSaveInWorkspace } from './workspace-trust';

/** Reads the section of the extension. */
export const readSettings = (scope?: vscode.ConfigurationScope): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('funfusic', scope);

/** Saves a setting for the open workspace, or for the user if there is none. */
async function write(
  name: string,
  value: string | Readonly<Record<string, string>> | undefined,
  scope?: vscode.ConfigurationScope,
): Promise<void> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await readSettings(scope).update(name, value, canSaveInWorkspace() ? Workspace : Global);
}

/** The severities in the settings that `write` changes. */
function ownSeverities(): Readonly<Record<string, string>> {
  const { workspaceValue, globalValue } =
    readSettings().inspect<Readonly<Record<string, string>>>('severity') ?? {};
  return (canSaveInWorkspace() ? workspaceValue : globalValue) ?? {};
}

/** The settings that the client itself reads and writes. The server reads all settings. */
export const settings = {
  dialect: (scope?: vscode.ConfigurationScope): SparqlDialect => {
    const dialect = readSettings(scope).get<string>('dialect');
    return dialect === 'sparql11' || dialect === 'sparql12' ? dialect : 'virtuoso';
  },
  setDialect: (dialect: SparqlDialect, scope?: vscode.ConfigurationScope): Promise<void> =>
    write('dialect', dialect, scope),

  severity: (code: string): string | undefined => ownSeverities()[code],
  /** Removes the entry if there is no severity. */
  setSeverity(code: string, severity: string | undefined): Promise<void> {
    const { [code]: _, ...others } = ownSeverities();
    return write('severity', severity === undefined ? others : { ...others, [code]: severity });
  },

  schemaFile: (): string => readSettings().get<string>('schema.file') ?? '',
  setSchemaFile: (file: string): Promise<void> => write('schema.file', file),
  /** Removes the schema setting of the workspace. A user setting is only overridden. */
  async clearSchemaFile(): Promise<void> {
    await write('schema.file', undefined);
    if (settings.schemaFile() !== '') await write('schema.file', '');
  },

  strategy: (): string => readSettings().get<string>('ask.strategy') ?? 'auto',
  setStrategy: (name: string): Promise<void> => write('ask.strategy', name),

  resultsLocation: (): string => readSettings().get<string>('results.location') ?? 'auto',

  evaluationFolder: (): string => readSettings().get<string>('evaluation.folder') ?? 'funfusic-runs',

  exemplarsFile: (): string => readSettings().get<string>('exemplars.file') ?? '',
  setExemplarsFile: (file: string): Promise<void> => write('exemplars.file', file),
};
