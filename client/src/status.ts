import * as vscode from 'vscode';
import { LANGUAGE_ID, type ServerSession } from './language-client';
import { settings } from './settings';
import { type StatusView, viewStatus } from './status-view';

/** The status bar item: which schema the open query is judged by, and whether it is judged at all. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'funfusic.status',
    vscode.StatusBarAlignment.Right,
    100,
  );
  private readonly subscriptions: readonly vscode.Disposable[];

  constructor(private readonly server: ServerSession) {
    this.item.name = 'FUn-FuSIC';
    this.item.command = 'funfusic.showStatus';
    const update = (): void => this.update();
    this.subscriptions = [
      server.onDidChangeState(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      // An open document can become SPARQL, or cease to be, without any change of editor.
      vscode.workspace.onDidOpenTextDocument(update),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('funfusic')) update();
      }),
    ];
    this.update();
  }

  dispose(): void {
    this.item.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private update(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== LANGUAGE_ID) {
      this.item.hide();
      return;
    }
    const view = viewStatus(this.server.state, settings.dialect(document));
    this.item.text = `$(${view.icon}) ${view.text}`;
    this.item.tooltip = tooltip(view);
    this.item.backgroundColor = background(view.level);
    this.item.accessibilityInformation = {
      label: [`FUn-FuSIC: ${view.text}.`, ...view.details].join(' '),
      role: 'button',
    };
    this.item.show();
  }
}

function tooltip(view: StatusView): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  // Names and problems come from files, so they are text and never markup.
  for (const line of view.details) text.appendText(line).appendMarkdown('\n\n');
  return text.appendMarkdown('Click to choose the schema or the dialect.');
}

function background(level: StatusView['level']): vscode.ThemeColor | undefined {
  return level === 'normal' ? undefined : new vscode.ThemeColor(`statusBarItem.${level}Background`);
}
