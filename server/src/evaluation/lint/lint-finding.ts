/** The findings of dataset checks. */
import type { KbSchema } from '../../core/schema/schema';
import type { BadRow, DatasetShape, EvalQuestion } from '../eval-question';
import type { GoldRun } from '../run-gold';

/** Rules with their titles for the help and the documentation. */
export const LINT_RULES = {
  'bad-row': 'A row cannot be read and is skipped',
  'no-question': 'A row has no question',
  'duplicate-id': 'Two rows have the same ID',
  'duplicate-question': 'Two rows have the same question but different gold',
  syntax: 'Gold has a syntax error, in SPARQL (of Virtuoso) or in the s-expression',
  'unknown-name': 'Gold uses a relation, a class or an entity that does not exist',
  'wrong-query': 'Gold cannot work for another certain reason',
  'forms-disagree': 'SPARQL and s-expression ask different things',
  'no-answers': 'There are no answers, but the question is not marked unanswerable',
  contradiction: 'Answers contradict other fields',
  'not-run': 'The KB could not run gold (with --kb)',
  'answers-differ': 'The KB gives other answers than the dataset (with --kb)',
} as const;
export type LintRule = keyof typeof LINT_RULES;

/** The message says what is wrong and what to do. */
export interface LintFinding extends Omit<BadRow, 'rule'> {
  readonly rule: LintRule;
}

export type LintProblem = Pick<LintFinding, 'rule' | 'message'>;

/** The input of a check: one question and the services it needs. */
export interface LintContext {
  readonly question: EvalQuestion;
  readonly shape: DatasetShape;
  readonly schema: KbSchema;
  /** Absent without a KB. The same query is run only once. */
  readonly run?: (query: string) => Promise<GoldRun>;
  readonly onDefect: (code: string, error: unknown) => void;
}

export type LintCheck = (context: LintContext) => readonly LintProblem[] | Promise<readonly LintProblem[]>;

/** Prefix of a message that names the gold parse if there are several. */
export function parseLabel({ gold: { parses } }: EvalQuestion, at: number): string {
  return parses.length > 1 ? `Parse ${at + 1}: ` : '';
}

export function isUnanswerable({ gold: { answerability } }: EvalQuestion): boolean {
  return answerability !== undefined && answerability !== 'answerable';
}
