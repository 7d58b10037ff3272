/**
 * All replies of external services (model, KB, linker) while one question was answered, and the date. They suffice to answer the
 * question again offline. Replies to the same request are replayed in order.
 */
import type { Execution, ExecutionLimits } from '../core/kb/knowledge-base';
import type { EntityChoice, LinkedEntity, Linking } from '../core/question/linking/linking';
import type { ModelCompletion, ModelRequest } from '../core/model/language-model';

export const QUESTION_RECORD_FORMAT = 'funfusic-question-record';
export const QUESTION_RECORD_VERSION = 1;

export interface QuestionRecord {
  readonly format: typeof QUESTION_RECORD_FORMAT;
  readonly version: typeof QUESTION_RECORD_VERSION;
  readonly id: string;
  /** The current date of the run, ISO 8601. */
  readonly date: string;
  readonly linkings: readonly {
    readonly question: string;
    readonly chosen?: readonly EntityChoice[];
    readonly linking: Linking;
    readonly queries: number;
    readonly milliseconds: number;
  }[];
  /** Searches for entities by a name that a model gave. */
  readonly finds: readonly {
    readonly typed: string;
    readonly most: number;
    readonly found: readonly LinkedEntity[];
    readonly milliseconds: number;
  }[];
  readonly executions: readonly {
    readonly query: string;
    readonly limits: ExecutionLimits;
    readonly execution: Execution;
    readonly milliseconds: number;
  }[];
  readonly completions: readonly {
    readonly request: ModelRequest;
    readonly completion: ModelCompletion;
    readonly milliseconds: number;
  }[];
}

/** Replaces the record of a question that has none. */
export const EMPTY_RECORD: Omit<QuestionRecord, 'id' | 'date'> = {
  format: QUESTION_RECORD_FORMAT,
  version: QUESTION_RECORD_VERSION,
  linkings: [],
  finds: [],
  executions: [],
  completions: [],
};
