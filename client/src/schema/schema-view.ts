import type * as vscode from 'vscode';
import type { ServerSession } from '../language-client';
import { LastQuery } from './last-query';
import { PageFiles } from './page-files';
import { registerPageLinks } from './page-links';
import { SchemaRequests } from './schema-requests';
import { SchemaTree } from './schema-tree';

/** The schema in the editor: pages, tree, and the query that names are inserted into. */
export class SchemaView implements vscode.Disposable {
  readonly requests: SchemaRequests;
  readonly tree: SchemaTree;
  readonly lastQuery = new LastQuery();
  private readonly parts: readonly vscode.Disposable[];

  constructor(server: ServerSession) {
    this.requests = new SchemaRequests(server);
    this.tree = new SchemaTree(server, this.requests);
    const files = new PageFiles(server, this.requests);
    this.parts = [this.tree, this.lastQuery, files, ...registerPageLinks(files, this.requests)];
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
