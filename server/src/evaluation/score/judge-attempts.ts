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

interface JudgedAttempt {
  readonly fired: ReadonlySet<string>;
  readonly checked: boolean;
  readonly wrong: boolean;
}

interface AttemptCounts {
  all: number;
  wrong: number;
}

/** Scores the checks question by question. Ignores attempts on which a check did not run. */
export class VerifierMeter {
  /** Attempts on which all checks ran. */
  private readonly checked: AttemptCounts = { all: 0, wrong: 0 };
  /** Attempts on which a check fired, by its code, and those among them on which some other check did not run. */
  private readonly fired = new Map<string, AttemptCounts & { readonly unchecked: AttemptCounts }>();

  constructor(private readonly schema: KbSchema) {}

  add(question: EvalQuestion, prediction: Prediction): void {
    for (const { fired, checked, wrong } of judgeAttempts(question, prediction, this.schema)) {
      if (checked) count(this.checked, wrong);
      for (const code of fired) {
        const counts = this.fired.get(code) ?? { all: 0, wrong: 0, unchecked: { all: 0, wrong: 0 } };
        this.fired.set(code, counts);
        count(counts, wrong);
        if (!checked) count(counts.unchecked, wrong);
      }
    }
  }

  scores(): readonly VerifierScore[] {
    return [...new Set([...findingCodes, ...this.fired.keys()])].map((code) => {
      const { all: fired = 0, wrong: hits = 0, unchecked } = this.fired.get(code) ?? {};
      const wrong = this.checked.wrong + (unchecked?.wrong ?? 0);
      return {
        code,
        fired,
        hits,
        wrong,
        judged: this.checked.all + (unchecked?.all ?? 0),
        ...(fired && { precision: hits / fired }),
        ...(fired && wrong && { recall: hits / wrong }),
      };
    });
  }
}

function count(counts: AttemptCounts, wrong: boolean): void {
  counts.all++;
  if (wrong) counts.wrong++;
}

function judgeAttempts(
  question: EvalQuestion,
  prediction: Prediction,
  schema: KbSchema,
): readonly JudgedAttempt[] {
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
export class RoundMeter {
  /** For each judged question, its scores after each attempt and at the end. */
  private readonly judged: { readonly after: readonly number[]; readonly f1R: number }[] = [];
  private rounds = 0;

  constructor(private readonly schema: Pick<KbSchema, 'namespace'>) {}

  /** `f1R` is the score of the final answer; undefined if it is unknown. */
  add(question: EvalQuestion, prediction: Prediction, f1R: number | undefined): void {
    if (f1R === undefined) return;
    const rounds = Math.min(prediction.attempts.length, MAX_ROUNDS);
    this.rounds = Math.max(this.rounds, rounds);
    const after = Array.from({ length: rounds }, (_, index) =>
      scoreAfter(question, prediction, f1R, index + 1, this.schema.namespace),
    );
    this.judged.push({ after, f1R });
  }

  scores(seed: number): Report['rounds'] {
    const scores = Array.from({ length: this.rounds }, (_, index) =>
      this.judged.map(({ after, f1R }) => after[index] ?? f1R),
    );
    const last = scores.findLastIndex((values, index) =>
      values.some((one, at) => one !== scores[index - 1]?.[at]),
    );
    return scores.slice(0, last + 1).flatMap((values, index) => {
      const f1R = bootstrap(values, seed);
      return f1R ? [{ round: index + 1, f1R }] : [];
    });
  }
}

function scoreAfter(
  question: EvalQuestion,
  prediction: Prediction,
  f1R: number,
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
