/**
 * Estimates from the judgements of a model whether they are informative. A model may agree with everything and choose the first line,
 * refuse everything, or guess. Its choice and its verdicts on several answers to one question must fit together.
 */
import type { Attempt } from '../../../repair/attempt';
import { answerKey, verdictOfModel, type RankedAnswer } from './combine-evidence';

/** The choice of a model among lines. */
interface LineChoice {
  /** From 1 on; 0 for none of them. */
  readonly line: number;
  /** The answers of each line, and the probability of the ranker that it is right. */
  readonly lines: readonly RankedAnswer[];
}

type Verdict = 'same' | 'different';

/** A kind of model whose judgements are uninformative: its share of all models, and how likely it is to judge so. */
interface UninformativeJudge {
  readonly share: number;
  readonly chooses: (line: number, lines: number) => number;
  readonly replies: (verdict: Verdict) => number;
}

/** Estimates. */
const UNINFORMATIVE_JUDGES: readonly UninformativeJudge[] = [
  {
    share: 0.1,
    chooses: (line) => (line === 1 ? 1 : 0),
    replies: (verdict) => (verdict === 'same' ? 1 : 0),
  },
  {
    share: 0.1,
    chooses: (line) => (line === 0 ? 1 : 0),
    replies: (verdict) => (verdict === 'different' ? 1 : 0),
  },
  { share: 0.1, chooses: (_, lines) => 1 / (lines + 1), replies: () => 0.5 },
];

/** How likely a model that understands the question is to judge so. Estimates. */
const LIKELIHOOD = {
  rightLine: 0.6,
  wrongLine: 0.12,
  noneIfOneIsRight: 0.2,
  noneIfNoneIsRight: 0.5,
} as const;

/** A verdict that agrees with an earlier judgement on the same answers, one that contradicts an earlier one, and any other. */
interface VerdictLikelihood {
  readonly consistent: number;
  readonly contradictory: number;
  readonly same: number;
  readonly different: number;
}

const IF_ONE_IS_RIGHT: VerdictLikelihood = { consistent: 0.8, contradictory: 0.2, same: 0.5, different: 0.5 };
const IF_NONE_IS_RIGHT: VerdictLikelihood = { ...IF_ONE_IS_RIGHT, same: 0.2, different: 0.8 };

/** Returns the probability that the choice and the verdicts on the attempts are uninformative. */
export function uninformativeProbability(
  choice: LineChoice | undefined,
  attempts: readonly Attempt[],
): number {
  const verdicts = verdictsOf(attempts);
  const uninformative = UNINFORMATIVE_JUDGES.reduce(
    (sum, { share, chooses, replies }) =>
      sum +
      verdicts.reduce(
        (product, { verdict }) => product * replies(verdict),
        share * (choice ? chooses(choice.line, choice.lines.length) : 1),
      ),
    0,
  );
  const soundShare = UNINFORMATIVE_JUDGES.reduce((rest, { share }) => rest - share, 1);
  return uninformative / (uninformative + soundShare * soundLikelihood(choice, verdicts));
}

/** How likely a model that understands the question is to judge so: averaged over whether a line is right. */
function soundLikelihood(choice: LineChoice | undefined, verdicts: readonly AnswerVerdict[]): number {
  const ifRight = verdictsLikelihood(choice, verdicts, IF_ONE_IS_RIGHT);
  if (!choice) return ifRight;
  const ifWrong = verdictsLikelihood(choice, verdicts, IF_NONE_IS_RIGHT);
  const { line, lines } = choice;
  const { rightLine, wrongLine, noneIfOneIsRight, noneIfNoneIsRight } = LIKELIHOOD;
  const chosen = keyOfLine(choice, line);
  const sumOf = (some: readonly RankedAnswer[]): number =>
    Math.min(
      1,
      some.reduce((sum, { probability }) => sum + probability, 0),
    );
  const any = sumOf(lines);
  if (line === 0) return any * noneIfOneIsRight * ifRight + (1 - any) * noneIfNoneIsRight * ifWrong;
  const own = sumOf(lines.filter(({ candidate }) => answerKey(candidate.answers) === chosen));
  return (own * rightLine + (any - own) * wrongLine) * ifRight + (1 - any) * wrongLine * ifWrong;
}

function keyOfLine({ lines }: LineChoice, line: number): string | undefined {
  const chosen = lines[line - 1];
  return chosen && answerKey(chosen.candidate.answers);
}

interface AnswerVerdict {
  readonly key: string;
  readonly verdict: Verdict;
}

/** The verdicts of the model, one for equal answers. */
function verdictsOf(attempts: readonly Attempt[]): readonly AnswerVerdict[] {
  const verdicts = new Map<string, AnswerVerdict>();
  for (const attempt of attempts) {
    const verdict = verdictOfModel(attempt);
    if (!verdict) continue;
    const key = answerKey(attempt.answers);
    verdicts.set(`${verdict} ${key}`, { key, verdict });
  }
  return [...verdicts.values()];
}

function verdictsLikelihood(
  choice: LineChoice | undefined,
  verdicts: readonly AnswerVerdict[],
  likelihood: VerdictLikelihood,
): number {
  const chosen = choice && keyOfLine(choice, choice.line);
  const confirmed = new Set(chosen === undefined ? [] : [chosen]);
  const refused = new Set(
    choice?.line === 0 ? choice.lines.map(({ candidate }) => answerKey(candidate.answers)) : [],
  );
  return verdicts.reduce((product, { key, verdict }) => {
    const [own, other] = verdict === 'same' ? [confirmed, refused] : [refused, confirmed];
    const isConsistent = own.has(key);
    // Only one of several answers can be right.
    const isContradictory = other.has(key) || (verdict === 'same' && !isConsistent && confirmed.size > 0);
    own.add(key);
    const kind = isContradictory ? 'contradictory' : isConsistent ? 'consistent' : verdict;
    return product * likelihood[kind];
  }, 1);
}
