/** A worker thread with an engine, which handles one request at a time. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TaskProgress } from '../../core/kb/knowledge-base';
import { removeUnfinished } from '../cache-files';
import type { WorkerData, WorkerReply, WorkerRequest } from './embedded-messages';
import { compileOnlyHotFunctions } from './engine/compile-hot-functions';

export type ThreadState = Extract<WorkerReply, { readonly kind: 'ready' | 'unusable' | 'again' | 'broken' }>;
export type ThreadReply = Extract<WorkerReply, { readonly kind: 'answered' | 'failed' | 'broken' }>;

export interface ThreadLimits {
  readonly loadingMs: number;
  /** The JavaScript heap; facts are in the memory of WebAssembly, which is limited to 4 GB. */
  readonly heapMb: number;
}

/** The maximum of about ten million facts takes minutes to load. An answer may be 512 MB of text, and is copied. */
export const THREAD_LIMITS: ThreadLimits = { loadingMs: 30 * 60_000, heapMb: 2048 };

export class EngineThread {
  /** Never rejects. */
  readonly opened: Promise<ThreadState>;
  isOpen = false;
  /** The number of updates that were applied. */
  updates = 0;
  private readonly id = randomUUID();
  private readonly imageFolder: string | undefined;
  private readonly worker: Worker;
  private readonly listeners = new Set<(step: TaskProgress) => void>();
  private lastStep: TaskProgress | undefined;
  private isStopped = false;
  private broken: Extract<WorkerReply, { readonly kind: 'broken' }> | undefined;
  private onReply: (reply: WorkerReply) => void = () => undefined;

  constructor(data: Omit<WorkerData, 'unfinishedId'>, { loadingMs, heapMb }: ThreadLimits = THREAD_LIMITS) {
    this.imageFolder = data.imageFolder;
    compileOnlyHotFunctions();
    // The output of a crashing engine must not reach the standard streams, which may carry a protocol.
    this.worker = new Worker(workerFile(), {
      workerData: { ...data, unfinishedId: this.id } satisfies WorkerData,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.worker.on('message', (reply: WorkerReply) => {
      if (reply.kind === 'step')
        this.reportStep({ message: reply.message, ...(reply.share !== undefined && { share: reply.share }) });
      else this.receive(reply);
    });
    this.worker.on('error', (error) => this.receive({ kind: 'broken', message: describeCrash(error) }));
    this.worker.on('exit', () =>
      this.receive({ kind: 'broken', message: 'The embedded engine was stopped.' }),
    );
    this.opened = this.next(
      (reply): reply is ThreadState => reply.kind !== 'answered' && reply.kind !== 'failed',
    );
    const loadingTimer = setTimeout(() => this.stopLoading(data.files, loadingMs), loadingMs).unref();
    void this.opened.then(() => {
      clearTimeout(loadingTimer);
      this.isOpen = true;
    });
  }

  /** Reports the last step and all further ones until the returned function is called. */
  listen(onProgress: (step: TaskProgress) => void): () => void {
    if (this.lastStep && !this.isOpen) onProgress(this.lastStep);
    this.listeners.add(onProgress);
    return () => this.listeners.delete(onProgress);
  }

  ask(request: WorkerRequest): Promise<ThreadReply> {
    const reply = this.next(
      (received): received is ThreadReply =>
        received.kind === 'broken' ||
        ((received.kind === 'answered' || received.kind === 'failed') && received.id === request.id),
    );
    this.worker.postMessage(request);
    return reply;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.worker.terminate();
    if (this.imageFolder !== undefined) removeUnfinished(this.imageFolder, this.id);
  }

  /** The facts were not loaded in time. */
  private stopLoading(files: readonly string[], loadingMs: number): void {
    const names = files.map((file) => basename(file)).join(', ');
    const minutes = Math.round(loadingMs / 6000) / 10;
    this.receive({
      kind: 'broken',
      message: `${names} could not be read within ${minutes} minutes. Use a smaller file, or serve it with Virtuoso: run "FUn-FuSIC: Serve a Dump with Virtuoso…" or "funfusic serve".`,
    });
    void this.stop();
  }

  private reportStep(step: TaskProgress): void {
    this.lastStep = step;
    for (const onProgress of this.listeners) onProgress(step);
  }

  private receive(reply: WorkerReply): void {
    if (reply.kind === 'broken') this.broken ??= reply;
    this.onReply(reply);
  }

  /** Resolves with the next matching reply. The process stays alive only while a thread is busy. */
  private next<Wanted extends WorkerReply>(
    isWanted: (reply: WorkerReply) => reply is Wanted,
  ): Promise<Wanted> {
    return new Promise((resolve) => {
      this.worker.ref();
      this.onReply = (reply) => {
        if (!isWanted(reply)) return;
        this.onReply = () => undefined;
        // A stopped thread must keep the process alive until it has ended.
        if (!this.isStopped) this.worker.unref();
        resolve(reply);
      };
      if (this.broken) this.onReply(this.broken);
    });
  }
}

function describeCrash(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'The embedded engine ran out of memory. Ask for less, for example with LIMIT.'
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
