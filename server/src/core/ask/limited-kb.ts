/** A KB with limits per question. A query over the limit is answered like one that timed out. */
import type { Execution, KnowledgeBase, Limits, ProgressStep } from '../kb/knowledge-base';
import type { AskOptions } from './ask-ports';

/** Queries reserved for the last steps: checks, names, evidence. */
const MAX_KEPT = 20;

/** The limit that was reached. */
export type ReachedLimit = 'queries' | 'time';

export class LimitedKb implements KnowledgeBase {
  asked = 0;
  /** Queries that were answered, and that timed out. */
  answered = 0;
  late = 0;
  /** Queries that were refused, with the first message. */
  refused: { readonly count: number; readonly message: string } | undefined;
  /** The limit that was reached. */
  struck: ReachedLimit | undefined;
  /** Why it is unreachable, with advice. */
  fault: string | undefined;
  /**
   * For optional requests, such as names: they count, but their failures do not affect the
   * conclusion.
   */
  readonly aside: KnowledgeBase;
  private kept: number;
  private readonly until: number;

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly caps: AskOptions['caps'],
    /** Of one query, whoever asks it. */
    private readonly timeoutMs: number,
    private readonly now: () => number,
  ) {
    this.aside = {
      name: kb.name,
      complete: kb.complete,
      writable: false,
      execute: async (query, limits, signal) => {
        const execution = await this.within(query, limits, signal);
        return execution === 'capped' ? this.over() : execution;
      },
      close: () => kb.close(),
    };
    this.kept = Math.min(MAX_KEPT, Math.floor(caps.queries / 4));
    this.until = now() + caps.milliseconds;
  }

  get name(): string {
    return this.kb.name;
  }

  get complete(): boolean {
    return this.kb.complete;
  }

  /** Questions never change the KB. */
  get writable(): boolean {
    return false;
  }

  /** Queries that the linker sent for this question. */
  count(queries: number): void {
    this.asked += queries;
  }

  /** The strategies are done: the reserved queries may be used. */
  release(): void {
    this.kept = 0;
  }

  async execute(query: string, limits: Limits, signal: AbortSignal): Promise<Execution> {
    const execution = await this.within(query, limits, signal);
    if (execution === 'capped') return this.over();
    if (execution.status === 'answered') this.answered++;
    if (execution.status === 'timed-out') this.late++;
    if (execution.status === 'refused') {
      const { count = 0, message = execution.message } = this.refused ?? {};
      this.refused = { count: count + 1, message };
    }
    if (execution.status === 'unreachable') this.fault ??= execution.message;
    return execution;
  }

  /** Within the limits. */
  private async within(query: string, limits: Limits, signal: AbortSignal): Promise<Execution | 'capped'> {
    signal.throwIfAborted();
    const left = this.until - this.now();
    const cap = this.asked >= this.caps.queries - this.kept ? 'queries' : left <= 0 ? 'time' : undefined;
    if (cap) {
      this.struck ??= cap;
      return 'capped';
    }
    this.asked++;
    const timeoutMs = Math.max(1, Math.min(limits.timeoutMs, this.timeoutMs, left));
    return this.kb.execute(query, { ...limits, timeoutMs }, signal);
  }

  private over(): Execution {
    return { status: 'timed-out', message: limitMessage(this.struck ?? 'queries', this.caps) };
  }

  prepare(onProgress: (step: ProgressStep) => void, signal: AbortSignal): Promise<void> {
    return this.kb.prepare?.(onProgress, signal) ?? Promise.resolve();
  }

  close(): Promise<void> {
    return this.kb.close();
  }
}

export function limitMessage(cap: ReachedLimit, { queries, milliseconds }: AskOptions['caps']): string {
  return cap === 'queries'
    ? `The limit of ${queries} queries per question is reached. Raise funfusic.ask.limits.queries to search longer.`
    : `The limit of ${milliseconds / 1000} seconds per question is reached. Raise funfusic.ask.limits.seconds to search longer.`;
}
