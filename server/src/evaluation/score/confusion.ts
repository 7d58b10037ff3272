/** Counts predictions by gold answerability. */
import type { Answerability } from '../eval-question';
import { PREDICTED_OUTCOMES, type Confusion, type ScoredQuestion } from '../report';

const EXPECTED: readonly Answerability[] = ['answerable', 'schema', 'data', 'unanswerable'];

export function confusionOf(questions: readonly ScoredQuestion[]): Confusion {
  return {
    rows: EXPECTED,
    columns: PREDICTED_OUTCOMES,
    counts: EXPECTED.map((expected) =>
      PREDICTED_OUTCOMES.map(
        (said) =>
          questions.filter((one) => one.groups.answerability === expected && one.said === said).length,
      ),
    ),
  };
}
