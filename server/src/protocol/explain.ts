/** A query in words, and whether these are its question. */
import type { Usage } from '../core/model/language-model';
import type { Agreement, Reading } from '../core/describe/description';
import type { LineRange } from './status';

/** A command of the client, named by code lenses: puts a query into words. */
export const EXPLAIN_COMMAND = 'funfusic.explainQuery';

/** A command of the client, named by code lenses: asks whether a query asks what its question asks. */
export const CHECK_QUESTION_COMMAND = 'funfusic.checkQuestion';

/** Asks what a query says in words, and whether that is its question; answered with an `ExplainReply`. */
export const EXPLAIN_REQUEST = 'funfusic/explain';

export interface ExplainParams {
  readonly textDocument: { readonly uri: string };
  readonly range: LineRange;
  /** Whether a model may be asked; otherwise by templates and cues alone, which costs nothing. */
  readonly withModel: boolean;
  /** Where the query does not say its question. */
  readonly question?: string;
  readonly progress?: string;
}

export type ExplainReply =
  | {
      /** Ranges of its pairs are in `query`. */
      readonly reading: Reading;
      readonly agreement?: Agreement;
      readonly query: string;
      readonly question?: string;
      readonly range: LineRange;
      readonly usage: Usage;
      /** What could not be done, such as a model that is away; the reading is then by templates. */
      readonly trouble?: string;
    }
  | { readonly problem: string };
