/** The name table of a KB: read from the cache, or built with queries, and rebuilt when the KB changes. */
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { gatherNames } from '../core/question/linking/gather-names';
import { NameTable } from '../core/question/linking/name-table';
import type { LoadedNames } from '../core/question/linking/table-linker';
import { unlessAborted } from '../core/query/time-limit';
import { writeCachedNames, readCachedNames, cacheState } from './name-cache';

interface KbNamesOptions {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema;
  readonly language: string;
  /** The files of an embedded KB; the table is rebuilt when they change. */
  readonly files: readonly string[];
  readonly cacheFolder: string | undefined;
}

interface TableBuild {
  readonly state: string | undefined;
  readonly table: Promise<LoadedNames>;
  readonly listeners: Set<(message: string) => void>;
  readonly controller: AbortController;
  waiters: number;
}

export class KbNames {
  private build: TableBuild | undefined;
  /** Whether the KB was changed, so that its files are outdated. */
  private changed = false;

  constructor(private readonly options: KbNamesOptions) {}

  /** Several callers may share one build; it stops when all have cancelled. Rejects only when `signal` is aborted. */
  async get(onProgress: (message: string) => void, signal: AbortSignal): Promise<LoadedNames> {
    signal.throwIfAborted();
    const { files, language, schema } = this.options;
    const state = cacheState(files, language, `${schema.namespace} ${schema.typeCount}`);
    if (!this.build || this.build.state !== state) this.build = this.startBuild(state);
    const { build } = this;
    build.waiters++;
    build.listeners.add(onProgress);
    try {
      return await unlessAborted(build.table, signal);
    } finally {
      build.listeners.delete(onProgress);
      if (--build.waiters === 0 && signal.aborted) {
        // No caller may join a build that is being aborted.
        if (this.build === build) this.build = undefined;
        build.controller.abort();
      }
    }
  }

  /** Must be called after the KB was changed. */
  forget(): void {
    this.changed = true;
    this.build = undefined;
  }

  private startBuild(state: string | undefined): TableBuild {
    const controller = new AbortController();
    const listeners = new Set<(message: string) => void>();
    const build: TableBuild = {
      state,
      listeners,
      controller,
      waiters: 0,
      table: this.table(
        state,
        (message) => {
          for (const listener of listeners) listener(message);
        },
        controller.signal,
      ),
    };
    build.table.then(
      ({ troubles, table }) => {
        // An unreachable KB may be back for the next question.
        if (troubles.length && !table.entities && this.build === build) this.build = undefined;
      },
      () => undefined,
    );
    return build;
  }

  private async table(
    state: string | undefined,
    onProgress: (message: string) => void,
    signal: AbortSignal,
  ): Promise<LoadedNames> {
    const { kb, schema, language, files } = this.options;
    const folder = this.changed || !files.length ? undefined : this.options.cacheFolder;
    const cached = folder !== undefined && state !== undefined ? readCachedNames(folder, state) : undefined;
    if (cached) return { table: NameTable.of(cached), troubles: [] };
    await kb.prepare?.(({ message }) => onProgress(message), signal);
    const { entities, troubles, whole } = await gatherNames(kb, { schema, language }, onProgress, signal);
    const table = NameTable.of(entities);
    if (whole && folder !== undefined && state !== undefined) writeCachedNames(folder, state, entities);
    return { table, troubles };
  }
}
