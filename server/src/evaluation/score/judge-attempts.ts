/** Compares every attempt with gold, to score the checks and the rounds. */
import type { KbSchema } from '../../core/schema/schema';
import { findingCodes } from '../../core/check/suite';
import type { EvalQuestion } from '../eval-question';
import type { Prediction } from '../prediction';
import type { Report, VerifierScore } from '../report';
import { answerKeys } from './answer-key';
import { bestMatch } from './answer-scores';
import { createGoldMatcher } from './gold-matcher';
import { bootstrap } from './bootstrap';
import { knownAnswers } from './score-question';

export interface JudgedQuestion {
  readonly question: EvalQuestion;
  readonly prediction: Prediction;
  /** Score of the final answer; undefined if unknown. */
  readonly f1R: number | undefined;
}

interface JudgedAttempt {
  readonly fired: ReadonlySet<string>;
  readonly checked: boolean;
  readonly wrong: boolean;
}

/** Ignores attempts on which a check did not run. */
export function verifierScores(all: readonly JudgedQuestion[], schema: KbSchema): readonly VerifierScore[] {
  const attempts = all.flatMap((question) => judgeAttempts(question, schema));
  const others = attempts.flatMap(({ fired }) => [...fired]).filter((code) => !findingCodes.includes(code));
  return [...findingCodes, ...new Set(others)].map((code) => {
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

function judgeAttempts({ question, prediction }: JudgedQuestion, schema: KbSchema): readonly JudgedAttempt[] {
  const matches = createGoldMatcher(question.gold, schema);
  return prediction.attempts.flatMap(({ query, sexpr, answers, findings, checked }) => {
    // An attempt that a check rejected before it ran is judged by its query.
    const right = answers || findings.length ? matches({ query, sexpr, answers }) : undefined;
    return right === undefined
      ? []
      : [{ fired: new Set(findings.map(({ code }) => code)), checked, wrong: !right }];
  });
}

const MAX_ROUNDS = 10;

/**
 * The score if each question had ended after N attempts: that of the chosen query if it is among them, or else of the last one that
 * ran. Ends with the last attempt that changes any question.
 */
export function roundScores(
  all: readonly JudgedQuestion[],
  seed: number,
  { namespace }: Pick<KbSchema, 'namespace'>,
): Report['rounds'] {
  const judged = all.filter(({ f1R }) => f1R !== undefined);
  const rounds = judged.reduce((max, { prediction }) => Math.max(max, prediction.attempts.length), 0);
  const scores = Array.from({ length: Math.min(rounds, MAX_ROUNDS) }, (_, index) =>
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

function scoreAfter(
  { question, prediction, f1R = 0 }: JudgedQuestion,
  round: number,
  namespace: string,
): number {
  const { attempts } = prediction;
  const tried = attempts.slice(0, round);
  if (attempts.length <= round || tried.some(({ chosen }) => chosen)) return f1R;
  const last = tried.findLast(({ answers }) => answers);
  const gold = knownAnswers(question.gold).map((answers) => answerKeys(answers, namespace));
  return bestMatch(answerKeys(last?.answers ?? [], namespace), gold)?.f1 ?? 0;
}
