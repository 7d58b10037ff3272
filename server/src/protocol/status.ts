/** What the server is judging by, and what a client can do. */

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
      /** What stands before every id of the KB to make it an IRI. */
      readonly namespace: string;
      readonly relations: number;
      readonly types: number;
      readonly problem?: string;
    }
  | { readonly state: 'none'; readonly problem: string };

/** A client says in `capabilities.experimental` what it can do that not every client can. */
export interface ExperimentalCapabilities {
  readonly funfusic?: {
    /** It shows schema pages. */
    readonly schemaPages?: boolean;
    /** It answers `CONSENT_REQUEST`. */
    readonly consent?: boolean;
    /** Which of our commands it runs. */
    readonly commands?: readonly string[];
  };
}

/** A command of the client, named by code lenses: leads to a finding. */
export const GO_TO_FINDING_COMMAND = 'funfusic.goToFirstFinding';

export type GoToFindingArguments = readonly [uri: string, range: LineRange];

/** As LSP has ranges. */
export interface LineRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
