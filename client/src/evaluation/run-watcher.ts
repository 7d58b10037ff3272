import * as vscode from 'vscode';

/** Reports changes of the evaluations in a folder on disk. */
export class RunWatcher implements vscode.Disposable {
  private folder: string | undefined;
  private watcher: vscode.FileSystemWatcher | undefined;

  constructor(private readonly onChange: () => void) {}

  watch(folder: string | undefined): void {
    if (folder === this.folder) return;
    this.dispose();
    this.folder = folder;
    if (folder === undefined) return;
    // Records and traces are not watched: there is one for each question, written together with a line of the predictions.
    const pattern = new vscode.RelativePattern(
      vscode.Uri.file(folder),
      '{*,*/*.json,*/run.lock,*/predictions.jsonl}',
    );
    this.watcher = vscode.workspace.createFileSystemWatcher(pattern);
    this.watcher.onDidCreate(this.onChange);
    this.watcher.onDidChange(this.onChange);
    this.watcher.onDidDelete(this.onChange);
  }

  dispose(): void {
    this.watcher?.dispose();
    this.watcher = undefined;
  }
}
