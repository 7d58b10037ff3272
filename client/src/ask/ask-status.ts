import * as vscode from 'vscode';
import { ASK_COMMAND } from '../../../server/src/protocol';
import { LANGUAGE_ID } from '../language-client';
import type { Asks } from './asks';

/** The status bar item that asks a question; while one is being asked, it stops that. */
export class AskStatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'funfusic.ask',
    vscode.StatusBarAlignment.Right,
    // Left of the KB, which is what is asked.
    100.07,
  );
  private readonly subscriptions: readonly vscode.Disposable[];

  constructor(private readonly asks: Asks) {
    this.item.name = 'FUn-FuSIC Ask';
    const update = (): void => this.update();
    this.subscriptions = [
      asks.onDidChange(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.workspace.onDidOpenTextDocument(update),
    ];
    update();
  }

  dispose(): void {
    this.item.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private update(): void {
    const { going } = this.asks;
    if (!going && vscode.window.activeTextEditor?.document.languageId !== LANGUAGE_ID) {
      this.item.hide();
      return;
    }
    const label = going ? `Asking: ${going.question} Click to stop.` : 'Ask the KB a question.';
    this.item.text = going ? '$(sync~spin) Asking' : '$(comment-discussion) Ask';
    this.item.command = going ? 'funfusic.stopAsking' : ASK_COMMAND;
    this.item.tooltip = new vscode.MarkdownString().appendText(label);
    this.item.accessibilityInformation = { label: `FUn-FuSIC: ${label}`, role: 'button' };
    this.item.show();
  }
}
