/** The state while one question is answered: the limited KB, the time limits, the linked entities, the problems. */
import type { Linking } from '../question/linking/linking';
import { NO_LIMITS, withBudget } from '../model/budget';
import { withComplete, type LanguageModel, type Usage } from '../model/language-model';
import { NO_USAGE } from '../model/usage';
import { TimeLimit, unlessAborted } from '../query/time-limit';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { withoutControls } from '../language/text/control-characters';
import type { AskEvent } from './ask-events';
import type { AskOptions, AskPorts, AskTask } from './ask-ports';
import type { Correction } from './correct-spelling';
import { LimitedKb, limitMessage, type ReachedLimit } from './limited-kb';

/** Time reserved for the steps after the strategies. */
const RESERVED_MS = 10_000;
/** Time reserved for a strategy without a model, after the model did not reply in time. */
const RESERVED_WITHOUT_MODEL_MS = 15_000;
/** Characters of a reply that are stored. */
const MAX_REPLY_LENGTH = 4000;

export class AskContext {
  readonly kb: LimitedKb;
  /** The same KB and limits, for optional queries such as names. */
  readonly optionalKb: AskPorts['kb'];
  readonly usage: () => Usage;
  readonly troubles: string[] = [];
  /** The last reply of the model, even if it was invalid. */
  reply: { readonly purpose: string; readonly text: string } | undefined;
  /** The words of the question that were replaced: misspelled ones, and wordings that relations hardly ever use. */
  corrections: readonly Correction[] = [];
  linking: Linking = { entities: [], literals: [], troubles: [] };
  /** There is no model, or it failed and is not called again. */
  withoutModel: boolean;
  /** Whether there was a model at the start. */
  readonly hadModel: boolean;
  private readonly allPorts: AskPorts;
  private readonly modelTime: TimeLimit;
  private modelWasLate = false;
  private readonly strategyTime: TimeLimit;
  private readonly totalTime: TimeLimit;

  constructor(
    public task: AskTask,
    ports: AskPorts,
    readonly options: AskOptions,
    /** Aborted by the user; a time limit does not abort it. */
    readonly cancelled: AbortSignal,
  ) {
    const { milliseconds } = options.caps;
    this.kb = new LimitedKb(ports.kb.kb, options.caps, options.limits.timeoutMs, ports.now);
    this.optionalKb = { kb: this.kb.optional, directory: ports.kb.directory.withKb(this.kb.optional) };
    const strategyMs = withoutReserve(milliseconds, RESERVED_MS);
    this.totalTime = new TimeLimit(cancelled, milliseconds);
    this.strategyTime = new TimeLimit(this.totalTime.signal, strategyMs);
    this.modelTime = new TimeLimit(
      this.strategyTime.signal,
      withoutReserve(strategyMs, RESERVED_WITHOUT_MODEL_MS),
    );
    const counted =
      ports.model && withBudget(this.limitTime(this.storeReplies(ports.model.model)), NO_LIMITS);
    this.usage = ports.model?.usage ?? counted?.usage ?? (() => NO_USAGE);
    this.withoutModel = ports.model === undefined;
    this.hadModel = !this.withoutModel;
    this.allPorts = {
      ...ports,
      kb: { kb: this.kb, directory: this.optionalKb.directory },
      ...(ports.model && counted && { model: { ...ports.model, model: counted.model } }),
    };
  }

  private storeReplies(model: LanguageModel): LanguageModel {
    return withComplete(model, async (request, onProgress, signal) => {
      const completion = await model.complete(request, onProgress, signal);
      if (completion.status === 'completed')
        this.reply = { purpose: request.purpose, text: truncate(completion.text) };
      return completion;
    });
  }

  /** A model that does not reply in time has failed, so that the question can be asked without it. */
  private limitTime(model: LanguageModel): LanguageModel {
    return withComplete(model, async (request, onProgress, signal) => {
      signal.throwIfAborted();
      const wasLate = this.modelTime.expired;
      try {
        return await unlessAborted(model.complete(request, onProgress, this.modelTime.signal), signal);
      } catch (error) {
        if (signal.aborted || !this.modelTime.expired) throw error;
        this.modelWasLate = true;
        return {
          status: 'failed',
          reason: 'timed-out',
          message: `The model ${model.name} did not finish in the time that a question has for it. Choose a faster model, or raise funfusic.ask.limits.seconds.`,
          ...(wasLate && { unasked: true }),
        };
      }
    });
  }

  /** Includes the model as long as it is available. */
  get ports(): AskPorts {
    const { model, ...others } = this.allPorts;
    return this.withoutModel || !model ? others : { ...others, model };
  }

  /** For the strategies: aborted early enough to report what was found. */
  get signal(): AbortSignal {
    return this.strategyTime.signal;
  }

  /** For the steps after the strategies. */
  get lastSignal(): AbortSignal {
    return this.totalTime.signal;
  }

  get reachedLimit(): ReachedLimit | undefined {
    return this.kb.reachedLimit ?? (this.strategyTime.expired ? 'time' : undefined);
  }

  /** The limit that may make a replay give another result. */
  get capped(): ReachedLimit | undefined {
    return this.reachedLimit ?? (this.modelWasLate ? 'time' : undefined);
  }

  get limitMessage(): string | undefined {
    return this.reachedLimit && limitMessage(this.reachedLimit, this.options.caps);
  }

  parse(query: string): QueryModel {
    return parseQuery(query, this.options.dialect);
  }

  forgetReply(): void {
    this.reply = undefined;
  }

  *reportTrouble(message: string): Generator<AskEvent, void> {
    if (this.addTrouble(message)) yield { type: 'trouble', message };
  }

  /** Returns whether the message is new. */
  addTrouble(message: string): boolean {
    if (this.troubles.includes(message)) return false;
    this.troubles.push(message);
    return true;
  }

  /** Reports a defect, unless a time limit caused the error. Rethrows a cancellation. */
  handleError(where: string, error: unknown): void {
    this.cancelled.throwIfAborted();
    if (!this.strategyTime.expired && !this.totalTime.expired) this.allPorts.onDefect(where, error);
  }

  end(): void {
    this.modelTime.end();
    this.strategyTime.end();
    this.totalTime.end();
  }
}

/** A short time keeps three quarters. */
function withoutReserve(milliseconds: number, reserve: number): number {
  return milliseconds - Math.min(reserve, milliseconds / 4);
}

function truncate(text: string): string {
  const clean = withoutControls(text);
  return clean.length > MAX_REPLY_LENGTH ? `${clean.slice(0, MAX_REPLY_LENGTH)} …` : clean;
}
