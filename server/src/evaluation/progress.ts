/** The events and the progress of an evaluation. */
import type { TaskProgress } from '../core/kb/knowledge-base';
import type { ModelBudget } from '../core/model/budget';
import type { Usage } from '../core/model/language-model';
import type { KbSchema } from '../core/schema/schema';
import type { EvaluatedQuestion } from './answer-question';
import type { EvalProgress } from './run-manifest';
import { scoreQuestion } from './score/score-question';
import type { OpenRun } from './storage';
import type { Switch } from './switches';

export type EvaluationEvent =
  /** A saved run is resumed. */
  | { readonly type: 'resumed'; readonly out: string; readonly done: number; readonly total: number }
  /** Preparing the KB or the linker. */
  | { readonly type: 'step'; readonly step: TaskProgress }
  | { readonly type: 'progress'; readonly progress: EvalProgress }
  /** All questions have been asked. */
  | { readonly type: 'asked' }
  /** The signal was aborted; finished questions are saved. */
  | { readonly type: 'interrupted'; readonly out: string; readonly done: number; readonly total: number }
  /** An ablation starts a run; `off` is undefined for the run with all parts switched on. */
  | {
      readonly type: 'ablation';
      readonly off: Switch | undefined;
      readonly number: number;
      readonly total: number;
    };

/** Measures the progress of a run, its mean score so far, and the remaining time and budget. */
export class ProgressMeter {
  private readonly began: number;
  private finishedCount = 0;
  private f1Sum = 0;
  private scoredCount = 0;

  constructor(
    private readonly run: OpenRun,
    private readonly schema: KbSchema,
    /** Number of questions to ask in this session. */
    private readonly toAsk: number,
    private readonly spending: {
      readonly usage: (() => Usage) | undefined;
      readonly budget: ModelBudget | undefined;
    },
    private readonly now: () => number,
  ) {
    this.began = now();
    for (const question of run.answeredQuestions) {
      const prediction = run.predictions.get(question.id);
      if (prediction) this.addScore(question, prediction);
    }
  }

  after({ question, prediction }: EvaluatedQuestion): EvalProgress {
    this.finishedCount++;
    this.addScore(question, prediction);
    return this.current();
  }

  current(): EvalProgress {
    const { usage, budget } = this.spending;
    const spent = usage?.();
    const milliseconds = this.now() - this.began;
    const money = spent?.money;
    return {
      done: this.run.predictions.size,
      total: this.run.questions.length,
      ...(this.scoredCount > 0 && { f1R: this.f1Sum / this.scoredCount }),
      ...(this.finishedCount > 0 && {
        millisecondsLeft: Math.round((milliseconds / this.finishedCount) * (this.toAsk - this.finishedCount)),
      }),
      ...(money !== undefined && { money }),
      ...(money !== undefined &&
        budget &&
        budget.money > 0 && { moneyLeft: Math.max(0, budget.money - money) }),
      tokens: spent ? spent.tokens.input + spent.tokens.output : 0,
    };
  }

  private addScore(
    question: EvaluatedQuestion['question'],
    prediction: EvaluatedQuestion['prediction'],
  ): void {
    const { f1R } = scoreQuestion(question, prediction, this.schema).scores;
    if (f1R === undefined) return;
    this.f1Sum += f1R;
    this.scoredCount++;
  }
}
