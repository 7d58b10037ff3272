/** The events while a question is answered, and the result. All are serializable as JSON. */
import type { Execution } from '../kb/knowledge-base';
import type { LinkedEntity, Linking } from '../question/linking/linking';
import type { Usage } from '../model/language-model';
import type { Agreement, QueryDescription } from '../describe/description';
import type { RepairEvent, RepairTrace } from '../repair/repair-events';
import type { GraphResult } from '../query/graph';
import type { Finding } from '../check/verifier';
import type { ReachedLimit } from './limited-kb';
import type { StrategyName } from './strategy';

export type AskEvent =
  | { readonly type: 'began'; readonly question: string; readonly strategy: StrategyName }
  | { readonly type: 'linked'; readonly linking: Linking }
  /** A short progress message. */
  | { readonly type: 'progress'; readonly message: string }
  /** Candidates before they are run, best first. */
  | { readonly type: 'candidates'; readonly count: number; readonly best: readonly string[] }
  | { readonly type: 'considered'; readonly considered: CandidateQuery }
  /** Intermediate replies of a model: a plan, keywords, skeletons, a choice. */
  | { readonly type: 'thought'; readonly purpose: string; readonly text: string }
  /** From the repair loop. */
  | { readonly type: 'repair'; readonly event: RepairEvent }
  | {
      readonly type: 'fell-back';
      readonly from: StrategyName;
      readonly to: StrategyName;
      readonly why: string;
    }
  | { readonly type: 'trouble'; readonly message: string }
  | { readonly type: 'decided'; readonly result: AskResult };

/** Yields the events of a step and returns its result. */
export type AskProgress<Result> = AsyncGenerator<AskEvent, Result>;

/** A candidate query for the question. */
export interface CandidateQuery {
  readonly query: string;
  /** The logical form, if there is one. */
  readonly sexpr?: string;
  /** "Titanic → directed by" */
  readonly path?: string;
  /** Comparable within one question. */
  readonly score: number;
  /** Reasons for and against it, a short phrase each. */
  readonly because: readonly string[];
  /** The words of the question that it does not express, as far as the strategy knows them. */
  readonly ignored?: readonly string[];
  readonly findings: readonly Finding[];
  /** All checks ran, including those of the answer and of the back-translation. */
  readonly checked?: boolean;
  /** Absent if it was not run. */
  readonly execution?: Execution;
  /** Distinct IDs or values of the answer column. */
  readonly answers?: readonly string[];
  readonly chosen: boolean;
  /** Between 0 and 1, if the strategy knows it. */
  readonly confidence?: number;
}

export interface NamedAnswer {
  /** An ID such as `m.02mjmr`, or a literal. */
  readonly value: string;
  /** The name of an entity, or a formatted literal. */
  readonly name: string;
  readonly iri?: string;
  readonly types?: readonly string[];
}

/** The question was not understood, no relation of the schema fits it, or the KB does not have the facts. */
export type Refusal = 'not-understood' | 'no-relation' | 'no-facts';

export interface AskResult {
  readonly kind: 'answer' | 'unanswerable' | 'failed';
  /** If unanswerable: the reason. */
  readonly refusal?: Refusal;
  /** If unanswerable, and the question was understood: whether the schema or the facts are missing. */
  readonly level?: 'schema' | 'data';
  readonly answers: readonly NamedAnswer[];
  /** If there is an answer: the words of the question that the query does not use, as written. */
  readonly ignored?: readonly string[];
  /** The answer is a count of an incomplete KB. */
  readonly atLeast?: boolean;
  /** There are more answers than the limit. */
  readonly more?: boolean;
  readonly query?: string;
  readonly sexpr?: string;
  readonly reading?: QueryDescription;
  readonly agreement?: Agreement;
  readonly confidence: { readonly value: number; readonly why: readonly string[] };
  /** A sentence or two for the user. */
  readonly explanation: string;
  /** If unanswerable: what seems to be missing, and the nearest names. */
  readonly missing?: readonly string[];
  readonly nearest?: readonly string[];
}

/** The whole trace of a question, to show, save and compare. */
export interface AskTrace {
  readonly question: string;
  readonly strategy: StrategyName;
  /** The first strategy, if another one was used after it. */
  readonly fellBackFrom?: StrategyName;
  /** Why the first strategy found no answer. */
  readonly fellBackWhy?: string;
  readonly kb: string;
  readonly model?: string;
  /** ISO 8601. */
  readonly began: string;
  readonly milliseconds: number;
  readonly linking: Linking;
  /** The linked entities that the chosen query names. */
  readonly used: readonly LinkedEntity[];
  readonly considered: readonly CandidateQuery[];
  readonly thoughts: readonly { readonly purpose: string; readonly text: string }[];
  readonly repair?: RepairTrace;
  /** The facts behind the answer. */
  readonly evidence?: GraphResult;
  readonly troubles: readonly string[];
  /** What the user can change for a better answer. */
  readonly advice: readonly string[];
  readonly result: AskResult;
  readonly rounds: number;
  readonly queries: number;
  readonly usage: Usage;
  /** The limit that was reached. */
  readonly capped?: ReachedLimit;
}
