/** The messages of asking a KB a question, and of logical forms. */
import type { AskEvent, AskTrace } from '../core/ask/ask-events';
import type { StrategyName } from '../core/ask/strategy';
import type { EntityChoice, LinkedEntity } from '../core/question/linking/linking';
import type { Problem } from './consent';
import type { ModelInfo } from './models';

export { questionProblem as questionProblem } from '../core/ask/question';
export type { NamedAnswer, AskEvent, AskResult, AskTrace, CandidateQuery } from '../core/ask/ask-events';
export { STRATEGIES, type StrategyName } from '../core/ask/strategy';
export type { EntityChoice, LinkedEntity, LinkedLiteral, Linking } from '../core/question/linking/linking';

/** A command of the client, named by links and tools: asks a question; its only argument is the question, where it is known. */
export const ASK_COMMAND = 'funfusic.askQuestion';

/** Asks a KB a question; answered with an `AskReply`. Cancelling the request stops it. */
export const ASK_REQUEST = 'funfusic/ask';

export interface AskParams {
  readonly question: string;
  /** By name; where it is not given, that of the settings. */
  readonly kb?: string;
  /** Where the user has corrected what the question names. */
  readonly entities?: readonly EntityChoice[];
  readonly strategy?: StrategyName | 'auto';
  /** No model is asked, whatever the settings say. */
  readonly withoutModel?: boolean;
  /** As for a repair: tells how a KB is made ready, and `ASK_EVENT_NOTIFICATION`s tell what happens. */
  readonly progress?: string;
}

export type AskReply =
  | {
      readonly trace: AskTrace;
      /** The query as it would stand in a file of its own, with its question above; absent where there is none. */
      readonly document?: string;
    }
  | Problem;

/** Asks what an `ASK_REQUEST` would be asked of; answered with an `AskTargetResult`. Params as for `ASK_REQUEST`. */
export const ASK_TARGET_REQUEST = 'funfusic/askTarget';

export type AskTargetResult =
  | {
      readonly kb: string;
      readonly strategy: StrategyName;
      /** Absent where none is chosen, or the strategy asks none. */
      readonly model?: ModelInfo;
    }
  | { readonly problem: string };

/** Sent by the server while a question is answered. */
export const ASK_EVENT_NOTIFICATION = 'funfusic/askEvent';

export interface AskEventParams {
  readonly progress: string;
  readonly event: AskEvent;
}

/** Asks for entities by what is typed of a name; answered with a `FindEntitiesResult`. */
export const FIND_ENTITIES_REQUEST = 'funfusic/findEntities';

export interface FindEntitiesParams {
  readonly typed: string;
  readonly kb?: string;
  readonly most?: number;
}

export type FindEntitiesResult = { readonly entities: readonly LinkedEntity[] } | Problem;

/** Puts a SPARQL query into a logical form, or a logical form into SPARQL; answered with a `ConvertResult`. */
export const CONVERT_REQUEST = 'funfusic/convert';

/** A command of the client: converts the document that it is given, or the one in front. Its only argument is an address. */
export const CONVERT_COMMAND = 'funfusic.convert';

/** The language of documents that hold logical forms. */
export const FORMS_LANGUAGE = 'funfusic-sexpr';

export interface ConvertParams {
  readonly text: string;
  readonly to: 'sparql' | 'sexpr';
}

export type ConvertResult =
  | {
      readonly text: string;
      /** What of the one the other does not say, a sentence each. */
      readonly losses: readonly string[];
    }
  | { readonly problem: string };
