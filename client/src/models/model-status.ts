import * as vscode from 'vscode';
import { LANGUAGE_ID } from '../language-client';
import { modelSettings, NO_MODEL } from './model-settings';

const MOST = 24;

/** The status bar item for the model, where one is chosen: what may be asked is to be seen. */
export class ModelStatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'funfusic.model',
    vscode.StatusBarAlignment.Right,
    98,
  );
  private readonly subscriptions: readonly vscode.Disposable[];

  constructor() {
    this.item.name = 'FUn-FuSIC Model';
    this.item.command = 'funfusic.chooseModel';
    const update = (): void => this.update();
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(update),
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
    const name = modelSettings.chosen(document);
    if (document?.languageId !== LANGUAGE_ID || name === NO_MODEL) {
      this.item.hide();
      return;
    }
    const missing = modelSettings.entry(name, document) === undefined;
    this.item.text = `$(${missing ? 'warning' : 'sparkle'}) ${name.length > MOST ? `${name.slice(0, MOST - 1)}…` : name}`;
    const line = missing
      ? `There is no model called ${name}.`
      : `The model ${name} is asked when you ask a question, or have a query repaired or explained.`;
    this.item.tooltip = new vscode.MarkdownString().appendText(`${line}\n\nClick to choose another.`);
    this.item.accessibilityInformation = { label: `FUn-FuSIC model: ${line}`, role: 'button' };
    this.item.show();
  }
}
