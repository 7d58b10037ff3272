/** Why an answer may be wrong although its query is right: the KB has no dates, or the value of only one thing. */
import { MAX_IF_DOUBTFUL, MAX_IF_UNPROVEN } from '../../confidence';
import { executeQuery } from '../../execute-query';
import type { RankedForms } from '../../ranked-forms';
import type { RankedForm } from '../../ranked-forms/forms';
import type { StrategyInput } from '../../strategy';

export interface Doubt {
  readonly maxConfidence: number;
  readonly note: string;
}

export async function doubtAbout(
  { startDates, candidate, ...form }: RankedForm,
  ranked: RankedForms,
  input: StrategyInput,
): Promise<Doubt | undefined> {
  const { extreme } = candidate ?? {};
  if (extreme?.compared === 1 && !input.ports.kb.kb.complete)
    return { maxConfidence: MAX_IF_DOUBTFUL, note: 'The KB has nothing to compare it with.' };
  if (!startDates) return undefined;
  const { answers } = await executeQuery(ranked.toQuery({ ...form, expr: startDates }).query, input);
  return answers?.length === 0
    ? {
        maxConfidence: MAX_IF_UNPROVEN,
        note: 'The KB has no dates for this, so it may no longer be true.',
      }
    : undefined;
}
