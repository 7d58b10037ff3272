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

/** What the client may say in `initializationOptions`, besides the settings of one that cannot be asked for them. */
export interface InitializationOptions {
  /** Where the server may keep what it has read, and reports of folders that it must not write to. */
  readonly cacheFolder?: string;
  /** Whether the user trusts the workspace. In one that is not trusted nothing is written. True where it is not said. */
  readonly trusted?: boolean;
}

/** Sent by the client when the user begins to trust the workspace. */
export const TRUST_GRANTED_NOTIFICATION = 'funfusic/trustGranted';

/** Why something cannot be done in a workspace that is not trusted. */
export const untrusted = (what: string): string =>
  `${what} writes into the workspace, and you do not trust it. To allow this, run the command “Workspaces: Manage Workspace Trust”.`;

/** As LSP has ranges. */
export interface LineRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
