import type * as vscode from 'vscode';
import {
  INSERT_NAME_REQUEST,
  SCHEMA_CHILDREN_REQUEST,
  SCHEMA_DESCRIPTION_REQUEST,
  SCHEMA_PAGE_REQUEST,
  SCHEMA_PATH_REQUEST,
  SCHEMA_SEARCH_REQUEST,
  type InsertNameParams,
  type SchemaNode,
  type SchemaPageResult,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import { placeParams, request } from '../requests';

/** Requests to the server about the schema. */
export class SchemaRequests {
  constructor(private readonly server: ServerSession) {}

  page(id: string): Promise<SchemaPageResult | null> {
    return request(this.server, SCHEMA_PAGE_REQUEST, { id });
  }

  children(parent: SchemaNode | undefined): Promise<readonly SchemaNode[]> {
    const params = parent ? { parent: { kind: parent.kind, id: parent.id } } : {};
    return request(this.server, SCHEMA_CHILDREN_REQUEST, params);
  }

  path(id: string): Promise<readonly SchemaNode[]> {
    return request(this.server, SCHEMA_PATH_REQUEST, { id });
  }

  search(text: string, most: number): Promise<readonly SchemaNode[]> {
    return request(this.server, SCHEMA_SEARCH_REQUEST, { text, most });
  }

  describe(id: string): Promise<string> {
    return request(this.server, SCHEMA_DESCRIPTION_REQUEST, { id });
  }

  /** The edits that replace the selection by a name or a literal. */
  async insertion(
    document: vscode.TextDocument,
    selection: vscode.Range,
    inserted: InsertNameParams['inserted'],
  ): Promise<readonly vscode.TextEdit[]> {
    const { protocol2CodeConverter } = await this.server.whenReady;
    const edits = await request(this.server, INSERT_NAME_REQUEST, {
      ...placeParams(document, selection),
      inserted,
    });
    return protocol2CodeConverter.asTextEdits(edits ?? []);
  }
}
