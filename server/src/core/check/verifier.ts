import type { Inference } from '../schema/inference/inference';
import type { KbSchema } from '../schema/schema';
import type { Agreement } from '../describe/description';
import type { QueryModel } from '../language/sparql/model';
import type { TextEdit } from '../language/text/edit';
import type { Located } from '../language/text/range';
import type { AnsweredRun } from './answered-run';
import type { KbKnowledge } from './kb-knowledge';

/** The input of each stage. A verifier names its stage and gets exactly this. */
export interface Evidence {
  readonly text: { readonly query: QueryModel };
  readonly schema: Evidence['text'] & {
    readonly schema: KbSchema;
    readonly inference: Inference;
    /** Absent if no KB may be queried. */
    readonly kb?: KbKnowledge;
  };
  /** After a run of exactly this text. */
  readonly answer: Evidence['schema'] & { readonly run: AnsweredRun };
  /** The question of the query, and the result of comparing the two. */
  readonly intent: Evidence['text'] & { readonly question: string; readonly agreement: Agreement };
}
export type VerifierStage = keyof Evidence;

/** Strong: the query is certainly wrong. Weak: it is probably wrong, or unwise. */
export type Strength = 'strong' | 'weak';
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A safe fix keeps the meaning of the query or is certainly intended; an unsafe one needs a review. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly safety: 'safe' | 'unsafe';
  /** One of several equally likely fixes, so none of them is preferred. */
  readonly oneOfMany?: boolean;
}

/** One problem in a query, described for people and for models. */
export interface Observation extends Located {
  /** What is wrong. */
  readonly message: string;
  /** Why. Shown as related information; may be empty. */
  readonly because: string;
  /** What to do. May be empty. */
  readonly advice: string;
  readonly related?: readonly (Located & { readonly message: string })[];
  readonly fixes?: readonly Fix[];
  /** The rule, for codes with several verifiers. */
  readonly rule?: string;
  /** Set if they differ from those of the verifier. */
  readonly strength?: Strength;
  readonly severity?: Severity;
  /** Unnecessary text, shown faded. */
  readonly unnecessary?: boolean;
}

/** An observation whose range is added later. */
export type UnlocatedObservation = Omit<Observation, 'range'>;

export interface Finding extends Observation {
  readonly code: string;
  readonly stage: VerifierStage;
  readonly strength: Strength;
  readonly severity: Severity;
}

/** A pure, synchronous check: the same evidence gives the same observations. */
export interface Verifier<S extends VerifierStage> {
  readonly code: string;
  readonly stage: S;
  readonly strength: Strength;
  readonly severity: Severity;
  /** Whether it is silent unless a KB can be queried. */
  readonly needsKb?: boolean;
  /** The heading in docs/verifiers.md. */
  readonly title: string;
  /** What it reports and when it is silent: the paragraph in docs/verifiers.md. */
  readonly about: string;
  readonly verify: (evidence: Evidence[S]) => Iterable<Observation>;
}
