/** All that a watcher may show while a question is answered, and what comes of it. All of it can be written as JSON. */
import type { Execution } from '../kb/knowledge-base';
import type { LinkedEntity, Linking } from '../question/linking/linking';
import type { Usage } from '../model/language-model';
import type { Agreement, Reading } from '../describe/description';
import type { RepairEvent, RepairTrace } from '../repair/repair-events';
import type { GraphResult } from '../query/graph';
import type { Finding } from '../check/verifier';
import type { ReachedLimit } from './limited-kb';
import type { StrategyName } from './strategy';

export type AskEvent =
  | { readonly type: 'began'; readonly question: string; readonly strategy: StrategyName }
  | { readonly type: 'linked'; readonly linking: Linking }
  /** How far it is, in a few words. */
  | { readonly type: 'progress'; readonly message: string }
  /** What a strategy thinks of, before it is run; the best first. */
  | { readonly type: 'candidates'; readonly count: number; readonly best: readonly string[] }
  | { readonly type: 'considered'; readonly considered: CandidateQuery }
  /** What a model said on the way: a plan, keywords, skeletons, a choice. */
  | { readonly type: 'thought'; readonly purpose: string; readonly text: string }
  /** From the loop of repairs. */
  | { readonly type: 'repair'; readonly event: RepairEvent }
  | {
      readonly type: 'fell-back';
      readonly from: StrategyName;
      readonly to: StrategyName;
      readonly why: string;
    }
  | { readonly type: 'trouble'; readonly message: string }
  | { readonly type: 'decided'; readonly result: AskResult };

/** A query that was thought of for the question. */
export interface CandidateQuery {
  readonly query: string;
  /** The same as a logical form, where it can be said as one. */
  readonly sexpr?: string;
  /** Such as: Titanic → directed by. */
  readonly path?: string;
  /** Comparable within one question. */
  readonly score: number;
  /** What speaks for it and against it, a few words each. */
  readonly because: readonly string[];
  readonly findings: readonly Finding[];
  /** Every check had its say, also those of the answer and of the reading. */
  readonly checked?: boolean;
  /** Absent where it was not run. */
  readonly execution?: Execution;
  /** Ids or values of the answer's column, each once. */
  readonly answers?: readonly string[];
  readonly chosen: boolean;
  /** Between 0 and 1, where its strategy knows how likely it is right. */
  readonly confidence?: number;
}

/** One answer. */
export interface NamedAnswer {
  /** An id such as `m.02mjmr`, or a value. */
  readonly value: string;
  /** The name of an entity; of a value, the value as one reads it. */
  readonly name: string;
  readonly iri?: string;
  readonly types?: readonly string[];
}

export interface AskResult {
  readonly kind: 'answer' | 'unanswerable' | 'failed';
  /** Of what is unanswerable: the schema has no way to ask it, or no facts are there. */
  readonly level?: 'schema' | 'data';
  readonly answers: readonly NamedAnswer[];
  /** The answer is cut off: there are more than were asked for. */
  readonly more?: boolean;
  readonly query?: string;
  readonly sexpr?: string;
  readonly reading?: Reading;
  readonly agreement?: Agreement;
  readonly confidence: { readonly value: number; readonly why: readonly string[] };
  /** A sentence or two for the user. */
  readonly explanation: string;
  /** Of what is unanswerable: what seems missing, and the nearest things that exist. */
  readonly missing?: readonly string[];
  readonly nearest?: readonly string[];
}

/** The whole of a question asked, to be shown, kept and compared. */
export interface AskTrace {
  readonly question: string;
  readonly strategy: StrategyName;
  /** The one that was to be taken, where it gave no answer or could not be used. */
  readonly fellBackFrom?: StrategyName;
  /** Why the first was left, in a sentence. */
  readonly fellBackWhy?: string;
  readonly kb: string;
  readonly model?: string;
  /** ISO 8601. */
  readonly began: string;
  readonly milliseconds: number;
  readonly linking: Linking;
  /** Those that the chosen query names, of the linked ones. */
  readonly used: readonly LinkedEntity[];
  readonly considered: readonly CandidateQuery[];
  readonly thoughts: readonly { readonly purpose: string; readonly text: string }[];
  readonly repair?: RepairTrace;
  /** The facts that the answer rests on. */
  readonly evidence?: GraphResult;
  readonly troubles: readonly string[];
  /** Such as: a model would do better. */
  readonly advice: readonly string[];
  readonly result: AskResult;
  readonly rounds: number;
  readonly queries: number;
  readonly usage: Usage;
  /** Which cap was struck. */
  readonly capped?: ReachedLimit;
}
