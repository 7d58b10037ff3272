/** Executes a plan: asks the questions that are not finished, saves each result, and writes the report. */
import type { LanguageModel, TokenUsage } from '../core/model/language-model';
import { addUsage, NO_USAGE } from '../core/model/usage';
import { answerQuestion, type EvaluatedQuestion } from './answer-question';
import { runConcurrently } from './run-concurrently';
import type { EvalQuestion } from './eval-question';
import { toEvalOptions, toRunFacts, createManifest, resumeProblem, type RunPlan } from './plan';
import type { Predictions, QuestionTimes } from './prediction';
import { ProgressMeter, type EvaluationEvent } from './progress';
import { EMPTY_RECORD } from './question-record';
import type { ExternalServices } from './record/services';
import type { ServiceFailure } from './record/recorded-ports';
import { replayedServices } from './record/replayed-services';
import type { Report } from './report';
import { reportFiles } from './report-files';
import { RunStorageError, type OpenRun, type RunProblem, type RunStorage, type Spending } from './storage';

export interface RunOutcome {
  /** The folder of the run. */
  readonly out: string;
  readonly report: Report;
  readonly predictions: Predictions;
  readonly times: ReadonlyMap<string, QuestionTimes>;
  /** Why the run is incomplete and what to do; absent if it is complete. */
  readonly stopped?: string;
  /** Usage of the model since the run began. */
  readonly spent: Spending;
  /** The current date of this run, ISO 8601. */
  readonly date: string;
}

export interface EvaluationPorts {
  readonly storage: RunStorage;
  /** ISO 8601. */
  readonly clock: () => string;
  readonly onEvent: (event: EvaluationEvent) => void;
}

/** Resumes the run if `plan.out` contains it already. Rejects when `signal` is aborted; finished questions stay saved. */
export async function runEvaluation(
  plan: RunPlan,
  ports: EvaluationPorts,
  signal: AbortSignal,
): Promise<RunOutcome | RunProblem> {
  const manifest = createManifest(plan);
  const start = { manifest, questions: plan.chosen.questions };
  try {
    const run = await ports.storage.open(plan.out, start, (saved) =>
      resumeProblem(saved, manifest, plan.out),
    );
    if ('problem' in run) return run;
    try {
      return await new Evaluation(plan, run, ports).run(signal);
    } finally {
      await run.close();
    }
  } catch (error) {
    if (error instanceof RunStorageError) return { problem: error.message };
    throw error;
  }
}

/** With these failures, further questions would fail in the same way. */
const FATAL: ReadonlySet<ServiceFailure['reason']> = new Set(['unreachable', 'unauthorized', 'budget']);
const MAX_FAILURES_IN_A_ROW = 8;

class Evaluation {
  /** The date that questions mean by "now". A run that is resumed the next day keeps its date. */
  private readonly date: string;
  private readonly retries: EvalQuestion[] = [];
  private stopped: string | undefined;
  private failuresInARow = 0;
  /** Usage could not be saved. */
  private spendingError: Error | undefined;

  constructor(
    private readonly plan: RunPlan,
    private readonly saved: OpenRun,
    private readonly ports: EvaluationPorts,
  ) {
    this.date = plan.options.now ?? saved.manifest.began;
  }

  async run(signal: AbortSignal): Promise<RunOutcome> {
    const { saved, ports } = this;
    const left = saved.questions.filter(({ id }) => !saved.predictions.has(id));
    if (left.length && left.length < saved.questions.length)
      ports.onEvent({ type: 'resumed', ...this.done() });
    try {
      if (left.length) await this.ask(left, signal);
    } catch (error) {
      if (signal.aborted) {
        await saved.sort(undefined);
        ports.onEvent({ type: 'interrupted', ...this.done() });
      }
      throw error;
    }
    const isComplete = saved.predictions.size === saved.questions.length;
    await saved.sort(isComplete ? ports.clock() : undefined);
    const report = await this.writeReport();
    const { predictions, times, spent } = saved;
    const { stopped } = this;
    const { out } = this.plan;
    const date = saved.manifest.began;
    return { out, report, predictions, times, ...(stopped !== undefined && { stopped }), spent, date };
  }

  private done(): { readonly out: string; readonly done: number; readonly total: number } {
    return { out: this.plan.out, done: this.saved.predictions.size, total: this.saved.questions.length };
  }

  private async ask(left: readonly EvalQuestion[], signal: AbortSignal): Promise<void> {
    const { plan, saved, ports } = this;
    const { live, parts } = plan.context;
    const already = addUsage({ ...NO_USAGE, ...plan.spentBefore }, { ...NO_USAGE, ...saved.spent });
    const model = live?.model?.withSpending(already, (tokens) => this.spend(tokens));
    await live?.prepare(this.date, (step) => ports.onEvent({ type: 'step', step }), signal);
    // A replay may find everything it needs in the record.
    if (!plan.replay) this.stopped = await live?.whyUnreachable(signal);
    if (this.stopped !== undefined) return;
    const meter = new ProgressMeter(
      saved,
      parts.schema,
      left.length,
      { usage: model?.usage, budget: live?.model?.budget },
      parts.now,
    );
    const askAll = async (questions: readonly EvalQuestion[], isRetry: boolean): Promise<void> => {
      const results = runConcurrently(
        this.untilStopped(questions),
        (question, taskSignal) => this.answer(question, model?.model, taskSignal),
        plan.concurrency,
        signal,
      );
      for await (const evaluated of results) {
        if (this.spendingError) throw this.spendingError;
        if (this.isUnusable(evaluated, isRetry)) continue;
        await saved.save(evaluated);
        ports.onEvent({ type: 'progress', progress: meter.after(evaluated) });
      }
    };
    ports.onEvent({ type: 'progress', progress: meter.current() });
    await askAll(left, false);
    // A question that fails twice is saved as failed.
    if (this.retries.length) await askAll(this.retries, true);
    ports.onEvent({ type: 'asked' });
  }

  /** A strategy may treat this error as a failure of the model and continue, so it is also stored here. */
  private async spend(tokens: TokenUsage): Promise<void> {
    try {
      await this.saved.spend(tokens);
    } catch (error) {
      this.spendingError ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  private *untilStopped(questions: readonly EvalQuestion[]): Generator<EvalQuestion> {
    for (const question of questions) {
      if (this.stopped !== undefined) return;
      yield question;
    }
  }

  private async answer(
    question: EvalQuestion,
    model: LanguageModel | undefined,
    signal: AbortSignal,
  ): Promise<EvaluatedQuestion> {
    const { context, options, replay } = this.plan;
    const live = context.live?.servicesFor(model, this.date);
    if (replay) return this.replay(question, live, signal);
    if (!live) throw new Error('A run that replays nothing needs a KB.');
    return answerQuestion(question, live, context.parts, toEvalOptions(options), signal);
  }

  private async replay(
    question: EvalQuestion,
    live: ExternalServices | undefined,
    signal: AbortSignal,
  ): Promise<EvaluatedQuestion> {
    const { replay, reuse, context, options } = this.plan;
    const same = await reuse?.(question.id);
    if (same) return same;
    const savedRecord = await replay?.recordOf(question.id);
    const record =
      !savedRecord || 'problem' in savedRecord
        ? { ...EMPTY_RECORD, id: question.id, date: this.date }
        : savedRecord;
    const { kb, model } = options;
    const { services, missing } = replayedServices(record, { kb, ...(model && { model }) }, live);
    const evaluated = await answerQuestion(question, services, context.parts, toEvalOptions(options), signal);
    if (!missing.length) return evaluated;
    return withoutRecord(
      evaluated,
      savedRecord && 'problem' in savedRecord ? savedRecord.problem : `Not recorded: ${missing[0]}.`,
    );
  }

  /** Whether the KB or the model failed, so that the result is not saved. */
  private isUnusable({ question, failure }: EvaluatedQuestion, isRetry: boolean): boolean {
    if (!failure) {
      this.failuresInARow = 0;
      return false;
    }
    const { reason, message } = failure;
    if (FATAL.has(reason)) {
      this.stopped ??= message;
      return true;
    }
    if (isRetry) return false;
    this.retries.push(question);
    if (++this.failuresInARow >= MAX_FAILURES_IN_A_ROW)
      this.stopped ??= `${this.failuresInARow} questions in a row failed. The last reason: ${message}`;
    return true;
  }

  private async writeReport(): Promise<Report> {
    const { saved, plan } = this;
    const times = saved.questions.flatMap(({ id }) => saved.times.get(id) ?? []);
    const { report, files } = reportFiles(
      saved.answeredQuestions,
      saved.predictions,
      times,
      toRunFacts(plan),
      plan.context.parts.schema,
    );
    for (const file of files) await saved.write(file);
    return report;
  }
}

/** A replay with an incomplete record has no answer, even if a strategy returned one. */
function withoutRecord(evaluated: EvaluatedQuestion, why: string): EvaluatedQuestion {
  const { level: _, more: __, sexpr: ___, ...prediction } = evaluated.prediction;
  const { failure: ____, ...rest } = evaluated;
  return {
    ...rest,
    prediction: {
      ...prediction,
      kind: 'failed',
      answers: [],
      names: [],
      query: null,
      confidence: 0,
      explanation: why,
      unrecorded: true,
    },
  };
}
