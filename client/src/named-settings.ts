import * as vscode from 'vscode';
import { keepsSettings } from './workspace-trust';

const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

/** Named entries of a setting, such as KBs or models. Another setting has the name of the selected one. */
export class NamedSettings<Entry> {
  constructor(
    private readonly about: {
      /** The settings under `funfusic`: the name of the one in use, and all of them. */
      readonly one: string;
      readonly all: string;
      /** The value if nothing is selected. */
      readonly none: string;
      /** Where a choice is made for the first time. */
      readonly belongsTo: 'project' | 'user';
    },
  ) {}

  chosen(scope?: vscode.ConfigurationScope): string {
    return read(scope).get<string>(this.about.one) ?? this.about.none;
  }

  /** Saves the selection where one exists: in the folder or the workspace. Without a workspace, it is a user setting. */
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

  /** Entries for one project are saved in the workspace, others in the user settings. */
  async add(name: string, entry: Entry, { forWorkspace }: { readonly forWorkspace: boolean }): Promise<void> {
    await this.write(name, entry, forWorkspace && keepsSettings() ? Workspace : Global);
  }

  /** Changes an entry in all settings that contain it. */
  async change(name: string, change: Partial<Entry>): Promise<void> {
    for (const target of targets()) {
      const entry = this.own(target)[name];
      if (entry) await this.write(name, { ...entry, ...change }, target);
    }
  }

  /** Removes the entry from all settings, and clears the selection if it was selected. */
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
