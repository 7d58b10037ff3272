/** A KB with limits per question. A query beyond the limit gets the result of a timeout. */
import type { Execution, KnowledgeBase, ExecutionLimits, TaskProgress } from '../kb/knowledge-base';
import type { AskOptions } from './ask-ports';

/** Queries reserved for the last steps: checks, names, evidence. */
const MAX_RESERVED = 20;

/** The limit that was reached. */
export type ReachedLimit = 'queries' | 'time';

export class LimitedKb implements KnowledgeBase {
  queryCount = 0;
  answeredCount = 0;
  timedOutCount = 0;
  /** Queries that were refused, with the first message. */
  refused: { readonly count: number; readonly message: string } | undefined;
  reachedLimit: ReachedLimit | undefined;
  /** Why it is unreachable, with advice. */
  fault: string | undefined;
  /** For optional queries, such as names: they count, but their failures do not affect the conclusion. */
  readonly optional: KnowledgeBase;
  private reserved: number;
  private readonly deadline: number;

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly caps: AskOptions['caps'],
    /** The maximum for one query. */
    private readonly timeoutMs: number,
    private readonly now: () => number,
  ) {
    this.optional = {
      name: kb.name,
      complete: kb.complete,
      writable: false,
      execute: async (query, limits, signal) =>
        (await this.executeWithinLimits(query, limits, signal)) ?? this.limitExceeded(),
      close: () => kb.close(),
    };
    this.reserved = Math.min(MAX_RESERVED, Math.floor(caps.queries / 4));
    this.deadline = now() + caps.milliseconds;
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

  /** Counts the queries that the linker sent. */
  addQueries(count: number): void {
    this.queryCount += count;
  }

  /** Allows the reserved queries, after the strategies. */
  releaseReserved(): void {
    this.reserved = 0;
  }

  async execute(query: string, limits: ExecutionLimits, signal: AbortSignal): Promise<Execution> {
    const execution = await this.executeWithinLimits(query, limits, signal);
    if (!execution) return this.limitExceeded();
    if (execution.status === 'answered') this.answeredCount++;
    if (execution.status === 'timed-out') this.timedOutCount++;
    if (execution.status === 'refused') {
      const { count = 0, message = execution.message } = this.refused ?? {};
      this.refused = { count: count + 1, message };
    }
    if (execution.status === 'unreachable') this.fault ??= execution.message;
    return execution;
  }

  /** Returns undefined if a limit is reached. */
  private async executeWithinLimits(
    query: string,
    limits: ExecutionLimits,
    signal: AbortSignal,
  ): Promise<Execution | undefined> {
    signal.throwIfAborted();
    const remainingMs = this.deadline - this.now();
    const hasQueries = this.queryCount < this.caps.queries - this.reserved;
    if (!hasQueries || remainingMs <= 0) {
      this.reachedLimit ??= hasQueries ? 'time' : 'queries';
      return undefined;
    }
    this.queryCount++;
    const timeoutMs = Math.max(1, Math.min(limits.timeoutMs, this.timeoutMs, remainingMs));
    return this.kb.execute(query, { ...limits, timeoutMs }, signal);
  }

  private limitExceeded(): Execution {
    return { status: 'timed-out', message: limitMessage(this.reachedLimit ?? 'queries', this.caps) };
  }

  prepare(onProgress: (step: TaskProgress) => void, signal: AbortSignal): Promise<void> {
    return this.kb.prepare?.(onProgress, signal) ?? Promise.resolve();
  }

  close(): Promise<void> {
    return this.kb.close();
  }
}

export function limitMessage(limit: ReachedLimit, { queries, milliseconds }: AskOptions['caps']): string {
  return limit === 'queries'
    ? `The limit of ${queries} queries per question is reached. Raise funfusic.ask.limits.queries to search longer.`
    : `The limit of ${milliseconds / 1000} seconds per question is reached. Raise funfusic.ask.limits.seconds to search longer.`;
}
