/** What an evaluation reports while it runs. */
import type { ProgressStep } from '../core/kb/knowledge-base';
import type { Budget } from '../core/model/budget';
import type { Usage } from '../core/model/language-model';
import type { KbSchema } from '../core/schema/schema';
import type { Evaluated } from './answer-question';
import type { EvalProgress } from './run-manifest';
import { scoreQuestion } from './score/score-question';
import type { OpenRun } from './storage';
import type { Switch } from './switches';

export type EvaluationEvent =
  /** A saved run is resumed. */
  | { readonly type: 'resumed'; readonly out: string; readonly done: number; readonly total: number }
  /** Preparing the KB or the linker. */
  | { readonly type: 'step'; readonly step: ProgressStep }
  | { readonly type: 'progress'; readonly progress: EvalProgress }
  /** All questions have been asked. */
  | { readonly type: 'asked' }
  /** The signal was aborted; what is done is saved. */
  | { readonly type: 'interrupted'; readonly out: string; readonly done: number; readonly total: number }
  /** An ablation starts a run: the one with everything on, or the one without a part. */
  | {
      readonly type: 'ablation';
      readonly off: Switch | undefined;
      readonly number: number;
      readonly total: number;
    };

/** Measures how far a run is, how good it is so far, and what is left of its time and budget. */
export class ProgressMeter {
  private readonly began: number;
  private ended = 0;
  private sum = 0;
  private scored = 0;

  constructor(
    private readonly run: OpenRun,
    private readonly schema: KbSchema,
    /** How many questions are asked now. */
    private readonly left: number,
    private readonly spending: {
      readonly usage: (() => Usage) | undefined;
      readonly budget: Budget | undefined;
    },
    private readonly now: () => number,
  ) {
    this.began = now();
    for (const question of run.answeredQuestions) {
      const prediction = run.predictions.get(question.id);
      if (prediction) this.count(question, prediction);
    }
  }

  after({ question, prediction }: Evaluated): EvalProgress {
    this.ended++;
    this.count(question, prediction);
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
      ...(this.scored > 0 && { f1R: this.sum / this.scored }),
      ...(this.ended > 0 && {
        millisecondsLeft: Math.round((milliseconds / this.ended) * (this.left - this.ended)),
      }),
      ...(money !== undefined && { money }),
      ...(money !== undefined &&
        budget &&
        budget.money > 0 && { moneyLeft: Math.max(0, budget.money - money) }),
      tokens: spent ? spent.tokens.input + spent.tokens.output : 0,
    };
  }

  private count(question: Evaluated['question'], prediction: Evaluated['prediction']): void {
    const { f1R } = scoreQuestion(question, prediction, this.schema).scores;
    if (f1R === undefined) return;
    this.sum += f1R;
    this.scored++;
  }
}
