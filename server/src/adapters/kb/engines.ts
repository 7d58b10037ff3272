/**
 * The engines of an embedded KB, for one state of its files: the active one, and a spare that takes over when
 * the active one has to be terminated. Queries run one after another.
 */
import type { TaskProgress } from '../../core/kb/knowledge-base';
import { holdCacheFile } from '../cache-files';
import { ConcurrencyLimit } from '../../core/language/text/concurrency-limit';
import { unlessAborted } from '../../core/query/time-limit';
import type { ReadyReply, WorkerData, WorkerRequest } from './embedded-messages';
import {
  EngineThread,
  THREAD_LIMITS,
  type ThreadReply,
  type ThreadState,
  type ThreadLimits,
} from './engine-thread';

export type EngineOutcome =
  | Exclude<ThreadReply | ThreadState, { readonly kind: 'ready' | 'again' }>
  | { readonly kind: 'timed-out' }
  /** On this query. */
  | { readonly kind: 'crashed'; readonly message: string }
  | typeof CLOSED;

const CLOSED = { kind: 'closed', message: 'The KB was closed.' } as const;

/** A query that runs this long may have to be terminated, so a spare is started. The first query is slow, but seldom this slow. */
const SPARE_AFTER_MS = 250;
/** A small KB gets a spare after this idle time in any case. */
const SPARE_WHEN_IDLE_MS = 2000;
/** How long an unused spare of a large KB is retained. */
const SPARE_IDLE_MS = 60_000;

export class Engines {
  private engine: EngineThread | undefined;
  private spare: EngineThread | undefined;
  private image: ReadyReply['image'];
  /** Lets the image be removed from the cache. */
  private releaseImage: (() => void) | undefined;
  private readonly mutex = new ConcurrencyLimit(1);
  private waiting = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private closed = false;
  /** Threads that are ending. */
  private readonly stopping = new Set<Promise<void>>();

  constructor(
    private readonly source: Omit<WorkerData, 'image' | 'unfinishedId'>,
    /** All updates since the KB was opened. */
    private readonly updates: WorkerRequest[],
    private readonly limits: ThreadLimits = THREAD_LIMITS,
  ) {}

  /** Waits for an open engine. Rejects when aborted; loading stops if no other caller waits. */
  async open(
    onProgress: (step: TaskProgress) => void,
    signal: AbortSignal,
  ): Promise<Exclude<ThreadState, { readonly kind: 'again' }> | typeof CLOSED> {
    this.waiting++;
    try {
      for (;;) {
        if (this.closed) return CLOSED;
        const engine = (this.engine ??= this.start());
        const stopListening = engine.listen(onProgress);
        const opened = await unlessAborted(engine.opened, signal).finally(stopListening);
        if (opened.kind === 'ready') this.useImage(opened.image);
        if (opened.kind === 'ready' || opened.kind === 'unusable') return opened;
        this.drop(engine);
        if (opened.kind === 'again') continue;
        // The image cannot be used, so the files are read again.
        if (!this.image) return opened;
        this.image = undefined;
      }
    } finally {
      this.waiting--;
      if (signal.aborted && this.waiting === 0) this.stopOpening();
    }
  }

  async run(request: WorkerRequest, timeoutMs: number, signal: AbortSignal): Promise<EngineOutcome> {
    return this.mutex.run(async () => {
      const opened = await this.open(() => undefined, signal);
      if (opened.kind !== 'ready') return opened;
      return this.engine ? await this.ask(this.engine, request, timeoutMs, signal) : CLOSED;
    }, signal);
  }

  /** Closes when the running query has ended. */
  async retire(): Promise<void> {
    await this.mutex.run(() => Promise.resolve());
    await this.close();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.idleTimer);
    this.releaseImage?.();
    const all = [this.engine, this.spare];
    this.engine = this.spare = undefined;
    await Promise.all([...this.stopping, ...all.flatMap((engine) => (engine ? [engine.stop()] : []))]);
  }

  private async ask(
    engine: EngineThread,
    request: WorkerRequest,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<EngineOutcome> {
    clearTimeout(this.idleTimer);
    const spareTimer = setTimeout(() => this.makeSpare(), SPARE_AFTER_MS);
    let timeoutTimer: NodeJS.Timeout | undefined;
    try {
      await unlessAborted(this.catchUp(engine), signal);
      const timedOut = new Promise<EngineOutcome>((resolve) => {
        timeoutTimer = setTimeout(() => resolve({ kind: 'timed-out' }), Math.min(timeoutMs, 2 ** 31 - 1));
      });
      const outcome = await unlessAborted(Promise.race([engine.ask(request), timedOut]), signal);
      if (outcome.kind === 'timed-out' || outcome.kind === 'broken') this.replace(engine);
      if (outcome.kind === 'answered' && request.kind === 'update') {
        this.updates.push(request);
        engine.updates = this.updates.length;
      }
      return outcome.kind === 'broken' ? { kind: 'crashed', message: outcome.message } : outcome;
    } catch (error) {
      this.replace(engine);
      throw error;
    } finally {
      clearTimeout(spareTimer);
      clearTimeout(timeoutTimer);
      this.scheduleIdleWork();
    }
  }

  /** A new engine has the facts of the files, without later updates. */
  private async catchUp(engine: EngineThread): Promise<void> {
    for (const update of this.updates.slice(engine.updates)) {
      await engine.ask(update);
      engine.updates++;
    }
  }

  /** An image on disk is needed again for a spare. */
  private useImage(image: ReadyReply['image']): void {
    this.image = image;
    if (image && 'file' in image && !this.closed) this.releaseImage ??= holdCacheFile(image.file);
  }

  private start(): EngineThread {
    const image = this.image && 'memory' in this.image ? this.image : undefined;
    return new EngineThread({ ...this.source, image }, this.limits);
  }

  private makeSpare(): void {
    if (this.image && !this.closed) this.spare ??= this.start();
  }

  private replace(engine: EngineThread): void {
    this.drop(engine);
    this.engine ??= this.spare;
    this.spare = undefined;
    if (this.image && !this.closed) this.engine ??= this.start();
  }

  private drop(engine: EngineThread): void {
    if (this.engine === engine) this.engine = undefined;
    const stopping = engine.stop().finally(() => this.stopping.delete(stopping));
    this.stopping.add(stopping);
  }

  private get isSmall(): boolean {
    return this.image !== undefined && 'memory' in this.image;
  }

  private scheduleIdleWork(): void {
    if (this.closed) return;
    this.idleTimer = this.isSmall
      ? setTimeout(() => this.makeSpare(), SPARE_WHEN_IDLE_MS)
      : setTimeout(() => {
          void this.spare?.stop();
          this.spare = undefined;
        }, SPARE_IDLE_MS);
    this.idleTimer.unref();
  }

  private stopOpening(): void {
    if (this.engine && !this.engine.isOpen && !this.image) this.drop(this.engine);
  }
}
