import * as vscode from 'vscode';

/** What the client itself must know of a KB's settings; the server reads and judges the whole. */
export interface KbEntry {
  readonly endpoint?: string;
  readonly file?: string | readonly string[];
  readonly auth?: string;
  readonly user?: string;
  readonly secretHeaders?: readonly string[];
}

type Entries = Readonly<Record<string, KbEntry>>;

const NAME = 'knowledgeBase';
const ALL = 'knowledgeBases';
const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

const read = (scope?: vscode.ConfigurationScope): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('funfusic', scope);

/** The KBs of the settings. */
export const kbSettings = {
  chosen(scope?: vscode.ConfigurationScope): string {
    return read(scope).get<string>(NAME) ?? '';
  },

  /** For the project that is open, or without one for the user; where a folder has a choice of its own, there. */
  async choose(name: string, scope?: vscode.ConfigurationScope): Promise<void> {
    const folder = read(scope).inspect(NAME)?.workspaceFolderValue;
    const target = folder === undefined ? (hasWorkspace() ? Workspace : Global) : WorkspaceFolder;
    await read(scope).update(NAME, name, target);
  },

  entry(name: string, scope?: vscode.ConfigurationScope): KbEntry | undefined {
    const all = read(scope).get<Entries>(ALL) ?? {};
    return Object.hasOwn(all, name) ? all[name] : undefined;
  },

  get names(): readonly string[] {
    return Object.keys(read().get<Entries>(ALL) ?? {});
  },

  /** What is meant for one project is kept with it, all else with the user. */
  async add(
    name: string,
    entry: KbEntry,
    { forWorkspace }: { readonly forWorkspace: boolean },
  ): Promise<void> {
    const target = forWorkspace && hasWorkspace() ? Workspace : Global;
    await read().update(ALL, { ...own(target), [name]: entry }, target);
  },

  /** Wherever the KB is set. */
  async setSchema(name: string, schema: string): Promise<void> {
    for (const target of hasWorkspace() ? [Global, Workspace] : [Global]) {
      const entry = own(target)[name];
      if (entry) await read().update(ALL, { ...own(target), [name]: { ...entry, schema } }, target);
    }
  },

  /** Wherever it is set. One that is chosen is no longer. */
  async remove(name: string): Promise<void> {
    for (const target of hasWorkspace() ? [Global, Workspace] : [Global]) {
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

function hasWorkspace(): boolean {
  return (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
}
