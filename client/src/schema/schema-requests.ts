import type * as vscode from 'vscode';
import type { TextEdit } from 'vscode-languageclient/node';
import {
  INSERT_NAME_REQUEST,
  SCHEMA_CHILDREN_REQUEST,
  SCHEMA_DESCRIPTION_REQUEST,
  SCHEMA_PAGE_REQUEST,
  SCHEMA_PATH_REQUEST,
  SCHEMA_SEARCH_REQUEST,
  type InsertNameParams,
  type SchemaChildrenParams,
  type SchemaDescriptionParams,
  type SchemaNode,
  type SchemaPageParams,
  type SchemaPageResult,
  type SchemaPathParams,
  type SchemaSearchParams,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';

/** What the client asks the server about the schema. Each waits until the server runs, and fails if it cannot. */
export class SchemaRequests {
  constructor(private readonly server: ServerSession) {}

  page(id: string): Promise<SchemaPageResult | null> {
    return this.ask<SchemaPageResult | null>(SCHEMA_PAGE_REQUEST, { id } satisfies SchemaPageParams);
  }

  children(parent: SchemaNode | undefined): Promise<readonly SchemaNode[]> {
    const params = parent ? { parent: { kind: parent.kind, id: parent.id } } : {};
    return this.ask<readonly SchemaNode[]>(SCHEMA_CHILDREN_REQUEST, params satisfies SchemaChildrenParams);
  }

  path(id: string): Promise<readonly SchemaNode[]> {
    return this.ask<readonly SchemaNode[]>(SCHEMA_PATH_REQUEST, { id } satisfies SchemaPathParams);
  }

  search(text: string, most: number): Promise<readonly SchemaNode[]> {
    return this.ask<readonly SchemaNode[]>(SCHEMA_SEARCH_REQUEST, {
      text,
      most,
    } satisfies SchemaSearchParams);
  }

  describe(id: string): Promise<string> {
    return this.ask<string>(SCHEMA_DESCRIPTION_REQUEST, { id } satisfies SchemaDescriptionParams);
  }

  /** The edits that write a name in place of the selection. */
  async insertion(
    document: vscode.TextDocument,
    selection: vscode.Range,
    id: string,
  ): Promise<readonly vscode.TextEdit[]> {
    await this.server.whenReady;
    const { code2ProtocolConverter, protocol2CodeConverter } = this.server.client;
    const edits = await this.ask<TextEdit[] | null>(INSERT_NAME_REQUEST, {
      textDocument: code2ProtocolConverter.asTextDocumentIdentifier(document),
      range: code2ProtocolConverter.asRange(selection),
      id,
    } satisfies InsertNameParams);
    return protocol2CodeConverter.asTextEdits(edits ?? []);
  }

  private async ask<Result>(method: string, params: object): Promise<Result> {
    await this.server.whenReady;
    return this.server.client.sendRequest<Result>(method, params);
  }
}
