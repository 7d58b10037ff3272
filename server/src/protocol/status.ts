/** The state of the server, the capabilities of the client, and what all requests share. */
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
  readonly dialect: 'virtuoso' | 'sparql11';
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

/** What a client declares in `capabilities.experimental`. */
export interface ExperimentalCapabilities {
  readonly funfusic?: {
    /** It shows schema pages. */
    readonly schemaPages?: boolean;
    /** It handles `CONSENT_REQUEST`. */
    readonly consent?: boolean;
    /** The commands of the extension that it can run. */
    readonly commands?: readonly string[];
  };
}

/** What a client may pass as `initializationOptions`, besides its settings if it does not support `workspace/configuration`. */
export interface InitializationOptions {
  /** Where the server may store caches, and reports about folders that it must not write to. */
  readonly cacheFolder?: string;
  /** Whether the user trusts the workspace; true by default. Nothing is written into an untrusted workspace. */
  readonly trusted?: boolean;
}

export interface ConsentParams {
  /** One question. */
  readonly message: string;
  /** Where the address comes from, and what is sent there. */
  readonly detail: string;
  /** The title of the button that consents. */
  readonly action: string;
}

/** A command of the client for code lenses: goes to a finding. */
export const GO_TO_FINDING_COMMAND = 'funfusic.goToFirstFinding';

export type GoToFindingArguments = readonly [uri: string, range: LineRange];

/** Why something is disabled in an untrusted workspace. */
export const untrusted = (what: string): string =>
  `${what} writes into the workspace, and you do not trust it. To allow this, run the command “Workspaces: Manage Workspace Trust”.`;
