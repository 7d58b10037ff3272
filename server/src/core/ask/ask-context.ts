/** The state of answering one question: the KB within its limits, the time, the linked entities, the problems. */
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

/** Time reserved for the last steps when the strategies have used theirs. */
const KEPT_MS = 10_000;
/** Characters of a reply that are stored. */
const MAX_REPLY_LENGTH = 4000;
const NO_LIMIT = { calls: 0, tokens: 0, money: 0 };

export class AskContext {
  readonly kb: LimitedKb;
  /** The same KB and limits, for requests that are optional, such as names. */
  readonly aside: AskPorts['kb'];
  readonly usage: () => Usage;
  readonly troubles: string[] = [];
  /** The last reply of the model, even if it was invalid. */
  reply: { readonly purpose: string; readonly text: string } | undefined;
  linking: Linking = { entities: [], literals: [], troubles: [] };
  /** There is no model, or it failed and is not called again. */
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
    /** The user's cancellation. A time limit does not reject. */
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

  /** Includes the model as long as it is available. */
  get ports(): AskPorts {
    const { model, ...others } = this.all;
    return this.withoutModel || !model ? others : { ...others, model };
  }

  /** Aborted early enough to report what was found. */
  get signal(): AbortSignal {
    return this.forStrategies.signal;
  }

  get lastSignal(): AbortSignal {
    return this.forAll.signal;
  }

  /** The limit that was reached. */
  get cap(): ReachedLimit | undefined {
    return this.kb.struck ?? (this.forStrategies.expired ? 'time' : undefined);
  }

  /** A sentence on the limit that was reached. */
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

  /** A time limit is not a defect; a cancellation is rethrown. */
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
