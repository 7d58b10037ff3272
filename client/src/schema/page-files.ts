import * as vscode from 'vscode';
import { SCHEMA_SCHEME, type SchemaPageResult } from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { noResponseMessage } from '../requests';
import { idOfPage } from './page-address';
import type { SchemaRequests } from './schema-requests';

/**
 * The schema pages as a read-only file system. Unlike virtual documents, files are still open after the window reloads; their content
 * is then requested again.
 */
export class PageFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly pages = new Map<string, Promise<SchemaPageResult>>();
  private readonly subscriptions: readonly vscode.Disposable[];
  private changed = Date.now();

  readonly onDidChangeFile = this.changes.event;

  constructor(
    server: ServerSession,
    private readonly requests: SchemaRequests,
  ) {
    this.subscriptions = [
      vscode.workspace.registerFileSystemProvider(SCHEMA_SCHEME, this, {
        isReadonly: true,
        isCaseSensitive: true,
      }),
      server.onDidChangeState(({ kind }) => {
        if (kind === 'running') this.refresh();
      }),
    ];
  }

  dispose(): void {
    this.changes.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** The page of an address, cached until the schema changes. */
  page(uri: vscode.Uri): Promise<SchemaPageResult> {
    const key = uri.toString();
    let page = this.pages.get(key);
    if (!page) {
      page = this.ask(uri);
      this.pages.set(key, page);
      page.catch(() => this.pages.delete(key));
    }
    return page;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const size = (await this.readFile(uri)).length;
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: this.changed,
      size,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.page(uri)).text);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private async ask(uri: vscode.Uri): Promise<SchemaPageResult> {
    const id = idOfPage(uri);
    if (id === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const page = await this.requests.page(id).catch((error: unknown) => {
      throw vscode.FileSystemError.Unavailable(noResponseMessage(error));
    });
    if (!page) throw vscode.FileSystemError.Unavailable(vscode.l10n.t('No KB schema is loaded.'));
    return page;
  }

  private refresh(): void {
    this.changed = Math.max(Date.now(), this.changed + 1);
    const known = [...this.pages.keys()];
    this.pages.clear();
    this.changes.fire(
      known.map((key) => ({ type: vscode.FileChangeType.Changed, uri: vscode.Uri.parse(key) })),
    );
  }
}
