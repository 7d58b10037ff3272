import * as vscode from 'vscode';
import type { KbInfo, TestResult } from '../../../server/src/protocol/index';
import { withCancellableProgress } from '../dialogs';
import type { ServerSession } from '../language-client';
import type { KbRequests } from './kb-requests';
import { kbRow } from './kb-row';
import { kbSettings } from './kb-settings';
import { testKb } from './test-kb';

/** The Knowledge Bases view: each KB with its state, schema and number of facts. */
export class KbTree implements vscode.TreeDataProvider<KbInfo>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<KbInfo>;
  private readonly subscriptions: readonly vscode.Disposable[];
  /** The last test of each KB. */
  private readonly tests = new Map<string, TestResult>();

  readonly onDidChangeTreeData = this.changes.event;

  constructor(
    private readonly requests: KbRequests,
    server: ServerSession,
    onDidRun: vscode.Event<void>,
  ) {
    this.view = vscode.window.createTreeView('funfusic.knowledgeBases', { treeDataProvider: this });
    const update = (): void => this.changes.fire(undefined);
    this.subscriptions = [
      this.view,
      this.changes,
      server.onDidChangeState(update),
      // A run may have loaded a KB.
      onDidRun(update),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('funfusic')) return;
        // The settings of a KB may have changed since its test.
        if (change.affectsConfiguration('funfusic.knowledgeBases')) this.tests.clear();
        update();
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  async getChildren(parent?: KbInfo): Promise<KbInfo[]> {
    // A failed server is reported elsewhere.
    return parent ? [] : [...(await this.requests.list().catch(() => []))];
  }

  getTreeItem(kb: KbInfo): vscode.TreeItem {
    const row = kbRow(kb, { chosen: kbSettings.chosen(), tested: this.tests.get(kb.name) });
    const item = new vscode.TreeItem(kb.name);
    item.id = kb.name;
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.iconPath = new vscode.ThemeIcon(
      row.icon,
      row.icon === 'warning' ? new vscode.ThemeColor('problemsWarningIcon.foreground') : undefined,
    );
    item.contextValue = row.context;
    item.accessibilityInformation = { label: row.spoken };
    return item;
  }

  /** Tests a KB and shows the result in its row too. */
  async test(target: unknown): Promise<TestResult | undefined> {
    const name = kbNameOf(target);
    const result = await testKb(this.requests, name);
    if (name !== undefined && result) this.tests.set(name, result);
    this.changes.fire(undefined);
    return result;
  }

  /** Reads the data and the settings of a KB again. */
  async reload(target: unknown): Promise<void> {
    const name = kbNameOf(target);
    if (name === undefined) return;
    this.tests.delete(name);
    await this.requests.changed(name);
    await withCancellableProgress(vscode.l10n.t('Loading {0}', name), (report, token) =>
      this.requests.prepare(name, report, token),
    );
    this.changes.fire(undefined);
  }
}

/** The KB that a command was called with: a name, or a row of the view. */
export function kbNameOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  return typeof target === 'object' && target !== null && 'name' in target && typeof target.name === 'string'
    ? target.name
    : undefined;
}
