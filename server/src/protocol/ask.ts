/** Asking questions, and converting logical forms. */
import type { ModelInfo } from './models';
import type { RepairEvent } from './repair';
import type { Problem } from './status';
import type { AskResult, AskTrace, CandidateQuery, LinkedEntity, Linking } from './values';

export const STRATEGIES = ['fun-fusic', 'rng-kbqa', 'chatkbqa', 'fidelis'] as const;
export type StrategyName = (typeof STRATEGIES)[number];

/** The strategies that cannot run without a model. */
export const STRATEGIES_WITH_MODEL: readonly StrategyName[] = ['fun-fusic', 'chatkbqa', 'fidelis'];

/** A command of the client for links and tools: asks a question. The question is an optional argument. */
export const ASK_COMMAND = 'funfusic.askQuestion';

export interface AskParams {
  readonly question: string;
  /** The name of a KB. The default is the KB of the settings. */
  readonly kb?: string;
  /** The entities as the user has corrected them. */
  readonly entities?: readonly EntityChoice[];
  readonly strategy?: StrategyName | 'auto';
  /** Use no model, even if the settings select one. */
  readonly withoutModel?: boolean;
  /** The key of `RUN_PROGRESS_NOTIFICATION`s and `ASK_EVENT_NOTIFICATION`s about this request. */
  readonly progress?: string;
}

export interface EntityChoice {
  readonly iri: string;
  /** The words of the question; absent for an entity that the user added. */
  readonly mention?: { readonly start: number; readonly end: number };
}

export type AskReply =
  | {
      readonly trace: AskTrace;
      /** The query as a document, with its question above; absent if there is no query. */
      readonly document?: string;
    }
  | Problem;

export type AskTargetResult =
  | {
      readonly kb: string;
      readonly strategy: StrategyName;
      /** Absent if no model is selected, or the strategy needs none. */
      readonly model?: ModelInfo;
    }
  | Problem;

export interface AskEventParams {
  readonly progress: string;
  readonly event: AskEvent;
}

export type AskEvent =
  | { readonly type: 'began'; readonly question: string; readonly strategy: StrategyName }
  | { readonly type: 'linked'; readonly linking: Linking }
  | { readonly type: 'progress'; readonly message: string }
  /** Candidates before they are run, in descending order of score. */
  | { readonly type: 'candidates'; readonly count: number; readonly best: readonly string[] }
  | { readonly type: 'considered'; readonly considered: CandidateQuery }
  /** An intermediate text of a model: a plan, keywords, skeletons or a choice. */
  | { readonly type: 'thought'; readonly purpose: string; readonly text: string }
  | { readonly type: 'repair'; readonly event: RepairEvent }
  | {
      readonly type: 'fell-back';
      readonly from: StrategyName;
      readonly to: StrategyName;
      readonly why: string;
    }
  | { readonly type: 'trouble'; readonly message: string }
  | { readonly type: 'decided'; readonly result: AskResult };

export interface FindEntitiesParams {
  readonly typed: string;
  readonly kb?: string;
  readonly most?: number;
}

export type FindEntitiesResult = { readonly entities: readonly LinkedEntity[] } | Problem;

/** A command of the client: converts the document with the given URI, or the active one. */
export const CONVERT_COMMAND = 'funfusic.convert';

/** The language ID of documents with logical forms. */
export const FORMS_LANGUAGE = 'funfusic-sexpr';

export interface ConvertParams {
  readonly text: string;
  readonly to: 'sparql' | 'sexpr';
}

export type ConvertResult =
  | {
      readonly text: string;
      /** One sentence for each part that could not be converted. */
      readonly losses: readonly string[];
    }
  | Problem;
