/** The confidence in an answer: that of the strategy, adjusted by the checks. */
import type { Linking } from '../question/linking/linking';
import type { Attempt } from '../repair/attempt';
import { faultsOf } from '../repair/checks';
import type { Finding } from '../check/verifier';
import type { AskResult } from './ask-events';
import type { StrategyOutcome } from './strategy';

/** The factor for each kind of fault (heuristic). */
const FAULT_FACTOR = 0.6;
const MISMATCH_FACTOR = 0.4;
/** The confidence if nothing is known. */
const UNKNOWN_CONFIDENCE = 0.5;

/** The factor by which the checks lower the confidence in an attempt. */
export function confidenceFactor(attempt: Attempt): number {
  const codes = new Set(faultsOf(attempt).map(({ code }) => code));
  return [...codes].reduce((product, code) => product * faultFactor(code), 1);
}

function faultFactor(code: string): number {
  return code === 'nl_semantic' ? MISMATCH_FACTOR : FAULT_FACTOR;
}

export function answerConfidence(
  { confidence, because, judged = false }: Pick<StrategyOutcome, 'confidence' | 'because' | 'judged'>,
  attempt: Attempt,
  notes: readonly string[],
): AskResult['confidence'] {
  let value = Math.min(1, Math.max(0, confidence));
  const why = [...because];
  const { agreement } = attempt;
  if (agreement?.verdict === 'same') {
    if (!judged) value = 1 - (1 - value) / 2;
    why.push(`${agreement.by} confirms that the query asks the question.`);
  }
  const codes = new Set<string>();
  for (const { code, message } of faultsOf(attempt)) {
    if (codes.has(code)) continue;
    codes.add(code);
    if (!judged) value *= faultFactor(code);
    why.push(code === 'nl_semantic' && agreement ? agreement.explanation : message);
  }
  return { value: roundConfidence(value), why: [...why, ...notes] };
}

/** The confidence that there is no answer. */
export function noAnswerConfidence(
  { confidence, because, verdict }: Pick<StrategyOutcome, 'confidence' | 'because' | 'verdict'>,
  { entities }: Pick<Linking, 'entities'>,
  rejected?: { readonly finding: Finding },
): AskResult['confidence'] {
  if (verdict === 'unanswerable') return { value: roundConfidence(confidence), why: because };
  const why = rejected
    ? `The best query did not pass the checks: ${rejected.finding.message}.`
    : 'The best query did not pass the checks.';
  if (!confidence && rejected) return { value: UNKNOWN_CONFIDENCE, why: [why] };
  if (!confidence)
    return {
      value: UNKNOWN_CONFIDENCE,
      why: [
        entities.length
          ? 'No query with an answer was found, but there may be one.'
          : 'Nothing in the question was recognized. A name may be spelled differently.',
      ],
    };
  return { value: roundConfidence(1 - confidence), why: [why] };
}

/** The maximum confidence in an answer that is probably not what the question asks for. */
export const MAX_IF_DOUBTFUL = 0.45;

/** The maximum confidence if the KB has no dates for an answer in the present tense, or may lack something larger. */
export const MAX_IF_UNPROVEN = 0.75;

/** Rounds to the precision that is shown and compared with the threshold. */
export function roundConfidence(value: number): number {
  return Math.round(100 * Math.min(1, Math.max(0, value))) / 100;
}
