import * as vscode from 'vscode';
import { focusedRows } from '../focused-rows';
import { childrenOf, childrenOfRun, treeItemTexts, type EvaluationNode } from './evaluation-nodes';
import type { Evaluations } from './evaluations';
import { iconOf } from './node-icons';
import { filterText, isFiltering, NO_FILTER, type QuestionFilter } from './question-filter';

export const EVALUATION_VIEW = 'funfusic.evaluations';

/** The context key for menus: a filter is active. */
const FILTERED = 'funfusic.evaluationFiltered';

/** The Evaluation view: the evaluations of this workspace, their scores, and their questions by verdict. */
export class EvaluationTree implements vscode.TreeDataProvider<EvaluationNode>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<EvaluationNode | undefined>();
  private readonly view: vscode.TreeView<EvaluationNode>;
  private readonly subscriptions: readonly vscode.Disposable[];
  private questionFilter: QuestionFilter = NO_FILTER;

  readonly onDidChangeTreeData = this.changes.event;

  constructor(private readonly evaluations: Evaluations) {
    this.view = vscode.window.createTreeView(EVALUATION_VIEW, {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    const refresh = (): void => void evaluations.refresh().catch(() => undefined);
    this.subscriptions = [
      evaluations.onDidChange(() => this.changes.fire(undefined)),
      this.view.onDidChangeVisibility(({ visible }) => visible && refresh()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('funfusic.evaluation') && this.view.visible) refresh();
      }),
    ];
  }

  get filter(): QuestionFilter {
    return this.questionFilter;
  }

  set filter(filter: QuestionFilter) {
    this.questionFilter = filter;
    this.view.message = filterText(filter) ?? '';
    void vscode.commands.executeCommand('setContext', FILTERED, isFiltering(filter));
    this.changes.fire(undefined);
  }

  /** The nodes of a command: the selection, or the node it was called on. */
  targets(target: unknown, selected: unknown): readonly EvaluationNode[] {
    if (Array.isArray(selected) && selected.length > 0) return selected as readonly EvaluationNode[];
    return isNode(target) ? [target] : this.view.selection;
  }

  /** The nodes that a key is pressed on. */
  focused(): Promise<readonly EvaluationNode[]> {
    return focusedRows(this.view, (node) => treeItemTexts(node).id);
  }

  async getChildren(node?: EvaluationNode): Promise<EvaluationNode[]> {
    if (!node) {
      // A failed server is reported elsewhere.
      const all = await this.evaluations.listed().catch(() => []);
      const notes = this.evaluations.problems.map((text): EvaluationNode => ({
        kind: 'note',
        folder: '',
        text,
      }));
      return [...notes, ...all.map((info): EvaluationNode => ({ kind: 'run', info }))];
    }
    if (node.kind !== 'run') return [...childrenOf(node)];
    const { folder } = node.info;
    const one = await this.evaluations.one(folder);
    return 'problem' in one
      ? [{ kind: 'note', folder, text: one.problem }]
      : [...childrenOfRun(one, this.questionFilter)];
  }

  getTreeItem(node: EvaluationNode): vscode.TreeItem {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const texts = treeItemTexts(node);
    const item = new vscode.TreeItem(texts.label, texts.expandable ? Collapsed : None);
    item.id = texts.id;
    if (texts.description !== undefined) item.description = texts.description;
    item.tooltip = texts.tooltip ?? texts.label;
    const icon = iconOf(node);
    if (icon) item.iconPath = icon;
    item.contextValue = texts.context;
    item.accessibilityInformation = { label: texts.spoken };
    if (node.kind === 'question' && node.question.verdict !== 'missing')
      item.command = {
        command: 'funfusic.openEvaluatedQuestion',
        title: vscode.l10n.t('Open Trace'),
        arguments: [node],
      };
    if (node.kind === 'note' && node.filters)
      item.command = { command: 'funfusic.filterEvaluation', title: vscode.l10n.t('Filter Questions…') };
    return item;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.view.dispose();
    this.changes.dispose();
  }
}

function isNode(value: unknown): value is EvaluationNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
