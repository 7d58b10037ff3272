import * as vscode from 'vscode';
import { keepsSettings } from '../workspace-trust';

const NAME = 'ask.strategy';

const read = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('funfusic');

/** The settings of asking that the client itself shows; the server reads all of them. */
export const askSettings = {
  strategy(): string {
    return read().get<string>(NAME) ?? 'auto';
  },

  /** For the project that is open, or without one for the user. */
  async chooseStrategy(name: string): Promise<void> {
    const { Global, Workspace } = vscode.ConfigurationTarget;
    await read().update(NAME, name, keepsSettings() ? Workspace : Global);
  },
};
