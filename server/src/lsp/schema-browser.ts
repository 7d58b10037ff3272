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
} from '../protocol/index';
import type { CustomFeature } from './feature';
import { onRequest } from './requests';

/** Pages, tree, search and descriptions of the schema. */
export const schemaBrowser: CustomFeature = (connection, workspace) => {
  onRequest(connection, SCHEMA_PAGE_REQUEST, async ({ id }) => {
    const schema = await workspace.schema();
    if (!schema) return null;
    const { title, text, links } = schemaPage(schema, id);
    return { title, text, links: links.map(({ range, id }) => ({ ...range, id })) };
  });
  onRequest(connection, SCHEMA_CHILDREN_REQUEST, async ({ parent }) => {
    const schema = await workspace.schema();
    return schema ? schemaChildren(schema, parent) : [];
  });
  onRequest(connection, SCHEMA_PATH_REQUEST, async ({ id }) => {
    const schema = await workspace.schema();
    return schema ? schemaPath(schema, id) : [];
  });
  onRequest(connection, SCHEMA_SEARCH_REQUEST, async ({ text, most }) => {
    const schema = await workspace.schema();
    return schema ? searchSchema(schema, text, most).map(({ id }) => schemaNode(schema, id)) : [];
  });
  onRequest(connection, SCHEMA_DESCRIPTION_REQUEST, async ({ id }) => {
    const schema = await workspace.schema();
    return schema ? describeId(schema, id) : '';
  });
};
