import * as vscode from 'vscode';
import type { Evaluations } from './evaluations';

/** The status bar item of the evaluation that goes on: how far it is. It opens the view. */
export class EvaluationStatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'funfusic.evaluation',
    vscode.StatusBarAlignment.Left,
    1,
  );
  private readonly subscription: vscode.Disposable;

  constructor(private readonly evaluations: Evaluations) {
    this.item.name = 'FUn-FuSIC Evaluation';
    this.item.command = 'funfusic.evaluations.focus';
    this.subscription = evaluations.onDidProgress(() => this.update());
  }

  dispose(): void {
    this.subscription.dispose();
    this.item.dispose();
  }

  private update(): void {
    const { going } = this.evaluations;
    if (!going) {
      this.item.hide();
      return;
    }
    this.item.text = `$(beaker) ${going.message}`;
    this.item.tooltip = `An evaluation goes on: ${going.message}. Click for the view.`;
    this.item.accessibilityInformation = { label: `Evaluation: ${going.message}` };
    this.item.show();
  }
}
