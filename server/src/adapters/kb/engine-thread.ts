/** One thread with an engine in it, seen from outside. It is asked one thing at a time. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ProgressStep } from '../../core/kb/knowledge-base';
import type { WorkerData, WorkerReply, WorkerRequest } from './embedded-messages';

export type ThreadState = Extract<WorkerReply, { readonly kind: 'ready' | 'unusable' | 'again' | 'broken' }>;
export type ThreadReply = Extract<WorkerReply, { readonly kind: 'answered' | 'failed' | 'broken' }>;

export interface ThreadLimits {
  readonly loadingMs: number;
  /** Of JavaScript; the facts are in the memory of WebAssembly, which ends at 4 GB. */
  readonly heapMb: number;
}

/** Ten million facts, which are about all that fit, take minutes. An answer may be half a gigabyte of text, and is copied. */
export const THREAD_LIMITS: ThreadLimits = { loadingMs: 30 * 60_000, heapMb: 2048 };

export class EngineThread {
  /** Never rejects. */
  readonly opened: Promise<ThreadState>;
  isOpen = false;
  /** How many of the KB's updates it has seen. */
  updates = 0;
  private readonly worker: Worker;
  private readonly listeners = new Set<(step: ProgressStep) => void>();
  private lastStep: ProgressStep | undefined;
  private isStopped = false;
  private broken: Extract<WorkerReply, { readonly kind: 'broken' }> | undefined;
  private heard: (reply: WorkerReply) => void = () => undefined;

  constructor(data: WorkerData, { loadingMs, heapMb }: ThreadLimits = THREAD_LIMITS) {
    // What a panic of the engine prints must not get into a protocol that is spoken over the standard streams.
    this.worker = new Worker(workerFile(), {
      workerData: data,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.worker.on('message', (reply: WorkerReply) => {
      if (reply.kind === 'step')
        this.told({ message: reply.message, ...(reply.share !== undefined && { share: reply.share }) });
      else this.hear(reply);
    });
    this.worker.on('error', (error) => this.hear({ kind: 'broken', message: wordsOf(error) }));
    this.worker.on('exit', () => this.hear({ kind: 'broken', message: 'The embedded engine was stopped.' }));
    this.opened = this.next(
      (reply): reply is ThreadState => reply.kind !== 'answered' && reply.kind !== 'failed',
    );
    const late = setTimeout(() => this.giveUp(data.files, loadingMs), loadingMs).unref();
    void this.opened.then(() => {
      clearTimeout(late);
      this.isOpen = true;
    });
  }

  /** Tells the last step at once, and those to come until the function that it gives is called. */
  listen(onProgress: (step: ProgressStep) => void): () => void {
    if (this.lastStep && !this.isOpen) onProgress(this.lastStep);
    this.listeners.add(onProgress);
    return () => this.listeners.delete(onProgress);
  }

  ask(request: WorkerRequest): Promise<ThreadReply> {
    const reply = this.next(
      (heard): heard is ThreadReply =>
        heard.kind === 'broken' ||
        ((heard.kind === 'answered' || heard.kind === 'failed') && heard.id === request.id),
    );
    this.worker.postMessage(request);
    return reply;
  }

  stop(): Promise<unknown> {
    this.isStopped = true;
    return this.worker.terminate();
  }

  /** The facts have not been read in time. */
  private giveUp(files: readonly string[], loadingMs: number): void {
    const names = files.map((file) => basename(file)).join(', ');
    const minutes = Math.round(loadingMs / 6000) / 10;
    this.hear({
      kind: 'broken',
      message: `${names} could not be read within ${minutes} minutes. Use a smaller file, or load the facts into an endpoint.`,
    });
    void this.stop();
  }

  private told(step: ProgressStep): void {
    this.lastStep = step;
    for (const onProgress of this.listeners) onProgress(step);
  }

  private hear(reply: WorkerReply): void {
    if (reply.kind === 'broken') this.broken ??= reply;
    this.heard(reply);
  }

  /** The process waits for a thread that has something to do, and for no other. */
  private next<Wanted extends WorkerReply>(
    isWanted: (reply: WorkerReply) => reply is Wanted,
  ): Promise<Wanted> {
    return new Promise((resolve) => {
      this.worker.ref();
      this.heard = (reply) => {
        if (!isWanted(reply)) return;
        this.heard = () => undefined;
        // Whoever stops it waits for its end, and the process must not end before.
        if (!this.isStopped) this.worker.unref();
        resolve(reply);
      };
      if (this.broken) this.heard(this.broken);
    });
  }
}

function wordsOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'The embedded engine ran out of memory. Ask for less, or put the facts into an endpoint.'
    : `The embedded engine crashed (${message ?? String(error)}).`;
}

/** Beside the bundle in dist/, or there when run from the source tree or a tool's bundle. */
function workerFile(): string {
  const places = [
    join(__dirname, 'kb-worker.js'),
    join(__dirname, '..', 'dist', 'kb-worker.js'),
    join(__dirname, '..', '..', '..', '..', 'dist', 'kb-worker.js'),
  ];
  return places.find((place) => existsSync(place)) ?? 'kb-worker.js';
}
