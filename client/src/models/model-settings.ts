import * as vscode from 'vscode';

/** What the client itself must know of a model's settings; the server reads and judges the whole. */
export interface ModelEntry {
  readonly url?: string;
  readonly model?: string;
  readonly apiVersion?: string;
  readonly key?: boolean;
  readonly editor?: string;
}

type Entries = Readonly<Record<string, ModelEntry>>;

/** The name that stands for working without a model. */
export const NO_MODEL = 'none';

const NAME = 'model';
const ALL = 'models';
const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

const read = (scope?: vscode.ConfigurationScope): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('funfusic', scope);

/** The models of the settings. */
export const modelSettings = {
  chosen(scope?: vscode.ConfigurationScope): string {
    return read(scope).get<string>(NAME) ?? NO_MODEL;
  },

  /** For the user, because a model and its cost are; where the project or a folder has a choice of its own, there. */
  async choose(name: string, scope?: vscode.ConfigurationScope): Promise<void> {
    const values = read(scope).inspect<string>(NAME);
    const target =
      values?.workspaceFolderValue !== undefined
        ? WorkspaceFolder
        : values?.workspaceValue !== undefined
          ? Workspace
          : Global;
    await read(scope).update(NAME, name, target);
  },

  entry(name: string, scope?: vscode.ConfigurationScope): ModelEntry | undefined {
    const all = read(scope).get<Entries>(ALL) ?? {};
    return Object.hasOwn(all, name) ? all[name] : undefined;
  },

  get names(): readonly string[] {
    return Object.keys(read().get<Entries>(ALL) ?? {});
  },

  async add(name: string, entry: ModelEntry): Promise<void> {
    await read().update(ALL, { ...own(Global), [name]: entry }, Global);
  },

  /** Wherever it is set. One that is chosen is no longer. */
  async remove(name: string): Promise<void> {
    const hasWorkspace = (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
    for (const target of hasWorkspace ? [Global, Workspace] : [Global]) {
      const { [name]: removed, ...others } = own(target);
      if (removed) await read().update(ALL, Object.keys(others).length > 0 ? others : undefined, target);
      if (chosenIn(target) === name) await read().update(NAME, undefined, target);
    }
  },
};

function own(target: vscode.ConfigurationTarget): Entries {
  const values = read().inspect<Entries>(ALL);
  return (target === Workspace ? values?.workspaceValue : values?.globalValue) ?? {};
}

function chosenIn(target: vscode.ConfigurationTarget): string | undefined {
  const values = read().inspect<string>(NAME);
  return target === Workspace ? values?.workspaceValue : values?.globalValue;
}
