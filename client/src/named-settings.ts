import * as vscode from 'vscode';
import { keepsSettings } from './workspace-trust';

const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

/** Things that the user has named in one setting, of which another names the one in use: KBs, models. */
export class NamedSettings<Entry> {
  constructor(
    private readonly about: {
      /** The settings under `funfusic`: the name of the one in use, and all of them. */
      readonly one: string;
      readonly all: string;
      /** Where nothing is in use. */
      readonly none: string;
      /** Where a choice is made for the first time. */
      readonly belongsTo: 'project' | 'user';
    },
  ) {}

  chosen(scope?: vscode.ConfigurationScope): string {
    return read(scope).get<string>(this.about.one) ?? this.about.none;
  }

  /** Where a choice of its own was made already: in a folder, or the project. A project of none is the user's. */
  async choose(name: string, scope?: vscode.ConfigurationScope): Promise<void> {
    const { one, belongsTo } = this.about;
    const made = keepsSettings() ? read(scope).inspect<string>(one) : undefined;
    const ofProject = made?.workspaceValue !== undefined || (belongsTo === 'project' && keepsSettings());
    const target =
      made?.workspaceFolderValue !== undefined ? WorkspaceFolder : ofProject ? Workspace : Global;
    await read(scope).update(one, name, target);
  }

  entry(name: string, scope?: vscode.ConfigurationScope): Entry | undefined {
    const all = read(scope).get<Entries<Entry>>(this.about.all) ?? {};
    return Object.hasOwn(all, name) ? all[name] : undefined;
  }

  get names(): readonly string[] {
    return Object.keys(read().get<Entries<Entry>>(this.about.all) ?? {});
  }

  /** What is meant for one project is kept with it, all else with the user. */
  async add(name: string, entry: Entry, { forWorkspace }: { readonly forWorkspace: boolean }): Promise<void> {
    await this.write(name, entry, forWorkspace && keepsSettings() ? Workspace : Global);
  }

  /** Changes an entry wherever it is set. */
  async change(name: string, change: Partial<Entry>): Promise<void> {
    for (const target of targets()) {
      const entry = this.own(target)[name];
      if (entry) await this.write(name, { ...entry, ...change }, target);
    }
  }

  /** Wherever it is set. One that is chosen is no longer. */
  async remove(name: string): Promise<void> {
    const { one, all } = this.about;
    for (const target of targets()) {
      const { [name]: removed, ...others } = this.own(target);
      if (removed) await read().update(all, Object.keys(others).length > 0 ? others : undefined, target);
      if (valueIn(read().inspect<string>(one), target) === name) await read().update(one, undefined, target);
    }
  }

  /** Opens the file of settings that has the entry. */
  async edit(name: string): Promise<void> {
    const command =
      keepsSettings() && this.own(Workspace)[name] !== undefined
        ? 'workbench.action.openWorkspaceSettingsFile'
        : 'workbench.action.openSettingsJson';
    const revealSetting = { key: `funfusic.${this.about.all}`, edit: true };
    await vscode.commands.executeCommand(command, { revealSetting });
  }

  private async write(name: string, entry: Entry, target: vscode.ConfigurationTarget): Promise<void> {
    await read().update(this.about.all, { ...this.own(target), [name]: entry }, target);
  }

  private own(target: vscode.ConfigurationTarget): Entries<Entry> {
    return valueIn(read().inspect<Entries<Entry>>(this.about.all), target) ?? {};
  }
}

type Entries<Entry> = Readonly<Record<string, Entry>>;

const read = (scope?: vscode.ConfigurationScope): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('funfusic', scope);

function valueIn<Value>(
  values: { readonly workspaceValue?: Value; readonly globalValue?: Value } | undefined,
  target: vscode.ConfigurationTarget,
): Value | undefined {
  return target === Workspace ? values?.workspaceValue : values?.globalValue;
}

function targets(): readonly vscode.ConfigurationTarget[] {
  return keepsSettings() ? [Global, Workspace] : [Global];
}
