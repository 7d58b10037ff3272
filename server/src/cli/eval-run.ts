/** One run from its plan to its report: questions that are finished are kept, and those that are left are asked. */
import { RunFolder } from '../compose/index';
import { answerQuestion, type Evaluated } from '../evaluation/answer-question';
import { evaluate } from '../evaluation/evaluate';
import type { EvalQuestion } from '../evaluation/eval-question';
import type { Prediction, Times } from '../evaluation/prediction';
import type { Disturbance } from '../evaluation/record/recorded-ports';
import { withoutRecord } from '../evaluation/record/without-record';
import type { Outside } from '../evaluation/record/outside';
import { replayedOutside } from '../evaluation/record/replayed-outside';
import type { Report } from '../evaluation/report';
import { reportFiles } from '../evaluation/report-files';
import { EMPTY_RECORD } from '../evaluation/question-record';
import type { LanguageModel, TokenUsage, Usage } from '../core/model/language-model';
import { addUsage, NO_USAGE } from '../core/model/usage';
import { printError } from './complain';
import { Course } from './eval-course';
import { differenceFrom, evalOptionsOf, factsOf, manifestOf, type RunPlan } from './eval-plan';
import { progressTeller } from './eval-progress';
import { UsageError } from './arguments';

export interface RunOutcome {
  readonly report: Report;
  readonly predictions: ReadonlyMap<string, Prediction>;
  readonly times: ReadonlyMap<string, Times>;
  /** Why it has not come to its end; a sentence that says what to do. */
  readonly stopped?: string;
  /** What was spent on a model, since the run began. */
  readonly spent: Pick<Usage, 'calls' | 'tokens'>;
}

/** `elsewhere`: what other runs of the same command have spent already. Rejects when `signal` is aborted; what is finished is kept. */
export async function runPlan(
  plan: RunPlan,
  today: { date: string },
  elsewhere: Pick<Usage, 'calls' | 'tokens'>,
  title: string,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const manifest = manifestOf(plan, today.date);
  const begin = { manifest, questions: plan.chosen.questions };
  const folder = await RunFolder.open(plan.out, begin, (there) => differenceFrom(there, manifest, plan.out));
  if ('problem' in folder) throw new UsageError(folder.problem);
  // A run that goes on after midnight is still of the day on which it began.
  today.date = folder.manifest.began;
  try {
    return await new Running(plan, folder, today.date, elsewhere, title).run(signal);
  } finally {
    await folder.close();
  }
}

/** What gets no better by going on. */
const FATAL: ReadonlySet<Disturbance['reason']> = new Set(['unreachable', 'unauthorized', 'budget']);
/** So many that fail one after the other are no accident. */
const MAX_IN_A_ROW = 8;

class Running {
  private readonly again: EvalQuestion[] = [];
  private stopped: string | undefined;
  private inARow = 0;
  /** What was spent could not be written down. */
  private unwritten: Error | undefined;

  constructor(
    private readonly plan: RunPlan,
    private readonly folder: RunFolder,
    private readonly date: string,
    private readonly elsewhere: Pick<Usage, 'calls' | 'tokens'>,
    private readonly title: string,
  ) {}

  async run(signal: AbortSignal): Promise<RunOutcome> {
    const { plan, folder } = this;
    const left = folder.questions.filter(({ id }) => !folder.predictions.has(id));
    const before = folder.questions.length - left.length;
    if (before && left.length)
      printError(`${plan.out}: ${before} of ${folder.questions.length} questions are finished; going on.`);
    try {
      if (left.length) await this.ask(left, signal);
    } catch (error) {
      await this.tellKept(signal);
      throw error;
    }
    const whole = folder.predictions.size === folder.questions.length;
    await folder.putInOrder(whole ? new Date().toISOString() : undefined);
    const report = await this.writeReport();
    const { stopped } = this;
    return {
      report,
      predictions: folder.predictions,
      times: folder.times,
      ...(stopped !== undefined && { stopped: `${stopped} ${this.howToGoOn()}` }),
      spent: folder.spent,
    };
  }

  private async ask(left: readonly EvalQuestion[], signal: AbortSignal): Promise<void> {
    const { plan, folder } = this;
    const { live } = plan.world;
    const spent = addUsage({ ...NO_USAGE, ...this.elsewhere }, { ...NO_USAGE, ...folder.spent });
    const model = live?.model?.within(spent, (tokens) => this.spend(tokens));
    const currency = live?.model?.prices?.currency ?? 'USD';
    const teller = progressTeller(plan.progress, currency, this.title);
    await live?.prepare(teller.step, signal);
    // What is recorded may be all that is needed.
    if (!plan.replay) this.stopped = await live?.whyAway(signal);
    if (this.stopped !== undefined) return;
    const course = new Course(folder, plan.world.parts.schema, left.length, {
      usage: model?.usage,
      budget: live?.model?.budget,
    });
    const finish = async (questions: readonly EvalQuestion[], again: boolean): Promise<void> => {
      const answers = evaluate(
        this.untilStopped(questions),
        (question, own) => this.answer(question, model?.model, own),
        plan.concurrency,
        signal,
      );
      for await (const evaluated of answers) {
        // Whatever came of it came of a fault of ours.
        if (this.unwritten) throw this.unwritten;
        if (this.isLeft(evaluated, again)) continue;
        await folder.keep(evaluated);
        teller.progress(course.after(evaluated));
      }
    };
    teller.progress(course.now());
    await finish(left, false);
    // What failed by accident may not do so again; otherwise it is what came of it.
    if (this.again.length) await finish(this.again, true);
    teller.clear();
  }

  /** Whoever asked the model may take this for a fault of the model, and go on without it. */
  private async spend(tokens: TokenUsage): Promise<void> {
    try {
      await this.folder.spend(tokens);
    } catch (error) {
      this.unwritten ??= error instanceof Error ? error : new Error(String(error));
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
  ): Promise<Evaluated> {
    const { plan } = this;
    const { live, parts } = plan.world;
    const options = evalOptionsOf(plan.kept);
    const asked = live?.outside(model, this.date);
    if (!plan.replay) {
      if (!asked) throw new UsageError('There is nobody to be asked.');
      return answerQuestion(question, asked, parts, options, signal);
    }
    return this.replay(question, asked, signal);
  }

  private async replay(
    question: EvalQuestion,
    asked: Outside | undefined,
    signal: AbortSignal,
  ): Promise<Evaluated> {
    const { plan } = this;
    const { kb, model } = plan.kept;
    const same = await plan.takenOver?.(question.id);
    if (same) return same;
    const found = await plan.replay?.recordOf(question.id);
    const record =
      !found || 'problem' in found ? { ...EMPTY_RECORD, id: question.id, date: this.date } : found;
    const { outside, missing } = replayedOutside(record, { kb, ...(model && { model }) }, asked);
    const evaluated = await answerQuestion(
      question,
      outside,
      plan.world.parts,
      evalOptionsOf(plan.kept),
      signal,
    );
    if (!missing.length) return evaluated;
    return withoutRecord(
      evaluated,
      found && 'problem' in found ? found.problem : `Not recorded: ${missing[0]}.`,
    );
  }

  /** Whether somebody outside was away, so that nothing is known of the question. */
  private isLeft({ question, disturbance }: Evaluated, again: boolean): boolean {
    if (!disturbance) {
      this.inARow = 0;
      return false;
    }
    const { reason, message } = disturbance;
    if (FATAL.has(reason)) {
      this.stopped ??= message;
      return true;
    }
    if (again) return false;
    this.again.push(question);
    if (++this.inARow >= MAX_IN_A_ROW)
      this.stopped ??= `${this.inARow} questions failed one after the other, the last by this: ${message}`;
    return true;
  }

  private async writeReport(): Promise<Report> {
    const { folder, plan } = this;
    const facts = factsOf(plan.chosen, plan.kept);
    const times = folder.questions.flatMap(({ id }) => folder.times.get(id) ?? []);
    const { report, files } = reportFiles(
      folder.asAnswered,
      folder.predictions,
      times,
      facts,
      plan.world.parts.schema,
    );
    for (const { name, text } of files) await folder.write(name, text);
    return report;
  }

  private async tellKept(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) return;
    await this.folder.putInOrder(undefined);
    printError(this.howToGoOn());
  }

  private howToGoOn(): string {
    const { folder, plan } = this;
    return `${folder.predictions.size} of ${folder.questions.length} questions are finished and kept in ${plan.out}. Start the same command again to go on.`;
  }
}
