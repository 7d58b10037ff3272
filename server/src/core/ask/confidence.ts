/** The confidence in an answer: that of the strategy, adjusted by the checks. */
import type { Linking } from '../question/linking/linking';
import type { Attempt } from '../repair/attempt';
import { faultsOf } from '../repair/checks';
import type { Finding } from '../check/verifier';
import type { AskResult } from './ask-events';
import type { StrategyOutcome } from './strategy';

/** The factor for each kind of fault. Rules of thumb: a fault is more often right than wrong. */
const LEFT = 0.6;
const LEFT_IF_DIFFERENT = 0.4;
/** The confidence if nothing is known. */
const NOT_KNOWN = 0.5;

/** The factor by which the checks lower the confidence in an attempt. */
export function confidenceFactor(attempt: Attempt): number {
  return [...new Set(faultsOf(attempt).map(({ code }) => code))].reduce(
    (left, code) => left * leftBy(code),
    1,
  );
}

function leftBy(code: string): number {
  return code === 'nl_semantic' ? LEFT_IF_DIFFERENT : LEFT;
}

export function answerConfidence(
  { confidence, because }: Pick<StrategyOutcome, 'confidence' | 'because'>,
  attempt: Attempt,
  notes: readonly string[],
): AskResult['confidence'] {
  let value = Math.min(1, Math.max(0, confidence));
  const why = [...because];
  const { agreement } = attempt;
  if (agreement?.verdict === 'same') {
    value = 1 - (1 - value) / 2;
    why.push(`${agreement.by} confirms that the query asks the question.`);
  }
  const told = new Set<string>();
  for (const { code, message } of faultsOf(attempt)) {
    if (told.has(code)) continue;
    told.add(code);
    value *= leftBy(code);
    why.push(code === 'nl_semantic' && agreement ? agreement.explanation : message);
  }
  return { value: rounded(value), why: [...why, ...notes] };
}

/** The confidence that there is no answer. */
export function noAnswerConfidence(
  { confidence, because, verdict }: Pick<StrategyOutcome, 'confidence' | 'because' | 'verdict'>,
  { entities }: Pick<Linking, 'entities'>,
  rejected?: { readonly finding: Finding },
): AskResult['confidence'] {
  if (verdict === 'unanswerable') return { value: rounded(confidence), why: because };
  const why = rejected
    ? `The best query did not pass the checks: ${rejected.finding.message}.`
    : 'The best query did not pass the checks.';
  if (!confidence && rejected) return { value: NOT_KNOWN, why: [why] };
  if (!confidence)
    return {
      value: NOT_KNOWN,
      why: [
        entities.length
          ? 'No query with an answer was found, but there may be one.'
          : 'Nothing in the question was recognized. A name may be spelled differently.',
      ],
    };
  return { value: rounded(1 - confidence), why: [why] };
}

/** Rounded as it is shown and compared with the threshold. */
export function rounded(value: number): number {
  return Math.round(100 * Math.min(1, Math.max(0, value))) / 100;
}
