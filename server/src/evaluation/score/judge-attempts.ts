/** Compares every tried query with gold, to score the checks and the rounds. */
import type { KbSchema } from '../../core/schema/schema';
import { codes } from '../../core/check/suite';
import type { EvalQuestion } from '../eval-question';
import type { PredictedAttempt, Prediction } from '../prediction';
import type { Report, VerifierScore } from '../report';
import { answerKeys } from './answer-key';
import { bestMatch } from './answer-scores';
import { matchesGold } from './matches-gold';
import { bootstrap } from './bootstrap';
import { knownAnswers } from './score-question';

export interface Tried {
  readonly question: EvalQuestion;
  readonly prediction: Prediction;
  /** Of the final answer; absent if unknown. */
  readonly f1R: number | undefined;
}

interface JudgedAttempt {
  readonly fired: ReadonlySet<string>;
  readonly checked: boolean;
  readonly wrong: boolean;
}

/** An attempt on which a check did not run does not count against it. */
export function verifierScores(all: readonly Tried[], schema: KbSchema): readonly VerifierScore[] {
  const attempts = all.flatMap((tried) => judgedAttempts(tried, schema));
  const others = attempts.flatMap(({ fired }) => [...fired]).filter((code) => !codes.includes(code));
  return [...codes, ...new Set(others)].map((code) => {
    const judged = attempts.filter(({ checked, fired }) => checked || fired.has(code));
    const fired = judged.filter((attempt) => attempt.fired.has(code));
    const wrong = judged.filter((attempt) => attempt.wrong).length;
    const hits = fired.filter((attempt) => attempt.wrong).length;
    return {
      code,
      fired: fired.length,
      hits,
      wrong,
      judged: judged.length,
      ...(fired.length && { precision: hits / fired.length }),
      ...(fired.length && wrong && { recall: hits / wrong }),
    };
  });
}

function judgedAttempts({ question, prediction }: Tried, schema: KbSchema): readonly JudgedAttempt[] {
  const asks = matchesGold(question.gold, schema);
  return prediction.attempts.flatMap(({ query, sexpr, answers, findings, checked }) => {
    const right = answers && asks({ query, sexpr, answers });
    return right === undefined
      ? []
      : [{ fired: new Set(findings.map(({ code }) => code)), checked, wrong: !right }];
  });
}

const MAX_ROUNDS = 10;

/**
 * The score if asking had ended after so many attempts: that of the chosen query if it was already tried, and else of the last one
 * that ran. Ends with the last attempt that changes any question.
 */
export function roundScores(
  all: readonly Tried[],
  seed: number,
  { namespace }: Pick<KbSchema, 'namespace'>,
): Report['rounds'] {
  const judged = all.filter(({ f1R }) => f1R !== undefined);
  const most = judged.reduce((rounds, { prediction }) => Math.max(rounds, prediction.attempts.length), 0);
  const scores = Array.from({ length: Math.min(most, MAX_ROUNDS) }, (_, index) =>
    judged.map((one) => scoreAfter(one, index + 1, namespace)),
  );
  const last = scores.findLastIndex((values, index) =>
    values.some((one, at) => one !== scores[index - 1]?.[at]),
  );
  return scores.slice(0, last + 1).flatMap((values, index) => {
    const f1R = bootstrap(values, seed);
    return f1R ? [{ round: index + 1, f1R }] : [];
  });
}

function scoreAfter({ question, prediction, f1R = 0 }: Tried, round: number, namespace: string): number {
  const { attempts } = prediction;
  const tried = attempts.slice(0, round);
  if (attempts.length <= round || tried.some(({ chosen }) => chosen)) return f1R;
  const last = tried.reduceRight<PredictedAttempt | undefined>(
    (found, attempt) => found ?? (attempt.answers && attempt),
    undefined,
  );
  const gold = knownAnswers(question.gold).map((answers) => answerKeys(answers, namespace));
  return bestMatch(answerKeys(last?.answers ?? [], namespace), gold)?.f1 ?? 0;
}
