/** Browsing the schema as a tree and as pages, and inserting its names into queries. */
import type { LineRange, RdfTerm } from './values';

/** The URI scheme of schema pages. Only clients that can show them get such URIs. */
export const SCHEMA_SCHEME = 'funfusic-schema';

/** The folder of all pages. Editors recognize the language of a page by it. */
export const SCHEMA_FOLDER = '/funfusic-schema/';

/** The name of the page of the whole schema. No ID contains a space. */
export const SCHEMA_OVERVIEW = 'schema overview';

export interface SchemaIdParams {
  /** The ID of a relation, a type or a domain. */
  readonly id: string;
}

export interface SchemaPageResult {
  readonly title: string;
  readonly text: string;
  /** Every ID on the page, with UTF-16 offsets. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly id: string }[];
}

export interface SchemaChildrenParams {
  /** Absent for the root. */
  readonly parent?: Pick<SchemaNode, 'kind' | 'id'>;
}

export interface SchemaSearchParams {
  readonly text: string;
  readonly most: number;
}

export interface SchemaNode {
  readonly kind: 'group' | 'domain' | 'type' | 'relation';
  readonly id: string;
  /** The ID without the part that the parent shows. */
  readonly name: string;
  readonly description: string;
  /** For screen readers. */
  readonly spoken: string;
  /** The kind of a type, or that of the objects of a relation. */
  readonly nature?: 'entity' | 'mediator' | 'literal' | 'unknown';
  readonly expandable: boolean;
}

export interface InsertNameParams {
  readonly textDocument: { readonly uri: string };
  readonly range: LineRange;
  /** The ID or IRI of a name, or a literal. */
  readonly inserted: string | Extract<RdfTerm, { readonly type: 'literal' }>;
}

/** A `TextEdit` of LSP. */
export interface TextEdit {
  readonly range: LineRange;
  readonly newText: string;
}
