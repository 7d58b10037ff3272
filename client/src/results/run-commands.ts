import { plural } from '../../shared/l10n';
import * as vscode from 'vscode';
import type { Results } from './results';
import { isKept, outcomeText, type HistoryEntry } from './saved-results';

/** The commands of the Runs view, by their IDs in the manifest. */
export function registerRunCommands(results: Results): readonly vscode.Disposable[] {
  const { history, tree } = results;
  const commands: Readonly<Record<string, (target?: unknown, selected?: unknown) => unknown>> = {
    'funfusic.showResults': () => results.reveal(),
    'funfusic.openRun': (target) => withFirst(tree.targets(target, undefined), (run) => results.open(run.id)),
    'funfusic.runAgain': (target) =>
      withFirst(tree.targets(target, undefined), (run) => results.runAgain(run.id)),
    'funfusic.pinRun': (target) =>
      withFirst(tree.targets(target, undefined), (run) => results.pin(run.id, true)),
    'funfusic.unpinRun': (target) =>
      withFirst(tree.targets(target, undefined), (run) => results.pin(run.id, false)),
    'funfusic.saveRun': (target) =>
      withFirst(tree.targets(target, undefined), (run) => saveRun(results, run)),
    'funfusic.unsaveRun': (target) =>
      withFirst(tree.targets(target, undefined), (run) => history.name(run.id, undefined)),
    'funfusic.deleteRun': async (target, selected) => {
      const pressedKey = target === undefined;
      const runs = pressedKey ? await tree.focused() : tree.targets(target, selected);
      if (!(await mayDelete(runs))) return;
      if (pressedKey) await tree.deleteFocused(runs);
      else history.remove(runs.map(({ id }) => id));
    },
    'funfusic.clearRuns': () => clearRuns(results),
    'funfusic.compareRuns': (target, selected) => compareRuns(results, tree.targets(target, selected)),
  };
  return Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command));
}

async function withFirst(
  runs: readonly HistoryEntry[],
  action: (run: HistoryEntry) => unknown,
): Promise<void> {
  const [run] = runs;
  if (run) await action(run);
}

/** Lets the user name a run, which makes it a saved query. */
async function saveRun({ history }: Results, { id, name, title }: HistoryEntry): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: name === undefined ? vscode.l10n.t('Save Query') : vscode.l10n.t('Rename Saved Query'),
    prompt: vscode.l10n.t('The query and its results are saved under this name.'),
    value: name ?? title,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
    ignoreFocusOut: true,
  });
  if (typed !== undefined) history.name(id, typed.trim());
}

/** Asks before a run is deleted that the user has pinned or saved. */
async function mayDelete(runs: readonly HistoryEntry[]): Promise<boolean> {
  const [kept] = runs.filter(isKept);
  if (!kept) return true;
  const remove = vscode.l10n.t('Delete');
  const choice = await vscode.window.showWarningMessage(
    runs.length === 1
      ? vscode.l10n.t('Delete “{0}”?', kept.name ?? kept.title)
      : plural(runs.length, 'Delete {0} run?', 'Delete {0} runs?'),
    {
      modal: true,
      detail: vscode.l10n.t('Pinned or saved results are deleted from disk. This cannot be undone.'),
    },
    remove,
  );
  return choice === remove;
}

async function clearRuns({ history }: Results): Promise<void> {
  const { runs } = history;
  const unpinned = runs.filter((run) => !isKept(run));
  const all = vscode.l10n.t('Delete All');
  const choices = unpinned.length < runs.length ? [all, vscode.l10n.t('Keep Pinned and Saved')] : [all];
  const choice = await vscode.window.showWarningMessage(
    plural(runs.length, 'Delete the run in this workspace?', 'Delete all {0} runs in this workspace?'),
    {
      modal: true,
      detail: vscode.l10n.t('The results are deleted from disk. Queries in your files are not changed.'),
    },
    ...choices,
  );
  if (choice !== undefined) history.remove((choice === all ? runs : unpinned).map(({ id }) => id));
}

/** Compares two selected runs, or one with another that the user selects. The older one is A. */
async function compareRuns(results: Results, chosen: readonly HistoryEntry[]): Promise<void> {
  const comparable = results.history.runs.filter(({ outcome }) => outcome.kind === 'rows');
  const first = chosen[0] ?? (await pickRun(comparable, vscode.l10n.t('Select the first run to compare')));
  if (!first) return;
  const others = comparable.filter(({ id }) => id !== first.id);
  const second =
    chosen[1] ?? (await pickRun(others, vscode.l10n.t('Select a run to compare with “{0}”', first.title)));
  if (!second) return;
  if (first.outcome.kind !== 'rows' || second.outcome.kind !== 'rows') {
    void vscode.window.showInformationMessage(vscode.l10n.t('Only results with a table can be compared.'));
    return;
  }
  const [a, b] = first.began <= second.began ? [first, second] : [second, first];
  await results.compare(a.id, b.id);
}

async function pickRun(runs: readonly HistoryEntry[], title: string): Promise<HistoryEntry | undefined> {
  if (runs.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no other run with a table. Run a query first.'),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    runs.map((run) => ({
      label: run.title,
      description: `${outcomeText(run.outcome)} · ${run.kb} · ${new Date(run.began).toLocaleString()}`,
      run,
    })),
    { title, matchOnDescription: true, ignoreFocusOut: true },
  );
  return picked?.run;
}
