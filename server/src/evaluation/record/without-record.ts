import type { Evaluated } from '../answer-question';

/** What came of a question whose record lacks something is no answer, whatever it looks like: that is said plainly. */
export function withoutRecord(evaluated: Evaluated, why: string): Evaluated {
  const { level: _, more: __, sexpr: ___, ...prediction } = evaluated.prediction;
  const { disturbance: ____, ...rest } = evaluated;
  return {
    ...rest,
    prediction: {
      ...prediction,
      kind: 'failed',
      answers: [],
      names: [],
      query: null,
      confidence: 0,
      explanation: why,
      unrecorded: true,
    },
  };
}
