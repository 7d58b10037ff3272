import * as vscode from 'vscode';
import { readSettings } from './settings';
import { canSaveInWorkspace } from './workspace-trust';

const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

/** A setting with named entries, such as KBs or models, and a setting with the name of the selected one. */
export class NamedSettings<Entry> {
  constructor(
    private readonly options: {
      /** The setting under `funfusic` with the name of the selected entry. */
      readonly selected: string;
      /** The setting under `funfusic` with all entries. */
      readonly entries: string;
      /** The value if nothing is selected. */
      readonly none: string;
      /** Where a selection is saved the first time. */
      readonly belongsTo: 'project' | 'user';
    },
  ) {}

  chosen(scope?: vscode.ConfigurationScope): string {
    return readSettings(scope).get<string>(this.options.selected) ?? this.options.none;
  }

  /** Saves the selection where one exists: in the folder or the workspace. Without a workspace, it is a user setting. */
  async choose(name: string, scope?: vscode.ConfigurationScope): Promise<void> {
    const { selected, belongsTo } = this.options;
    const current = canSaveInWorkspace() ? readSettings(scope).inspect<string>(selected) : undefined;
    const isProject =
      current?.workspaceValue !== undefined || (belongsTo === 'project' && canSaveInWorkspace());
    const target =
      current?.workspaceFolderValue !== undefined ? WorkspaceFolder : isProject ? Workspace : Global;
    await readSettings(scope).update(selected, name, target);
  }

  entry(name: string, scope?: vscode.ConfigurationScope): Entry | undefined {
    const all = readSettings(scope).get<Entries<Entry>>(this.options.entries) ?? {};
    return Object.hasOwn(all, name) ? all[name] : undefined;
  }

  get names(): readonly string[] {
    return Object.keys(readSettings().get<Entries<Entry>>(this.options.entries) ?? {});
  }

  /** Entries for one project are saved in the workspace, others in the user settings. */
  async add(name: string, entry: Entry, { forWorkspace }: { readonly forWorkspace: boolean }): Promise<void> {
    await this.write(name, entry, forWorkspace && canSaveInWorkspace() ? Workspace : Global);
  }

  /**
   * Changes an entry in all settings that contain it. A change for one project is saved only in the workspace: the editor merges it
   * with the entry of the user settings.
   */
  async change(
    name: string,
    change: Partial<Entry>,
    { forWorkspace }: { readonly forWorkspace: boolean },
  ): Promise<void> {
    if (forWorkspace && canSaveInWorkspace()) {
      const entry: Partial<Entry> = { ...this.entriesIn(Workspace)[name], ...change };
      await this.write(name, entry, Workspace);
      return;
    }
    for (const target of targets()) {
      const entry = this.entriesIn(target)[name];
      if (entry) await this.write(name, { ...entry, ...change }, target);
    }
  }

  /** Removes the entry from all settings, and clears the selection if it was selected. Returns a function that undoes this. */
  async remove(name: string): Promise<() => Promise<void>> {
    const { selected, entries } = this.options;
    const undo: (() => Promise<unknown>)[] = [];
    for (const target of targets()) {
      const { [name]: removed, ...others } = this.entriesIn(target);
      if (removed) {
        await readSettings().update(entries, Object.keys(others).length > 0 ? others : undefined, target);
        undo.push(() => this.write(name, removed, target));
      }
      if (valueIn(readSettings().inspect<string>(selected), target) === name) {
        await readSettings().update(selected, undefined, target);
        undo.push(async () => readSettings().update(selected, name, target));
      }
    }
    return async () => {
      for (const step of undo) await step();
    };
  }

  /** Opens the settings file that contains the entry. */
  async edit(name: string): Promise<void> {
    const command =
      canSaveInWorkspace() && this.entriesIn(Workspace)[name] !== undefined
        ? 'workbench.action.openWorkspaceSettingsFile'
        : 'workbench.action.openSettingsJson';
    const revealSetting = { key: `funfusic.${this.options.entries}`, edit: true };
    await vscode.commands.executeCommand(command, { revealSetting });
  }

  private async write(
    name: string,
    entry: Partial<Entry>,
    target: vscode.ConfigurationTarget,
  ): Promise<void> {
    await readSettings().update(this.options.entries, { ...this.entriesIn(target), [name]: entry }, target);
  }

  private entriesIn(target: vscode.ConfigurationTarget): Entries<Entry> {
    return valueIn(readSettings().inspect<Entries<Entry>>(this.options.entries), target) ?? {};
  }
}

type Entries<Entry> = Readonly<Record<string, Entry>>;

function valueIn<Value>(
  values: { readonly workspaceValue?: Value; readonly globalValue?: Value } | undefined,
  target: vscode.ConfigurationTarget,
): Value | undefined {
  return target === Workspace ? values?.workspaceValue : values?.globalValue;
}

function targets(): readonly vscode.ConfigurationTarget[] {
  return canSaveInWorkspace() ? [Global, Workspace] : [Global];
}
