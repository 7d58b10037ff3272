/** A KB in this process: oxigraph in a worker thread, which is ended when a query must be. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Execution, KnowledgeBase, Limits } from '../../core/kb/knowledge-base';
import { isUpdate, refusalOf } from '../../core/run/admit';
import { parseQuery } from '../../core/sparql/parse';
import { readJsonResults } from '../../core/run/json-results';
import { standardQuery } from '../../core/run/standard-query';
import type { WorkerData, WorkerReply, WorkerRequest } from './embedded-messages';

export interface EmbeddedOptions {
  readonly name: string;
  /** Turtle or N-Triples. */
  readonly files: readonly string[];
  readonly complete: boolean;
  readonly writable: boolean;
}

export function openEmbedded(options: EmbeddedOptions): KnowledgeBase {
  return new EmbeddedKb(options);
}

class EmbeddedKb implements KnowledgeBase {
  readonly name: string;
  readonly complete: boolean;
  readonly writable: boolean;
  private engine: Engine | undefined;
  private lastId = 0;

  constructor(private readonly options: EmbeddedOptions) {
    ({ name: this.name, complete: this.complete, writable: this.writable } = options);
  }

  async execute(query: string, limits: Limits, signal: AbortSignal): Promise<Execution> {
    signal.throwIfAborted();
    const refusal = refusalOf(query, this);
    if (refusal) return refusal;
    this.engine ??= startEngine(this.options.files);
    const { engine } = this;
    const { form } = parseQuery(query, 'virtuoso').query;
    const kind = isUpdate(query) ? 'update' : form === 'construct' || form === 'describe' ? 'graph' : 'rows';
    const standard = standardQuery(query, limits.maxRows);
    const id = ++this.lastId;
    try {
      const reply = await engine.ask({ id, query: standard.text, kind }, limits.timeoutMs, signal);
      if (reply === 'timed-out') {
        this.drop(engine);
        return {
          status: 'timed-out',
          message: `No answer within ${limits.timeoutMs / 1000} seconds. Ask for less, or raise funfusic.run.timeoutSeconds.`,
        };
      }
      if ('failure' in reply) return { status: 'refused', message: reply.failure };
      return kind === 'update'
        ? { status: 'answered', answer: { kind: 'done' } }
        : readJsonResults(reply.text, limits.maxRows);
    } catch (error) {
      this.drop(engine);
      signal.throwIfAborted();
      return { status: 'unreachable', message: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    await this.engine?.stop();
    this.engine = undefined;
  }

  private drop(engine: Engine): void {
    if (this.engine === engine) this.engine = undefined;
    void engine.stop();
  }
}

interface Engine {
  ask(
    request: WorkerRequest,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly text: string } | { readonly failure: string } | 'timed-out'>;
  stop(): Promise<unknown>;
}

function startEngine(files: readonly string[]): Engine {
  const worker = new Worker(join(__dirname, 'kb-worker.js'), { workerData: { files } satisfies WorkerData });
  worker.unref();
  return {
    ask: (request, timeoutMs, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => done(() => resolve('timed-out')), timeoutMs);
        const aborted = (): void => done(() => reject(signal.reason as Error));
        const failed = (error: Error): void => done(() => reject(error));
        const heard = (reply: WorkerReply): void => {
          if (reply.kind === 'ready' || reply.id !== request.id) return;
          done(() => resolve(reply.kind === 'failed' ? { failure: reply.message } : { text: reply.text }));
        };
        const done = (settle: () => void): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', aborted);
          worker.off('error', failed).off('message', heard);
          settle();
        };
        signal.addEventListener('abort', aborted);
        worker.on('error', failed).on('message', heard);
        worker.postMessage(request);
      }),
    stop: () => worker.terminate(),
  };
}
