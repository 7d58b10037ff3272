/**
 * All that came from outside while one question was answered: what a model said, what the KB answered, what was linked, and the date.
 * With it the question can be answered again without any of them. Replies that are the same request's are taken in their order.
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
  /** Entities by words that a model wrote. */
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

/** Of a question that nobody was asked for. */
export const EMPTY_RECORD: Omit<QuestionRecord, 'id' | 'date'> = {
  format: QUESTION_RECORD_FORMAT,
  version: QUESTION_RECORD_VERSION,
  linkings: [],
  finds: [],
  executions: [],
  completions: [],
};
