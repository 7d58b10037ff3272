import * as vscode from 'vscode';
import { LANGUAGE_ID } from '../language-client';
import { settings } from '../settings';
import { stackGroup, type EditorLayout } from './editor-layout';

/** In pixels of the page. Below these widths, a panel beside the query leaves too little room for both. */
const NARROW_WINDOW = 1000;
const NARROW_PANEL = 400;

interface PanelShowOptions {
  readonly viewColumn: vscode.ViewColumn;
  readonly preserveFocus: boolean;
  /** Whether the panel opens beside the query, not where another panel is. */
  readonly isBeside: boolean;
}

/** Where results appear: beside the query, below it, or in its group. */
export class PanelPlacement {
  /** Whether the window was narrow when a page was last opened. */
  private isNarrow = false;
  /** The panel that may still be moved below the query. */
  private latest: vscode.WebviewPanel | undefined;

  /** Where to open a panel: in the group of the others, unless it would cover the query there. */
  showOptions(others: readonly vscode.WebviewPanel[]): PanelShowOptions {
    const isActive = settings.resultsLocation() === 'active';
    const other = isActive ? others[0] : others.find((view) => !coversQuery(view));
    return {
      viewColumn: other?.viewColumn ?? (isActive ? vscode.ViewColumn.Active : columnBesideQuery()),
      preserveFocus: !isActive,
      isBeside: !isActive && other?.viewColumn === undefined,
    };
  }

  /** Shows a panel where it is. */
  reveal(view: vscode.WebviewPanel): void {
    view.reveal(undefined, settings.resultsLocation() !== 'active' && !coversQuery(view));
  }

  /** A panel was created in a group of its own. */
  opened(view: vscode.WebviewPanel): void {
    this.latest = view;
    if (!this.isBelow) return;
    const subscription = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (view.viewColumn === undefined) return;
      subscription.dispose();
      void this.moveBelow(view);
    });
    view.onDidDispose(() => {
      subscription.dispose();
    });
  }

  /** The page of a panel has reported its width and that of the window. */
  measured(view: vscode.WebviewPanel, width: number, windowWidth: number): void {
    this.isNarrow = windowWidth < NARROW_WINDOW || width < NARROW_PANEL;
    if (this.isBelow) void this.moveBelow(view);
    // Later the user may arrange the groups otherwise.
    this.latest = undefined;
  }

  private get isBelow(): boolean {
    const location = settings.resultsLocation();
    return location === 'below' || (location === 'auto' && this.isNarrow);
  }

  private async moveBelow(view: vscode.WebviewPanel): Promise<void> {
    const { viewColumn } = view;
    if (this.latest !== view || viewColumn === undefined) return;
    this.latest = undefined;
    const group = vscode.window.tabGroups.all.find((one) => one.viewColumn === viewColumn);
    // A group with other editors was arranged by the user.
    if (group?.tabs.length !== 1) return;
    const layout = await vscode.commands.executeCommand<EditorLayout>('vscode.getEditorLayout');
    const stacked = stackGroup(layout, viewColumn - 1);
    if (stacked) await vscode.commands.executeCommand('vscode.setEditorLayout', stacked);
  }
}

/**
 * The column beside the active one. When another page starts the run, such as the walkthrough, the query may be in that column, so the
 * panel opens beside the query.
 */
function columnBesideQuery(): vscode.ViewColumn {
  const active = vscode.window.tabGroups.activeTabGroup.viewColumn;
  const queries = new Set(
    vscode.window.visibleTextEditors
      .filter(({ document }) => document.languageId === LANGUAGE_ID)
      .map(({ viewColumn }) => viewColumn),
  );
  const isCovered = !queries.has(active) && queries.has(active + 1);
  return isCovered ? active + 2 : vscode.ViewColumn.Beside;
}

/** In the group of the query a panel covers it, so the focus moves to the panel. */
const coversQuery = ({ viewColumn }: vscode.WebviewPanel): boolean =>
  viewColumn !== undefined && viewColumn === vscode.window.activeTextEditor?.viewColumn;
