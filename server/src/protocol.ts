/** The messages between client and server that LSP does not define. Types and names only. */

/** Sent by the server when the schema, the dialect or its own state changes, and once after start. */
export const STATUS_NOTIFICATION = 'funfusic/status';

/** Sent by the client to learn the state at any time; answered with a `ServerStatus`. */
export const STATUS_REQUEST = 'funfusic/getStatus';

export interface ServerStatus {
  /** Which schema the verifiers judge by. With `none`, nothing but the syntax is checked. */
  readonly schema: SchemaStatus;
  readonly dialect: 'virtuoso' | 'sparql11';
}

export type SchemaStatus =
  | {
      readonly state: 'bundled' | 'file';
      readonly name: string;
      readonly relations: number;
      readonly types: number;
      readonly problem?: string;
    }
  | { readonly state: 'none'; readonly problem: string };
