/** The queries that were looked at on the way, each held against gold: what the checks are worth, and what the rounds. */
import type { KbSchema } from '../../core/schema/schema';
import { codes } from '../../core/check/suite';
import type { EvalQuestion } from '../eval-question';
import type { PredictedAttempt, Prediction } from '../prediction';
import type { Report, VerifierScore } from '../report';
import { answerKeys } from './answer-key';
import { bestOf } from './answer-scores';
import { asksAsGold } from './asks-as-gold';
import { bootstrap } from './bootstrap';
import { knownAnswers } from './score-question';

export interface Tried {
  readonly question: EvalQuestion;
  readonly prediction: Prediction;
  /** What the answer in the end is worth; absent where that is not known. */
  readonly f1R: number | undefined;
}

interface JudgedAttempt {
  readonly fired: ReadonlySet<string>;
  readonly checked: boolean;
  readonly wrong: boolean;
}

/** A check that had no chance to speak is not blamed for its silence. */
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
  const asks = asksAsGold(question.gold, schema);
  return prediction.attempts.flatMap(({ query, sexpr, answers, findings, checked }) => {
    const right = answers && asks({ query, sexpr, answers });
    return right === undefined
      ? []
      : [{ fired: new Set(findings.map(({ code }) => code)), checked, wrong: !right }];
  });
}

const MOST_ROUNDS = 10;

/**
 * Had it ended after so many attempts: the answer, where what was chosen was there by then, and else the last that ran. It ends with the
 * last attempt that made a difference to any question.
 */
export function roundScores(
  all: readonly Tried[],
  seed: number,
  { namespace }: Pick<KbSchema, 'namespace'>,
): Report['rounds'] {
  const judged = all.filter(({ f1R }) => f1R !== undefined);
  const most = judged.reduce((rounds, { prediction }) => Math.max(rounds, prediction.attempts.length), 0);
  const worths = Array.from({ length: Math.min(most, MOST_ROUNDS) }, (_, index) =>
    judged.map((one) => worthAfter(one, index + 1, namespace)),
  );
  const last = worths.findLastIndex((worth, index) =>
    worth.some((one, at) => one !== worths[index - 1]?.[at]),
  );
  return worths.slice(0, last + 1).flatMap((worth, index) => {
    const f1R = bootstrap(worth, seed);
    return f1R ? [{ round: index + 1, f1R }] : [];
  });
}

function worthAfter({ question, prediction, f1R = 0 }: Tried, round: number, namespace: string): number {
  const { attempts } = prediction;
  const tried = attempts.slice(0, round);
  if (attempts.length <= round || tried.some(({ chosen }) => chosen)) return f1R;
  const last = tried.reduceRight<PredictedAttempt | undefined>(
    (found, attempt) => found ?? (attempt.answers && attempt),
    undefined,
  );
  const gold = knownAnswers(question.gold).map((answers) => answerKeys(answers, namespace));
  return bestOf(answerKeys(last?.answers ?? [], namespace), gold)?.f1 ?? 0;
}
