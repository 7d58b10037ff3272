/** What stays the same while one question is answered: the KB within its caps, the time, what is linked, what went wrong. */
import type { Linking } from '../question/linking/linking';
import { withBudget } from '../model/budget';
import type { LanguageModel, Usage } from '../model/language-model';
import { NO_USAGE } from '../model/usage';
import { TimeLimit } from '../query/time-limit';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { withoutControls } from '../language/text/controls';
import type { AskEvent } from './ask-events';
import type { AskOptions, AskPorts, AskTask } from './ask-ports';
import { LimitedKb, limitMessage, type ReachedLimit } from './limited-kb';

/** What the last steps may take when the strategies have used up their time. */
const KEPT_MS = 10_000;
/** Characters of a reply that are kept. */
const MAX_REPLY_LENGTH = 4000;
const NO_LIMIT = { calls: 0, tokens: 0, money: 0 };

export class AskContext {
  readonly kb: LimitedKb;
  /** The same within the same caps, for what the question can do without. */
  readonly aside: AskPorts['kb'];
  readonly usage: () => Usage;
  readonly troubles: string[] = [];
  /** The last that the model said, whether or not it could be used. */
  reply: { readonly purpose: string; readonly text: string } | undefined;
  linking: Linking = { entities: [], literals: [], troubles: [] };
  /** There is none, or it has failed a strategy and is not asked again. */
  withoutModel: boolean;
  /** Whether there was one to begin with. */
  readonly hadModel: boolean;
  private readonly all: AskPorts;
  private readonly forStrategies: TimeLimit;
  private readonly forAll: TimeLimit;

  constructor(
    readonly task: AskTask,
    ports: AskPorts,
    readonly options: AskOptions,
    /** The user's: what else ends the work is told, and no reason to reject. */
    readonly cancelled: AbortSignal,
  ) {
    const { milliseconds } = options.caps;
    this.kb = new LimitedKb(ports.kb.kb, options.caps, options.limits.timeoutMs, ports.now);
    this.aside = { kb: this.kb.aside, directory: ports.kb.directory.through(this.kb.aside) };
    this.forStrategies = new TimeLimit(cancelled, milliseconds - Math.min(KEPT_MS, milliseconds / 4));
    this.forAll = new TimeLimit(cancelled, milliseconds);
    const counted = ports.model && withBudget(this.heard(ports.model.model), NO_LIMIT);
    this.usage = ports.model?.usage ?? counted?.usage ?? (() => NO_USAGE);
    this.withoutModel = ports.model === undefined;
    this.hadModel = !this.withoutModel;
    this.all = {
      ...ports,
      kb: { kb: this.kb, directory: this.aside.directory },
      ...(ports.model && counted && { model: { ...ports.model, model: counted.model } }),
    };
  }

  private heard(model: LanguageModel): LanguageModel {
    return {
      name: model.name,
      where: model.where,
      complete: async (request, onProgress, signal) => {
        const completion = await model.complete(request, onProgress, signal);
        if (completion.status === 'completed')
          this.reply = { purpose: request.purpose, text: onlyBeginning(completion.text) };
        return completion;
      },
    };
  }

  /** With the model as long as it can be asked. */
  get ports(): AskPorts {
    const { model, ...others } = this.all;
    return this.withoutModel || !model ? others : { ...others, model };
  }

  /** Aborted while there is still time to tell what was found. */
  get signal(): AbortSignal {
    return this.forStrategies.signal;
  }

  get lastSignal(): AbortSignal {
    return this.forAll.signal;
  }

  /** Which was struck. */
  get cap(): ReachedLimit | undefined {
    return this.kb.struck ?? (this.forStrategies.expired ? 'time' : undefined);
  }

  /** A sentence on the cap that was struck. */
  get struck(): string | undefined {
    return this.cap && limitMessage(this.cap, this.options.caps);
  }

  parse(query: string): QueryModel {
    return parseQuery(query, this.options.dialect);
  }

  forgetReply(): void {
    this.reply = undefined;
  }

  *trouble(message: string): Generator<AskEvent, void> {
    if (this.note(message)) yield { type: 'trouble', message };
  }

  /** Whether it is news. */
  note(message: string): boolean {
    if (this.troubles.includes(message)) return false;
    this.troubles.push(message);
    return true;
  }

  /** What was stopped by the clock is no defect; what the user stopped is passed on. */
  broke(where: string, error: unknown): void {
    this.cancelled.throwIfAborted();
    if (!this.forStrategies.expired && !this.forAll.expired) this.all.onDefect(where, error);
  }

  end(): void {
    this.forStrategies.end();
    this.forAll.end();
  }
}

function onlyBeginning(text: string): string {
  const clean = withoutControls(text);
  return clean.length > MAX_REPLY_LENGTH ? `${clean.slice(0, MAX_REPLY_LENGTH)} …` : clean;
}
