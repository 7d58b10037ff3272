import * as vscode from 'vscode';
import { PANEL_TYPE } from './results/results-panel';
import { FORMS_LANGUAGE } from '../../server/src/protocol/index';
import { LANGUAGE_ID } from './language-client';

export interface StatusBarView {
  readonly icon: string;
  readonly text: string;
  /** One sentence per line. */
  readonly details: readonly string[];
  readonly command: string;
  readonly level?: 'normal' | 'warning' | 'error';
}

export interface StatusBarPlace {
  readonly id: string;
  readonly name: string;
  /** The higher, the further to the left. */
  readonly priority: number;
  /** Events that update the item, besides editor and settings changes. */
  readonly watch?: readonly vscode.Event<unknown>[];
}

/** A status bar item. `view` receives the document of the open query and returns the content, or undefined to hide the item. */
export class StatusBarItem implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly subscriptions: readonly vscode.Disposable[];

  constructor(
    { id, name, priority, watch = [] }: StatusBarPlace,
    private readonly view: (document: vscode.TextDocument | undefined) => StatusBarView | undefined,
  ) {
    this.item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, priority);
    this.item.name = name;
    const update = (): void => this.update();
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.tabGroups.onDidChangeTabs(update),
      vscode.window.tabGroups.onDidChangeTabGroups(update),
      // The language of an open document can change without a change of the editor.
      vscode.workspace.onDidOpenTextDocument(update),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('funfusic')) update();
      }),
      ...watch.map((event) => event(update)),
    ];
    this.update();
  }

  dispose(): void {
    this.item.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  update(): void {
    const view = this.view(openDocument());
    if (!view) {
      this.item.hide();
      return;
    }
    const { icon, text, details, command, level = 'normal' } = view;
    this.item.text = `$(${icon}) ${text}`;
    this.item.command = command;
    this.item.tooltip = asText(details);
    this.item.backgroundColor =
      level === 'normal' ? undefined : new vscode.ThemeColor(`statusBarItem.${level}Background`);
    this.item.accessibilityInformation = {
      label: [`${this.item.name ?? ''}: ${text}.`, ...details].join(' '),
      role: 'button',
    };
    this.item.show();
  }
}

/** The last query that had the focus. */
let last: vscode.TextDocument | undefined;

/** The query in the active editor. If results or an answer have the focus, it is the last query. */
function openDocument(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document && isQuery(document)) {
    last = document;
    return document;
  }
  if (!isResultsTab(vscode.window.tabGroups.activeTabGroup.activeTab)) return undefined;
  return last && !last.isClosed ? last : vscode.workspace.textDocuments.find(isQuery);
}

const isQuery = ({ languageId }: vscode.TextDocument): boolean =>
  [LANGUAGE_ID, FORMS_LANGUAGE].includes(languageId);

/** The editor adds a prefix to the type of a webview. */
const isResultsTab = (tab: vscode.Tab | undefined): boolean =>
  tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith(PANEL_TYPE);

/** Names, questions and problems may contain markup, so they are added as text. */
function asText(lines: readonly string[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  lines.forEach((line, index) => {
    if (index > 0) text.appendMarkdown('\n\n');
    text.appendText(line);
  });
  return text;
}
