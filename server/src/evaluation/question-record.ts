/**
 * Everything that external services replied while one question was answered: the model, the KB and the linker; and the date. With it
 * the question can be answered again without them. Replies to the same request are used in their order.
 */
import type { Execution, Limits } from '../core/kb/knowledge-base';
import type { EntityChoice, LinkedEntity, Linking } from '../core/question/linking/linking';
import type { Completion, ModelRequest } from '../core/model/language-model';

export const QUESTION_RECORD_FORMAT = 'funfusic-question-record';
export const QUESTION_RECORD_VERSION = 1;

export interface QuestionRecord {
  readonly format: typeof QUESTION_RECORD_FORMAT;
  readonly version: typeof QUESTION_RECORD_VERSION;
  readonly id: string;
  /** ISO 8601: what counted as today. */
  readonly date: string;
  readonly linkings: readonly {
    readonly question: string;
    readonly chosen?: readonly EntityChoice[];
    readonly linking: Linking;
    readonly queries: number;
    readonly milliseconds: number;
  }[];
  /** Searches for entities by words of a model. */
  readonly finds: readonly {
    readonly typed: string;
    readonly most: number;
    readonly found: readonly LinkedEntity[];
    readonly milliseconds: number;
  }[];
  readonly executions: readonly {
    readonly query: string;
    readonly limits: Limits;
    readonly execution: Execution;
    readonly milliseconds: number;
  }[];
  readonly completions: readonly {
    readonly request: ModelRequest;
    readonly completion: Completion;
    readonly milliseconds: number;
  }[];
}

/** For a question without a record. */
export const EMPTY_RECORD: Omit<QuestionRecord, 'id' | 'date'> = {
  format: QUESTION_RECORD_FORMAT,
  version: QUESTION_RECORD_VERSION,
  linkings: [],
  finds: [],
  executions: [],
  completions: [],
};
