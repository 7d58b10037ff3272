import * as vscode from 'vscode';
import type { SchemaNode } from '../../../server/src/protocol/index';
import { focusedRows } from '../focused-rows';
import type { ServerSession } from '../language-client';
import { iconOf } from './node-icons';
import type { SchemaRequests } from './schema-requests';

/** A node with its parents. The same node can occur several times in the tree, below different relations. */
export interface TreeElement {
  readonly node: SchemaNode;
  readonly parent: TreeElement | undefined;
}

/** The Schema view: domains, types and relations, loaded on demand. */
export class SchemaTree implements vscode.TreeDataProvider<TreeElement>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<TreeElement | undefined>();
  private readonly view: vscode.TreeView<TreeElement>;
  private readonly subscription: vscode.Disposable;

  readonly onDidChangeTreeData = this.changes.event;

  constructor(
    private readonly server: ServerSession,
    private readonly requests: SchemaRequests,
  ) {
    this.view = vscode.window.createTreeView('funfusic.schema', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.subscription = server.onDidChangeState(() => this.update());
    this.update();
  }

  dispose(): void {
    this.subscription.dispose();
    this.view.dispose();
    this.changes.dispose();
  }

  get visible(): boolean {
    return this.view.visible;
  }

  get selected(): SchemaNode | undefined {
    return this.view.selection[0]?.node;
  }

  /** The node that a key is pressed on. */
  async focused(): Promise<SchemaNode | undefined> {
    return (await focusedRows(this.view, pathOf))[0]?.node;
  }

  /** Reveals and selects an ID. Returns false if the schema does not contain it. */
  async reveal(id: string, options: { readonly focus: boolean }): Promise<boolean> {
    let element: TreeElement | undefined;
    for (const node of await this.requests.path(id)) element = { node, parent: element };
    if (!element) return false;
    await this.view.reveal(element, { select: true, focus: options.focus });
    return true;
  }

  async getChildren(parent?: TreeElement): Promise<TreeElement[]> {
    // A failed server is reported elsewhere, and the view offers actions.
    const nodes = await this.requests.children(parent?.node).catch(() => []);
    return nodes.map((node) => ({ node, parent }));
  }

  getParent({ parent }: TreeElement): TreeElement | undefined {
    return parent;
  }

  getTreeItem(element: TreeElement): vscode.TreeItem {
    const { node } = element;
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(node.name, node.expandable ? Collapsed : None);
    item.id = pathOf(element);
    item.description = node.description;
    item.iconPath = iconOf(node);
    item.contextValue = node.kind;
    item.accessibilityInformation = { label: node.spoken };
    if (node.kind === 'type' || node.kind === 'relation')
      item.command = {
        command: 'funfusic.openSchemaPage',
        title: vscode.l10n.t('Open Page'),
        arguments: [element],
      };
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, { node }: TreeElement): Promise<vscode.TreeItem> {
    const text = await this.requests.describe(node.id).catch(() => '');
    item.tooltip = text ? new vscode.MarkdownString(text) : `${node.name} (${node.description})`;
    return item;
  }

  /** Expanded nodes stay expanded, because their IDs do not change. */
  private update(): void {
    const { state } = this.server;
    void vscode.commands.executeCommand('setContext', 'funfusic.server', state.kind);
    const schema = state.kind === 'running' ? state.status.schema : undefined;
    void vscode.commands.executeCommand('setContext', 'funfusic.schema', schema?.state);
    this.view.description = schema && schema.state !== 'none' ? schema.name : '';
    if (state.kind !== 'starting') this.changes.fire(undefined);
  }
}

function pathOf({ node, parent }: TreeElement): string {
  return `${parent ? pathOf(parent) : ''}/${node.kind}:${node.id}`;
}
