/** What was said of the questions that can be answered, and of those that cannot. */
import type { Answerability } from '../eval-question';
import { SAID, type Confusion, type ScoredQuestion } from '../report';

const EXPECTED: readonly Answerability[] = ['answerable', 'schema', 'data', 'unanswerable'];

export function confusionOf(questions: readonly ScoredQuestion[]): Confusion {
  return {
    rows: EXPECTED,
    columns: SAID,
    counts: EXPECTED.map((expected) =>
      SAID.map(
        (said) =>
          questions.filter((one) => one.groups.answerability === expected && one.said === said).length,
      ),
    ),
  };
}
