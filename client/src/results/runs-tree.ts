import { formatNumber } from '../../shared/l10n';
import * as vscode from 'vscode';
import { focusedRows } from '../focused-rows';
import type { RunHistory } from './run-history';
import { isRepair, outcomeText, savedFirst, type HistoryEntry, type RunOutcome } from './saved-results';

/** The Runs view: saved queries by name, then runs and repairs, newest first. */
export class RunsTree implements vscode.TreeDataProvider<HistoryEntry>, vscode.Disposable {
  readonly view: vscode.TreeView<HistoryEntry>;
  readonly onDidChangeTreeData: vscode.Event<undefined>;

  constructor(private readonly history: RunHistory) {
    this.onDidChangeTreeData = history.onDidChange;
    this.view = vscode.window.createTreeView('funfusic.runs', {
      treeDataProvider: this,
      canSelectMany: true,
    });
  }

  /** The runs of a command: the selection, or the run it was called on. */
  targets(target: unknown, selected: unknown): readonly HistoryEntry[] {
    if (Array.isArray(selected) && selected.length > 0) return selected as readonly HistoryEntry[];
    return target === undefined ? this.view.selection : [target as HistoryEntry];
  }

  /** The runs that a key is pressed on. */
  focused(): Promise<readonly HistoryEntry[]> {
    return focusedRows(this.view, ({ id }) => id);
  }

  /** Deletes runs and focuses the row that takes the place of the first one, so that the next key has a row. */
  async deleteFocused(runs: readonly HistoryEntry[]): Promise<void> {
    const ids = new Set(runs.map(({ id }) => id));
    const at = this.getChildren().findIndex(({ id }) => ids.has(id));
    this.history.remove([...ids]);
    const rows = this.getChildren();
    const next = rows[Math.min(at, rows.length - 1)];
    if (next) await this.view.reveal(next, { select: true, focus: true });
  }

  getParent(): undefined {
    return undefined;
  }

  getChildren(parent?: HistoryEntry): HistoryEntry[] {
    return parent ? [] : savedFirst(this.history.runs);
  }

  getTreeItem(run: HistoryEntry): vscode.TreeItem {
    const item = new vscode.TreeItem(run.name ?? run.title);
    const outcome = outcomeText(run.outcome);
    const when = new Date(run.began);
    item.id = run.id;
    item.description = `${outcome} · ${run.kb} · ${ago(when)}`;
    item.tooltip = [
      ...(run.name === undefined ? [] : [run.name]),
      run.title,
      vscode.l10n.t('{0} in {1} ms', outcome, formatNumber(run.milliseconds)),
      run.kb,
      when.toLocaleString(),
    ].join('\n');
    item.iconPath = new vscode.ThemeIcon(
      run.name !== undefined ? 'star-full' : run.pinned ? 'pinned' : ICONS[run.outcome.kind],
    );
    item.contextValue = [
      isRepair(run.outcome) ? 'repair' : 'run',
      ...(run.pinned ? ['pinned'] : []),
      ...(run.name === undefined ? [] : ['saved']),
    ].join(' ');
    item.command = { command: 'funfusic.openRun', title: vscode.l10n.t('Open'), arguments: [run] };
    item.accessibilityInformation = {
      label: [
        run.name !== undefined && vscode.l10n.t('Saved query {0}', run.name),
        run.title,
        outcome,
        run.kb,
        when.toLocaleString(),
        run.pinned && vscode.l10n.t('pinned'),
      ]
        .filter(Boolean)
        .join(', '),
    };
    return item;
  }

  dispose(): void {
    this.view.dispose();
  }
}

const ICONS: Readonly<Record<RunOutcome['kind'], string>> = {
  rows: 'table',
  yes: 'pass',
  no: 'circle-slash',
  done: 'check',
  refused: 'error',
  'timed-out': 'watch',
  unreachable: 'debug-disconnect',
  repaired: 'wrench',
  unchanged: 'wrench',
  unanswerable: 'question',
  failed: 'error',
  asked: 'comment-discussion',
};

function ago(when: Date): string {
  const time = when.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return when.toDateString() === new Date().toDateString() ? time : when.toLocaleDateString();
}
