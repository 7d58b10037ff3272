/** Pages, tree, search and descriptions of the schema, for the client that shows them. */
import { describeId } from '../core/edit/schema-description';
import { schemaPage } from '../core/edit/schema-page';
import { searchSchema } from '../core/edit/schema-search';
import { schemaChildren, schemaNode, schemaPath } from '../core/edit/schema-tree';
import {
  SCHEMA_CHILDREN_REQUEST,
  SCHEMA_DESCRIPTION_REQUEST,
  SCHEMA_PAGE_REQUEST,
  SCHEMA_PATH_REQUEST,
  SCHEMA_SEARCH_REQUEST,
  type SchemaChildrenParams,
  type SchemaDescriptionParams,
  type SchemaNode,
  type SchemaPageParams,
  type SchemaPageResult,
  type SchemaPathParams,
  type SchemaSearchParams,
} from '../protocol/index';
import type { Feature } from './feature';

export const schemaBrowser: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(
      SCHEMA_PAGE_REQUEST,
      async ({ id }: SchemaPageParams): Promise<SchemaPageResult | null> => {
        const schema = await workspace.schema();
        if (!schema) return null;
        const { title, text, links } = schemaPage(schema, id);
        return { title, text, links: links.map(({ range, id }) => ({ ...range, id })) };
      },
    );
    connection.onRequest(
      SCHEMA_CHILDREN_REQUEST,
      async ({ parent }: SchemaChildrenParams): Promise<readonly SchemaNode[]> => {
        const schema = await workspace.schema();
        return schema ? schemaChildren(schema, parent) : [];
      },
    );
    connection.onRequest(
      SCHEMA_PATH_REQUEST,
      async ({ id }: SchemaPathParams): Promise<readonly SchemaNode[]> => {
        const schema = await workspace.schema();
        return schema ? schemaPath(schema, id) : [];
      },
    );
    connection.onRequest(
      SCHEMA_SEARCH_REQUEST,
      async ({ text, most }: SchemaSearchParams): Promise<readonly SchemaNode[]> => {
        const schema = await workspace.schema();
        return schema ? searchSchema(schema, text, most).map(({ id }) => schemaNode(schema, id)) : [];
      },
    );
    connection.onRequest(
      SCHEMA_DESCRIPTION_REQUEST,
      async ({ id }: SchemaDescriptionParams): Promise<string> => {
        const schema = await workspace.schema();
        return schema ? describeId(schema, id) : '';
      },
    );
  },
};
