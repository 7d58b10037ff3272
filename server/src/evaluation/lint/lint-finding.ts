/** What is wrong with a dataset. */
import type { KbSchema } from '../../core/schema/schema';
import type { EvalQuestion, Shape } from '../eval-question';
import type { GoldRun } from '../run-gold';

/** Each with what it tells, for the help and the documentation. */
export const LINT_RULES = {
  'bad-row': 'A row cannot be read, and is left out',
  'no-question': 'A row asks nothing',
  'duplicate-id': 'Two rows have the same id',
  'duplicate-question': 'Two rows ask the same, and gold differs',
  syntax: 'Gold cannot be read: SPARQL (as Virtuoso takes it) or an s-expression',
  'unknown-name': 'Gold uses a relation, a class or an entity that cannot be there',
  'wrong-query': 'Gold cannot work as it stands, for another reason that is certain',
  'forms-disagree': 'SPARQL and s-expression ask for different things',
  'no-answers': 'There are no answers, and nothing says that the question is unanswerable',
  contradiction: 'Answers and what is said of them contradict each other',
  'not-run': 'The KB did not answer gold (with --kb)',
  'answers-differ': 'The KB answers gold otherwise than the dataset (with --kb)',
} as const;
export type LintRule = keyof typeof LINT_RULES;

/** The message says what is wrong and what to do. */
export interface LintFinding {
  readonly row: number;
  /** Absent where a row that cannot be read has none. */
  readonly id?: string;
  readonly rule: LintRule;
  readonly message: string;
}

export type Told = Pick<LintFinding, 'rule' | 'message'>;

/** What a check knows: one question, and whom to ask about it. */
export interface LintScene {
  readonly question: EvalQuestion;
  readonly shape: Shape;
  readonly schema: KbSchema;
  /** Absent where there is no KB to ask. A query that was run already is not run again. */
  readonly run?: (query: string) => Promise<GoldRun>;
  readonly onDefect: (code: string, error: unknown) => void;
}

/** A check of one question; silent on what is right. */
export type LintCheck = (scene: LintScene) => readonly Told[] | Promise<readonly Told[]>;

/** Which of several readings a message is about. */
export function readingOf({ gold: { parses } }: EvalQuestion, at: number): string {
  return parses.length > 1 ? `Reading ${at + 1}: ` : '';
}

export function isUnanswerable({ gold: { answerability } }: EvalQuestion): boolean {
  return answerability !== undefined && answerability !== 'answerable';
}
