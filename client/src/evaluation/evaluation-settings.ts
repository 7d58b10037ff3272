import * as vscode from 'vscode';

const read = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('funfusic');

/** The settings of evaluations that the client itself reads and writes. */
export const evaluationSettings = {
  folder(): string {
    return read().get<string>('evaluation.folder') ?? 'funfusic-runs';
  },

  exemplarsFile(): string {
    return read().get<string>('exemplars.file') ?? '';
  },

  async setExemplarsFile(file: string): Promise<void> {
    await read().update('exemplars.file', file, vscode.ConfigurationTarget.Workspace);
  },
};
