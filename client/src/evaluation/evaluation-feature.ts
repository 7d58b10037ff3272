import * as vscode from 'vscode';
import type { Asks } from '../ask/asks';
import type { ModelNotice } from '../repair/model-notice';
import { registerEvaluationCommands } from './evaluation-commands';
import type { EvaluationRequests } from './evaluation-requests';
import { evaluationStatusItem } from './evaluation-status';
import { EvaluationTree } from './evaluation-tree';
import { Evaluations } from './evaluations';
import { ReportPanels } from './report-panels';
import { EvaluationStarter } from './start-evaluation';

/** Evaluations in the editor: the view, its commands, the status bar item and the reports. */
export class EvaluationFeature implements vscode.Disposable {
  readonly evaluations: Evaluations;
  readonly tree: EvaluationTree;
  readonly reports: ReportPanels;
  private readonly parts: readonly vscode.Disposable[];

  constructor(requests: EvaluationRequests, asks: Asks, notice: ModelNotice, memory: vscode.Memento) {
    const evaluations = (this.evaluations = new Evaluations(requests));
    const tree = (this.tree = new EvaluationTree(evaluations));
    const images = vscode.Uri.joinPath(asks.results.dist, '..', 'images');
    const reports = (this.reports = new ReportPanels(requests, images));
    const starter = new EvaluationStarter(evaluations, notice, memory);
    this.parts = [
      evaluations,
      tree,
      reports,
      evaluationStatusItem(evaluations),
      ...registerEvaluationCommands({ evaluations, tree, starter, reports, asks }),
    ];
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
