/** KBs and their secrets. */
import type { Problem } from './status';

export interface KbInfo {
  readonly name: string;
  readonly kind: 'sample' | 'file' | 'endpoint';
  /** The address or path. */
  readonly where: string;
  readonly writable: boolean;
  /** The schema file of its settings; absent for the schema of all KBs. */
  readonly schema?: string;
  /** The number of facts, once a dump is loaded. */
  readonly facts?: number;
}

export interface KbParams {
  readonly kb: string;
}

/** The outcome of testing a KB or a model. */
export interface TestResult {
  readonly works: boolean;
  /** One sentence for each step. If the test fails, the last one says what to do. */
  readonly lines: readonly string[];
  /** Lines of a dump that were not read. */
  readonly skipped?: readonly SkippedLines[];
}

/** Lines of a file that are not facts. */
export interface SkippedLines {
  readonly file: string;
  readonly lines: number;
  readonly first: number;
  /** The beginning of the first of them. */
  readonly text?: string;
}

export interface KbPrepareParams extends KbParams {
  /** The key of `RUN_PROGRESS_NOTIFICATION`s about this request. */
  readonly progress?: string;
}

export type DeriveSchemaParams = KbPrepareParams;

/** The text of a schema file, and notes about how it was derived. */
export type DeriveSchemaResult = { readonly text: string; readonly notes: readonly string[] } | Problem;

export interface ServeDumpParams {
  /** The name of the KB. */
  readonly kb: string;
  /** Paths of N-Triples or Turtle, plain or gzipped. */
  readonly files: readonly string[];
  /** The path of virtuoso-t; by default it is searched in the PATH. */
  readonly virtuoso?: string;
  /** The key of `RUN_PROGRESS_NOTIFICATION`s about this request. */
  readonly progress?: string;
}

/** The KB that serves a dump, for the settings. The server ends with the language server. */
export interface ServedKb {
  readonly endpoint: string;
  readonly engine?: string;
  readonly defaultGraph?: string;
  readonly schema?: string;
}

export type ServeDumpResult =
  | { readonly kind: 'served'; readonly config: ServedKb; readonly facts: number }
  /** Virtuoso is not installed; the compose file was written instead. */
  | { readonly kind: 'composed'; readonly config: ServedKb; readonly file: string }
  | Problem;

export interface SecretParams {
  /** The name of the KB, or of the model. */
  readonly kb: string;
  readonly of?: 'model';
  /** The address that the secret is sent to. */
  readonly address: string;
  /** `password`, `token` or the name of a header for a KB, `key` for a model. */
  readonly what: string;
  /** The stored secret was rejected; ask for another one. */
  readonly rejected?: boolean;
  /** A background request: return the stored secret, but do not ask the user. */
  readonly quiet?: boolean;
}
