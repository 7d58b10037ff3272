/** An embedded KB: oxigraph in a worker thread, which is terminated to cancel a query. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type {
  ConnectionTestResult,
  Execution,
  KnowledgeBase,
  ExecutionLimits,
  SkippedLines,
  TaskProgress,
} from '../../core/kb/knowledge-base';
import { refused, timedOut, unreachable, type FailedExecution } from '../../core/query/failures';
import { isUpdate, refusalBeforeSending } from '../../core/query/refusal-before-sending';
import { explainEngineError, unsupportedByFiles } from '../../core/query/engine-error';
import { readGraph, readJsonResults } from '../../core/query/results';
import { standardQuery, type StandardQuery } from '../../core/query/standard-query';
import type { ReadyReply, WorkerRequest } from './embedded-messages';
import type { DumpLimits } from './engine/dump-format';
import type { ThreadLimits } from './engine-thread';
import { Engines, type EngineOutcome } from './engines';

export interface EmbeddedOptions {
  readonly name: string;
  /** N-Triples or Turtle, plain or gzipped. */
  readonly files: readonly string[];
  readonly complete: boolean;
  readonly writable: boolean;
  /** The cache folder for images; no cache if absent. */
  readonly imageFolder?: string | undefined;
  /** Images up to this size in bytes stay in memory too, for spare engines. */
  readonly smallImage?: number;
  readonly dumpLimits?: DumpLimits;
  readonly threadLimits?: ThreadLimits;
}

const DEFAULT_SMALL_IMAGE = 64e6;

export class EmbeddedKb implements KnowledgeBase {
  readonly name: string;
  readonly complete: boolean;
  readonly writable: boolean;
  /** The facts that were loaded, once the KB is open. */
  about: Pick<ReadyReply, 'facts' | 'skipped' | 'from'> | undefined;
  private readonly updates: WorkerRequest[] = [];
  private opened: { readonly state: string; readonly engines: Engines } | undefined;
  private lastId = 0;

  constructor(private readonly options: EmbeddedOptions) {
    ({ name: this.name, complete: this.complete, writable: this.writable } = options);
  }

  get factCount(): number | undefined {
    return this.about?.facts;
  }

  get files(): readonly string[] {
    return this.options.files;
  }

  get imageFolder(): string | undefined {
    return this.options.imageFolder;
  }

  async prepare(onProgress: (step: TaskProgress) => void, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const engines = this.engines();
    if (engines instanceof Engines) await this.open(engines, onProgress, signal);
    signal.throwIfAborted();
  }

  async testConnection(_timeoutMs: number, signal: AbortSignal): Promise<ConnectionTestResult> {
    const engines = this.engines();
    if (!(engines instanceof Engines)) return { works: false, lines: [engines.message] };
    const opened = await engines.open(() => undefined, signal);
    if (opened.kind !== 'ready') return { works: false, lines: 'message' in opened ? [opened.message] : [] };
    const names = this.options.files.map((file) => basename(file)).join(', ');
    const summary = `It has ${opened.facts.toLocaleString('en')} facts, from ${names}.`;
    const { skipped } = opened;
    const lines = [summary, ...skipped.map(describeSkipped)];
    return { works: true, lines, ...(skipped.length > 0 && { skipped }) };
  }

  async execute(
    query: string,
    { timeoutMs, maxRows }: ExecutionLimits,
    signal: AbortSignal,
  ): Promise<Execution> {
    signal.throwIfAborted();
    const refusal = refusalBeforeSending(query, this);
    if (refusal) return refusal;
    const engines = this.engines();
    if (!(engines instanceof Engines)) return engines;
    const standard = standardQuery(query, maxRows);
    const { form } = standard.given.query;
    const kind =
      this.writable && isUpdate(query)
        ? 'update'
        : form === 'construct' || form === 'describe'
          ? 'graph'
          : 'rows';
    const request: WorkerRequest = { id: ++this.lastId, query: standard.text, kind, most: maxRows + 1 };
    await this.open(engines, () => undefined, signal);
    const outcome = await engines.run(request, timeoutMs, signal);
    // The files have changed meanwhile, so there are new engines.
    if (outcome.kind === 'closed' && this.opened) return this.execute(query, { timeoutMs, maxRows }, signal);
    const execution = toExecution(outcome, kind, standard, { timeoutMs, maxRows });
    const note = [
      ...(this.about?.skipped.map(describeSkipped) ?? []),
      ...(kind === 'update' ? [] : unsupportedByFiles(standard.given)),
    ].join(' ');
    return execution.status === 'answered' && note ? { ...execution, note } : execution;
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    await opened?.engines.close();
  }

  private async open(
    engines: Engines,
    onProgress: (step: TaskProgress) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const opened = await engines.open(onProgress, signal);
    if (opened.kind !== 'ready') return;
    const { facts, skipped, from } = opened;
    if (this.about?.skipped !== skipped)
      for (const lines of skipped) onProgress({ message: describeSkipped(lines), share: 1 });
    this.about = { facts, skipped, from };
  }

  /** The engines for the current state of the files. `stat` of promises would take longer than many a query. */
  private engines(): Engines | FailedExecution {
    const { files, imageFolder, smallImage = DEFAULT_SMALL_IMAGE, dumpLimits, threadLimits } = this.options;
    const states: unknown[] = [];
    for (const file of files) {
      try {
        const info = statSync(file);
        if (info.isDirectory())
          return unreachable(`${file} is a folder. Name the file in it that holds the facts.`);
        if (!info.isFile())
          return unreachable(`${file} is a pipe or a device. Name a file that holds the facts.`);
        states.push([file, info.size, info.mtimeMs]);
      } catch (error) {
        const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read';
        return unreachable(
          `${file} ${why}, so the KB ${this.name} has no facts. Restore the file, or change "file" of the KB in funfusic.knowledgeBases.`,
        );
      }
    }
    const state = JSON.stringify(states);
    if (this.opened?.state !== state) {
      void this.opened?.engines.retire();
      const source = { files, imageFolder, smallImage, limits: dumpLimits };
      this.opened = { state, engines: new Engines(source, this.updates, threadLimits) };
    }
    return this.opened.engines;
  }
}

function toExecution(
  outcome: EngineOutcome,
  kind: WorkerRequest['kind'],
  standard: StandardQuery,
  { timeoutMs, maxRows }: ExecutionLimits,
): Execution {
  switch (outcome.kind) {
    case 'unusable':
    case 'broken':
    case 'closed':
      return unreachable(outcome.message);
    // The next query gets a new engine.
    case 'crashed':
      return refused(outcome.message);
    case 'timed-out':
      return timedOut(
        `No answer within ${timeoutMs / 1000} seconds. Ask for less, or raise funfusic.run.timeoutSeconds.`,
      );
    case 'failed':
      return explainEngineError(outcome.message, standard);
    case 'answered':
      if (kind === 'graph') return readGraph(outcome.text, maxRows);
      if (kind === 'rows') return readJsonResults(outcome.text, maxRows, standard.columns);
      return {
        status: 'answered',
        answer: {
          kind: 'done',
          note: 'Changed in memory only. The file is unchanged, and the change is lost when the KB is closed.',
        },
      };
  }
}

function describeSkipped({ file, lines, first }: SkippedLines): string {
  const which = lines === 1 ? `Line ${first}` : `${lines.toLocaleString('en')} lines`;
  const what = lines === 1 ? 'is not a fact and was' : 'are not facts and were';
  const from = lines === 1 ? '' : `, the first of them line ${first}`;
  return `${which} of ${basename(file)} ${what} skipped${from}.`;
}
