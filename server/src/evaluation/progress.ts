/** How far a run is, how good it is so far, and what is left of its time and money. */
import { performance } from 'node:perf_hooks';
import type { RunFolder } from '../compose/index';
import type { Evaluated } from './answer-question';
import type { EvalProgress } from './run-manifest';
import { scoreQuestion } from './score/score-question';
import type { KbSchema } from '../core/schema/schema';
import type { Budget } from '../core/model/budget';
import type { Usage } from '../core/model/language-model';

export interface Purse {
  readonly usage: (() => Usage) | undefined;
  readonly budget: Budget | undefined;
}

export class Course {
  private readonly began = performance.now();
  private ended = 0;
  private sum = 0;
  private scored = 0;

  constructor(
    private readonly folder: RunFolder,
    private readonly schema: KbSchema,
    /** Questions that are to be asked now. */
    private readonly left: number,
    private readonly purse: Purse,
  ) {
    for (const question of folder.asAnswered) {
      const prediction = folder.predictions.get(question.id);
      if (prediction) this.count(question, prediction);
    }
  }

  after({ question, prediction }: Evaluated): EvalProgress {
    this.ended++;
    this.count(question, prediction);
    return this.now();
  }

  now(): EvalProgress {
    const { usage, budget } = this.purse;
    const spent = usage?.();
    const took = performance.now() - this.began;
    const open = this.left - this.ended;
    const money = spent?.money;
    return {
      done: this.folder.predictions.size,
      total: this.folder.questions.length,
      ...(this.scored > 0 && { f1R: this.sum / this.scored }),
      ...(this.ended > 0 && { millisecondsLeft: Math.round((took / this.ended) * open) }),
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
