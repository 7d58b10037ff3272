import * as vscode from 'vscode';
import { LANGUAGE_ID } from '../language-client';

/** The query that was active last. A schema page may cover it now. */
export class LastQuery implements vscode.Disposable {
  private last:
    | { readonly document: vscode.TextDocument; readonly column: vscode.ViewColumn | undefined }
    | undefined;
  private readonly subscription: vscode.Disposable;

  constructor() {
    this.remember(vscode.window.activeTextEditor);
    this.subscription = vscode.window.onDidChangeActiveTextEditor((editor) => this.remember(editor));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Shows the query with its cursor position, and focuses it. */
  async show(): Promise<vscode.TextEditor | undefined> {
    if (!this.last || !hasTab(this.last.document)) return undefined;
    const { document, column } = this.last;
    return vscode.window.showTextDocument(document, {
      preview: false,
      ...(column === undefined ? {} : { viewColumn: column }),
    });
  }

  private remember(editor: vscode.TextEditor | undefined): void {
    if (editor?.document.languageId === LANGUAGE_ID)
      this.last = { document: editor.document, column: editor.viewColumn };
  }
}

/** A document may still be open for a while after its editor was closed. */
function hasTab({ uri }: vscode.TextDocument): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
}
