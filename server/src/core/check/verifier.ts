/** What a verifier is handed, and what it tells. */
import type { Inference } from '../schema/inference/inference';
import type { KbSchema } from '../schema/schema';
import type { Agreement } from '../describe/description';
import type { QueryModel } from '../language/sparql/model';
import type { TextEdit } from '../language/text/edit';
import type { Located } from '../language/text/range';
import type { AnsweredRun } from './answered-run';
import type { KbKnowledge } from './kb-knowledge';

/** What each stage knows. A verifier asks for a stage and is handed exactly that. */
export interface Evidence {
  readonly text: { readonly query: QueryModel };
  readonly schema: Evidence['text'] & {
    readonly schema: KbSchema;
    readonly inference: Inference;
    /** Absent where no KB may be asked. */
    readonly kb?: KbKnowledge;
  };
  /** After a run; what it answered is about this very text. */
  readonly answer: Evidence['schema'] & { readonly run: AnsweredRun };
  /** Where the question is known, and somebody has compared the two. */
  readonly intent: Evidence['text'] & { readonly question: string; readonly agreement: Agreement };
}
export type Stage = keyof Evidence;

/** Strong: the query is certainly wrong. Weak: it is probably wrong, or unwise. */
export type Strength = 'strong' | 'weak';
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A safe fix keeps the query's meaning or is certainly what was meant; an unsafe one is a proposal to review. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly safety: 'safe' | 'unsafe';
  /** One of several that are as likely as each other, so that none of them is preferred. */
  readonly oneOfMany?: boolean;
}

/** One thing seen in a query, told so that it serves a person and a model alike. */
export interface Observation extends Located {
  /** What is wrong. */
  readonly message: string;
  /** Why the KB, or the language, says so. */
  readonly because: string;
  /** What to do about it. */
  readonly advice: string;
  readonly related?: readonly (Located & { readonly message: string })[];
  readonly fixes?: readonly Fix[];
  /** Which rule of a check that has several. */
  readonly rule?: string;
  /** Where an observation is worth less, or more, than its verifier's usual one. */
  readonly strength?: Strength;
  readonly severity?: Severity;
  /** Text that could go without loss: shown faded. */
  readonly unnecessary?: boolean;
}

export interface Finding extends Observation {
  readonly code: string;
  readonly stage: Stage;
  readonly strength: Strength;
  readonly severity: Severity;
}

/** Pure and synchronous: same evidence, same observations. */
export interface Verifier<S extends Stage> {
  readonly code: string;
  readonly stage: S;
  readonly strength: Strength;
  readonly severity: Severity;
  /** It keeps silent unless a KB can be asked. */
  readonly needsKb?: boolean;
  /** Heading in docs/verifiers.md. */
  readonly title: string;
  /** What it claims, and when it keeps silent: the paragraph in docs/verifiers.md. */
  readonly about: string;
  readonly verify: (evidence: Evidence[S]) => Iterable<Observation>;
}
