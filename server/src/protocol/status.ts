/** The status of the server, the capabilities of the client, and types that several requests share. */
import type { LineRange } from './values';

/** Why a request was not carried out. */
export interface Problem {
  readonly problem: string;
  /** The user did not consent, and need not be informed. */
  readonly declined?: true;
}

export interface ServerStatus {
  /** The schema that the verifiers use. With `none`, only the syntax is checked. */
  readonly schema: SchemaStatus;
  readonly dialect: 'virtuoso' | 'sparql11' | 'sparql12';
}

export type SchemaStatus =
  | {
      readonly state: 'bundled' | 'file';
      readonly name: string;
      /** The prefix that makes an ID an IRI. */
      readonly namespace: string;
      readonly relations: number;
      readonly types: number;
      readonly problem?: string;
    }
  | { readonly state: 'none'; readonly problem: string };

/** The content of `capabilities.experimental` of a client. */
export interface ExperimentalCapabilities {
  readonly funfusic?: {
    /** The client handles `STATUS_NOTIFICATION`. */
    readonly status?: boolean;
    /** The client shows schema pages. */
    readonly schemaPages?: boolean;
    /** The client handles `SECRET_REQUEST`. */
    readonly secrets?: boolean;
    /** The client handles `CONSENT_REQUEST`. */
    readonly consent?: boolean;
    /** The commands of the extension that the client runs itself. The server runs the others. */
    readonly commands?: readonly string[];
  };
}

/** The `initializationOptions`. A client may pass settings here too; `workspace/configuration` overrides them. */
export interface InitializationOptions {
  /** A folder for caches, and for reports about evaluations in folders that must not be changed. */
  readonly cacheFolder?: string;
  /** Whether the user trusts the workspace; true by default. Nothing is written into an untrusted workspace. */
  readonly trusted?: boolean;
}

export interface ConsentParams {
  readonly message: string;
  /** What names the address, and what is sent there. */
  readonly detail: string;
  /** The title of the button that consents. */
  readonly action: string;
}

/** A command of the client for code lenses: goes to a finding. */
export const GO_TO_FINDING_COMMAND = 'funfusic.goToFirstFinding';
/** Turns a check off in the settings. Its argument is the code. */
export const DISABLE_CHECK_COMMAND = 'funfusic.disableCheck';

export type GoToFindingArguments = readonly [uri: string, range: LineRange];

/** Explains why something is disabled in an untrusted workspace. */
export const untrustedMessage = (what: string): string =>
  `${what} writes into the workspace, and you do not trust it. To allow this, run the command “Workspaces: Manage Workspace Trust”.`;
