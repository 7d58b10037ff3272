/** The KBs: which there are, whether they answer, and what they want to know. */
import type { Problem } from './consent';

/** Asks for the KBs that can be chosen; answered with `KbInfo[]`. */
export const KB_LIST_REQUEST = 'funfusic/knowledgeBases';

export interface KbInfo {
  readonly name: string;
  readonly kind: 'sample' | 'file' | 'endpoint';
  /** The address or path. */
  readonly where: string;
  readonly writable: boolean;
}

/** Asks whether a KB answers; answered with a `KbTestResult`. */
export const KB_TEST_REQUEST = 'funfusic/testKnowledgeBase';

export interface KbTestParams {
  readonly kb: string;
}
export interface KbTestResult {
  readonly works: boolean;
  /** What was tried and what came of it, a sentence each; where it fails, the last says what to do. */
  readonly lines: readonly string[];
}

/** Has a KB made ready to answer, so that the first query need not wait; tells its steps as a run does. */
export const KB_PREPARE_REQUEST = 'funfusic/prepareKnowledgeBase';

export interface KbPrepareParams {
  readonly kb: string;
  /** As for a run. */
  readonly progress?: string;
}

/** Has a schema worked out from the facts of a KB; tells its steps as a run does. Cancelling the request stops it. */
export const DERIVE_SCHEMA_REQUEST = 'funfusic/deriveSchema';

export interface DeriveSchemaParams {
  readonly kb: string;
  /** As for a run. */
  readonly progress?: string;
}

/** The text of a schema file, and what is to be known of how it came about. */
export type DeriveSchemaResult = { readonly text: string; readonly notes: readonly string[] } | Problem;

/** Sent by the client: what was known of a KB, such as its secrets, is no longer so. */
export const KB_CHANGED_NOTIFICATION = 'funfusic/knowledgeBaseChanged';

export interface KbChangedParams {
  readonly kb: string;
}

/** Asked by the server: the secret that a KB or a model wants, or null. The address is that which it will be sent to. */
export const SECRET_REQUEST = 'funfusic/secret';

export interface SecretParams {
  /** The name of the KB, or of the model. */
  readonly kb: string;
  readonly of?: 'model';
  readonly address: string;
  /** `password`, `token`, the name of a header, or of a model `key`. */
  readonly what: string;
  /** The one that was given is not accepted: another is wanted. */
  readonly rejected?: boolean;
  /** Nobody waits for it: what is kept may be given, and the user is not to be asked. */
  readonly quiet?: boolean;
}
