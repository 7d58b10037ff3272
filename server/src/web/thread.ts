/** `Worker` of `node:worker_threads` for the engine of an embedded KB, as a web worker. */
import type { WorkerData } from '../adapters/kb/embedded-messages';
import { addressOf } from './files';
import { startWorker, type WebWorker } from './worker';

/** The first message to the worker of the engine: addresses. */
export interface EngineStart {
  readonly engine: string;
  /** Turtle. */
  readonly files: readonly string[];
}

export class Worker {
  private readonly worker: WebWorker;

  constructor(_file: string, { workerData: { files } }: { readonly workerData: WorkerData }) {
    this.worker = startWorker(addressOf('web-kb-worker.js'));
    const start: EngineStart = { engine: addressOf('node_bg.wasm'), files: files.map(addressOf) };
    this.worker.postMessage(start);
  }

  on(event: 'message' | 'error' | 'exit', listen: (value: unknown) => void): this {
    if (event === 'message') this.worker.addEventListener('message', ({ data }) => listen(data));
    if (event === 'error')
      this.worker.addEventListener('error', ({ message }) => listen(new Error(message ?? 'unknown error')));
    return this;
  }

  postMessage(message: unknown): void {
    this.worker.postMessage(message);
  }

  terminate(): Promise<void> {
    this.worker.terminate();
    return Promise.resolve();
  }

  ref(): void {}

  unref(): void {}
}
