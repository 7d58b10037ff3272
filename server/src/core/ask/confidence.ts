/** How far an answer can be trusted: what the strategy says, more or less by what the checks found. */
import type { Attempt } from '../repair/attempt';
import { faultsOf } from '../repair/checks';
import type { AskResult } from './ask-events';
import type { StrategyOutcome } from './strategy';

/** What is left of the confidence for each kind of fault. Rules of thumb: a fault is more often right than wrong. */
const LEFT = 0.6;
const LEFT_IF_DIFFERENT = 0.4;

export function confidenceIn(
  { confidence, because }: Pick<StrategyOutcome, 'confidence' | 'because'>,
  attempt: Attempt,
  notes: readonly string[],
): AskResult['confidence'] {
  let value = Math.min(1, Math.max(0, confidence));
  const why = [...because];
  const { agreement } = attempt;
  if (agreement?.verdict === 'same') {
    value = 1 - (1 - value) / 2;
    why.push(`${agreement.by} finds that the query asks the question.`);
  }
  const told = new Set<string>();
  for (const { code, message } of faultsOf(attempt)) {
    if (told.has(code)) continue;
    told.add(code);
    value *= code === 'nl_semantic' ? LEFT_IF_DIFFERENT : LEFT;
    why.push(code === 'nl_semantic' && agreement ? agreement.explanation : message);
  }
  return { value: Math.round(value * 100) / 100, why: [...why, ...notes] };
}
