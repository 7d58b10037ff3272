/** Describing a query in English, and comparing it with its question. */
import type { Problem } from './status';
import type { Agreement, LineRange, QueryDescription, Usage } from './values';

/** A command of the client for code lenses: describes a query. */
export const EXPLAIN_COMMAND = 'funfusic.explainQuery';

/** A command of the client for code lenses: compares a query with its question. */
export const CHECK_QUESTION_COMMAND = 'funfusic.checkQuestion';

export interface ExplainParams {
  readonly textDocument: { readonly uri: string };
  readonly range: LineRange;
  /** Whether to use a model. Otherwise templates and cues are used, which cost nothing. */
  readonly withModel: boolean;
  /** Used if the document does not state the question. */
  readonly question?: string;
  readonly progress?: string;
}

export type ExplainReply =
  | {
      /** Its ranges are in `query`. */
      readonly reading: QueryDescription;
      readonly agreement?: Agreement;
      readonly query: string;
      readonly question?: string;
      readonly range: LineRange;
      readonly usage: Usage;
      /** Why the model was not used. The description is then made by templates. */
      readonly trouble?: string;
    }
  | Problem;
