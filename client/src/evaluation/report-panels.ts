import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { EvaluationInfo, PageResult } from '../../../server/src/protocol';
import type { EvaluationRequests } from './evaluation-requests';
import { reportPage } from './report-page';

const PANEL_TYPE = 'funfusic.evaluationReport';

/** Reports and comparisons of evaluations, each in a panel of its own. */
export class ReportPanels implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  constructor(
    private readonly requests: EvaluationRequests,
    private readonly images: vscode.Uri,
  ) {}

  async open({ folder, name }: EvaluationInfo): Promise<void> {
    await this.show(folder, `Report: ${name}`, () => this.requests.report({ folder }));
  }

  async compare(left: EvaluationInfo, right: EvaluationInfo): Promise<void> {
    const folders = { left: left.folder, right: right.folder };
    const title = `${left.name} and ${right.name}`;
    await this.show(`${left.folder} ${right.folder}`, title, () => this.requests.compare(folders));
  }

  /** In the browser of this computer, where it is a page like others. */
  async openOutside({ folder }: EvaluationInfo): Promise<void> {
    const file = vscode.Uri.file(join(folder, 'report.html'));
    const isThere = await vscode.workspace.fs.stat(file).then(
      () => true,
      () => false,
    );
    if (!isThere)
      void vscode.window.showInformationMessage(
        `${basename(folder)} has no report.html yet: it is written at the end.`,
      );
    else await vscode.env.openExternal(file);
  }

  /** The titles of those that are open. */
  get titles(): readonly string[] {
    return [...this.panels.values()].map(({ title }) => title);
  }

  dispose(): void {
    for (const view of this.panels.values()) view.dispose();
  }

  private async show(key: string, title: string, ask: () => Promise<PageResult>): Promise<void> {
    const result = await vscode.window.withProgress({ location: { viewId: 'funfusic.evaluations' } }, ask);
    if ('problem' in result) {
      void vscode.window.showErrorMessage(result.problem);
      return;
    }
    const known = this.panels.get(key);
    const view =
      known ??
      vscode.window.createWebviewPanel(PANEL_TYPE, title, vscode.ViewColumn.Active, {
        enableScripts: true,
        enableFindWidget: true,
        localResourceRoots: [],
        // What one has filtered and opened is there when one comes back.
        retainContextWhenHidden: true,
      });
    if (!known) view.onDidDispose(() => this.panels.delete(key));
    view.iconPath = {
      light: vscode.Uri.joinPath(this.images, 'results-light.svg'),
      dark: vscode.Uri.joinPath(this.images, 'results-dark.svg'),
    };
    this.panels.set(key, view);
    view.webview.html = page(result.html);
    view.reveal();
  }
}

const page = (html: string): string => reportPage(html, randomBytes(18).toString('base64'));
