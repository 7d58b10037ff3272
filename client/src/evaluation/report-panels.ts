import * as vscode from 'vscode';
import {
  COMPARE_EVALUATIONS_REQUEST,
  EVALUATION_REPORT_REQUEST,
  type EvaluationInfo,
  type PageResult,
} from '../../../server/src/protocol/index';
import type { EvaluationRequests } from './evaluation-requests';
import { EVALUATION_VIEW } from './evaluation-tree';
import { reportPage } from './report-page';

type Page = Exclude<PageResult, { readonly problem: string }>;

const PANEL_TYPE = 'funfusic.evaluationReport';

/** Panels with reports and comparisons of evaluations. */
export class ReportPanels implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  constructor(
    private readonly requests: EvaluationRequests,
    private readonly images: vscode.Uri,
  ) {}

  async open({ folder, name }: EvaluationInfo): Promise<void> {
    await this.show(folder, vscode.l10n.t('Report: {0}', name), () =>
      this.requests.ask(EVALUATION_REPORT_REQUEST, { folder }),
    );
  }

  async compare(left: EvaluationInfo, right: EvaluationInfo): Promise<void> {
    const folders = { left: left.folder, right: right.folder };
    const title = vscode.l10n.t('{0} and {1}', left.name, right.name);
    await this.show(`${left.folder} ${right.folder}`, title, () =>
      this.requests.ask(COMPARE_EVALUATIONS_REQUEST, folders),
    );
  }

  /** Opens the report in the browser of this computer. Returns whether it was opened. */
  async openOutside({ folder }: EvaluationInfo): Promise<boolean> {
    const page = await this.request(() => this.requests.ask(EVALUATION_REPORT_REQUEST, { folder }));
    if (page?.file === undefined) return false;
    const file = vscode.Uri.file(page.file);
    const isRemote = vscode.env.uiKind === vscode.UIKind.Web || vscode.env.remoteName !== undefined;
    if (!isRemote) return vscode.env.openExternal(file);
    void showLocation(file);
    return false;
  }

  /** The titles of the open panels. */
  get titles(): readonly string[] {
    return [...this.panels.values()].map(({ title }) => title);
  }

  dispose(): void {
    for (const view of this.panels.values()) view.dispose();
  }

  /** Returns undefined after an error message. */
  private async request(send: () => Promise<PageResult>): Promise<Page | undefined> {
    const result = await vscode.window.withProgress({ location: { viewId: EVALUATION_VIEW } }, send);
    if (!('problem' in result)) return result;
    void vscode.window.showErrorMessage(result.problem);
    return undefined;
  }

  private async show(key: string, title: string, send: () => Promise<PageResult>): Promise<void> {
    const page = await this.request(send);
    if (!page) return;
    const known = this.panels.get(key);
    const view =
      known ??
      vscode.window.createWebviewPanel(PANEL_TYPE, title, vscode.ViewColumn.Active, {
        enableScripts: true,
        enableFindWidget: true,
        localResourceRoots: [],
        // Keeps filters and opened parts while the tab is hidden.
        retainContextWhenHidden: true,
      });
    if (!known) view.onDidDispose(() => this.panels.delete(key));
    view.iconPath = {
      light: vscode.Uri.joinPath(this.images, 'results-light.svg'),
      dark: vscode.Uri.joinPath(this.images, 'results-dark.svg'),
    };
    this.panels.set(key, view);
    view.webview.html = reportPage(page.html, crypto.randomUUID());
    view.reveal();
  }
}

async function showLocation(file: vscode.Uri): Promise<void> {
  const show = vscode.l10n.t('Show in Explorer');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('The report is on another computer: {0}. Download it to open it.', file.fsPath),
    show,
  );
  if (choice === show) await vscode.commands.executeCommand('revealInExplorer', file);
}
