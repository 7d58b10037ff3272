/** The schema as a tree, as pages, and as names to be written. */
import type { LineRange } from './status';

/** The scheme of pages that tell what the schema knows; only clients that can show them are given addresses with it. */
export const SCHEMA_SCHEME = 'funfusic-schema';

/** The folder that all pages are in, by which an editor knows their language. */
export const SCHEMA_FOLDER = '/funfusic-schema/';

/** The name of the page of the schema as a whole; no id has a space. */
export const SCHEMA_OVERVIEW = 'schema overview';

/** Asks for the page of a relation, a type or a domain, or with an empty id of the whole schema; null without one. */
export const SCHEMA_PAGE_REQUEST = 'funfusic/schemaPage';

export interface SchemaPageParams {
  readonly id: string;
}
export interface SchemaPageResult {
  readonly title: string;
  readonly text: string;
  /** Every id on the page, as UTF-16 offsets. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly id: string }[];
}

/** Asks what stands below a node of the schema tree, or at its top; answered with `SchemaNode[]`. */
export const SCHEMA_CHILDREN_REQUEST = 'funfusic/schemaChildren';

export interface SchemaChildrenParams {
  readonly parent?: Pick<SchemaNode, 'kind' | 'id'>;
}

/** Asks for the nodes from the top of the tree down to an id; answered with `SchemaNode[]`, empty where it is not known. */
export const SCHEMA_PATH_REQUEST = 'funfusic/schemaPath';

export interface SchemaPathParams {
  readonly id: string;
}

/** Asks for the relations and types that a text may mean, the best first; answered with `SchemaNode[]`. */
export const SCHEMA_SEARCH_REQUEST = 'funfusic/schemaSearch';

export interface SchemaSearchParams {
  readonly text: string;
  readonly most: number;
}

/** Asks for a few lines of Markdown about an id, as a hover shows them; empty where there is nothing to tell. */
export const SCHEMA_DESCRIPTION_REQUEST = 'funfusic/schemaDescription';

export interface SchemaDescriptionParams {
  readonly id: string;
}

export interface SchemaNode {
  readonly kind: 'group' | 'domain' | 'type' | 'relation';
  readonly id: string;
  /** What is needed of the id below its parent. */
  readonly name: string;
  readonly description: string;
  /** The whole in words, for those who hear it. */
  readonly spoken: string;
  /** What a type is, or what a relation leads to. */
  readonly nature?: 'entity' | 'mediator' | 'literal' | 'unknown';
  readonly expandable: boolean;
}

/** Asks how a name is to be written in place of a selection; answered with the `TextEdit[]` of LSP, or null. */
export const INSERT_NAME_REQUEST = 'funfusic/insertName';

export interface InsertNameParams {
  readonly textDocument: { readonly uri: string };
  readonly range: LineRange;
  readonly id: string;
}
