/**
 * Decides between the answers of ranked forms and of a model's proposals. Each distinct answer is a hypothesis. Its prior comes from
 * the ranker, and each observation multiplies it by a likelihood ratio (Bayes' rule).
 */
import { isModelName } from '../../../describe/description';
import type { Attempt } from '../../../repair/attempt';
import { certainFindings, faultsOf, isEmpty } from '../../../repair/checks';
import type { CandidateQuery } from '../../ask-events';

/** A ranked form with an answer, and the probability of the ranker that it is right. */
export interface RankedAnswer {
  readonly candidate: CandidateQuery;
  readonly probability: number;
}

export interface Evidence {
  readonly ranked: readonly RankedAnswer[];
  /** The model's choice among the ranked forms; `none` if it found none of them right, undefined if it was not asked. */
  readonly choice?: CandidateQuery | 'none' | undefined;
  readonly attempts: readonly Attempt[];
  /** The ranker's probability of an attempt that no ranked form has the answer of; undefined if it cannot be ranked. */
  readonly rate?: (attempt: Attempt) => number | undefined;
  /** Whether an attempt names other entities than the question. */
  readonly isUnrelated?: (attempt: Attempt) => boolean;
  /** The model replied that no query asks the question. */
  readonly denied?: boolean;
  /** Whether the verdicts of the model on the attempts are left out. */
  readonly ignoresVerdicts?: boolean;
}

/** A distinct answer. */
export interface Hypothesis {
  readonly answers: readonly string[];
  /** Between 0 and 1, among the known answers and no answer. */
  readonly probability: number;
  /** The same, with a share for answers that neither the ranker nor the model has found. */
  readonly confidence: number;
  /** The best ranked form with this answer. */
  readonly candidate?: CandidateQuery;
  /** The best attempt with this answer. */
  readonly attempt?: Attempt;
}

/** The share of the ranker's doubt that goes to answers of no ranked form, and to no answer at all. */
const PRIOR_OF_OTHERS = 0.25;
const PRIOR_OF_NONE = 0.15;

/**
 * How much likelier an observation is for the right answer than for a certain wrong one. Estimates, not tuned: a model that is right
 * six times out of ten, and otherwise takes one of about three wrong answers, has the ratio 0.6 / (0.4 / 3).
 */
const RATIO = {
  firstProposal: 5,
  laterProposal: 3,
  choice: 5,
  notChosen: 0.8,
  noneChosen: 0.4,
  /** The model judges its own query. */
  confirmed: 1.4,
  /** Back-translations are often judged wrongly. */
  contradicted: 0.6,
  /** Such as a mediator as the answer. */
  fault: 0.1,
  /** Linking misses few entities. */
  unrelated: 0.2,
  denied: 6,
} as const;

export interface CombinedEvidence {
  /** The most likely answer first. */
  readonly hypotheses: readonly Hypothesis[];
  /** The probability that there is none. */
  readonly noAnswer: number;
}

export function combineEvidence({
  ranked,
  choice,
  attempts,
  rate,
  isUnrelated,
  denied,
  ignoresVerdicts = false,
}: Evidence): CombinedEvidence {
  const groups = new Map<string, { weight: number; candidate?: CandidateQuery; attempts: Attempt[] }>();
  const known = ranked.reduce((sum, { probability }) => sum + probability, 0);
  for (const { candidate, probability } of ranked) {
    const key = answerKey(candidate.answers);
    const group = groups.get(key);
    if (group) group.weight += probability;
    else groups.set(key, { weight: probability, candidate, attempts: [] });
  }
  const valid = attempts.filter((attempt) => !certainFindings(attempt).length && !isEmpty(attempt));
  const doubt = Math.max(0.02, 1 - known);
  const others = new Set(valid.map(({ answers }) => answerKey(answers)).filter((key) => !groups.has(key)));
  for (const attempt of valid) {
    const key = answerKey(attempt.answers);
    const group = groups.get(key) ?? { weight: (doubt * PRIOR_OF_OTHERS) / others.size, attempts: [] };
    if (!group.candidate) group.weight = Math.max(group.weight, rate?.(attempt) ?? 0);
    group.attempts.push(attempt);
    groups.set(key, group);
  }
  const chosenKey = choice === undefined || choice === 'none' ? undefined : answerKey(choice.answers);
  for (const [key, group] of groups) {
    if (group.candidate && choice === 'none') group.weight *= RATIO.noneChosen;
    if (chosenKey !== undefined && key !== chosenKey) group.weight *= RATIO.notChosen;
    const chosen = key === chosenKey ? RATIO.choice : 1;
    const proposed = proposalRatio(group.attempts, attempts);
    // One model makes the same mistake twice, so the weaker observation counts less.
    group.weight *= Math.max(chosen, proposed) * Math.sqrt(Math.min(chosen, proposed));
    group.weight *= verdictRatio(group.attempts, ignoresVerdicts);
    if (!group.candidate && isUnrelated && group.attempts.every(isUnrelated)) group.weight *= RATIO.unrelated;
  }
  const none = doubt * PRIOR_OF_NONE * (denied === true ? RATIO.denied : 1);
  const all = none + [...groups.values()].reduce((sum, { weight }) => sum + weight, 0);
  const unseen = doubt * (1 - PRIOR_OF_NONE - (others.size ? PRIOR_OF_OTHERS : 0));
  const hypotheses = [...groups.values()]
    .map(({ weight, candidate, attempts: own }): Hypothesis => {
      const attempt = bestAttempt(own);
      return {
        answers: candidate?.answers ?? attempt?.answers ?? [],
        probability: weight / all,
        confidence: weight / (all + unseen),
        ...(candidate && { candidate }),
        ...(attempt && { attempt }),
      };
    })
    .sort((left, right) => right.probability - left.probability);
  return { hypotheses, noAnswer: none / all };
}

/** How much the proposals with one answer support it. */
function proposalRatio(own: readonly Attempt[], all: readonly Attempt[]): number {
  const proposals = own.filter(({ by }) => by === 'model');
  if (!proposals.length) return 1;
  const first = all.find(({ by }) => by === 'model');
  return proposals.some((attempt) => attempt === first) ? RATIO.firstProposal : RATIO.laterProposal;
}

/** How much the checks of the attempts with one answer support it. */
function verdictRatio(own: readonly Attempt[], ignoresVerdicts: boolean): number {
  const best = bestAttempt(own);
  if (!best) return 1;
  const verdict = ignoresVerdicts && verdictOfModel(best) ? undefined : best.agreement?.verdict;
  const judged = verdict === 'same' ? RATIO.confirmed : verdict === 'different' ? RATIO.contradicted : 1;
  return judged * (faultsOf(best).some(({ code }) => code !== 'nl_semantic') ? RATIO.fault : 1);
}

/** The judgement of the model on an attempt; undefined if a rule or the ranking has decided it. */
export function verdictOfModel({ agreement }: Attempt): 'same' | 'different' | undefined {
  if (!agreement || agreement.verdict === 'unknown' || !isModelName(agreement.by)) return undefined;
  return agreement.verdict;
}

/** A confirmed attempt first, then the one with the fewest faults, then the earliest. */
function bestAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const rankOf = (attempt: Attempt): number =>
    faultsOf(attempt).length - (attempt.agreement?.verdict === 'same' ? 1 : 0);
  return [...attempts].sort((left, right) => rankOf(left) - rankOf(right) || left.round - right.round)[0];
}

export function answerKey(answers: readonly string[] | undefined): string {
  return JSON.stringify([...(answers ?? [])].sort());
}
