/** The name table of a KB: read from the cache, or built with queries, and rebuilt when the KB changes. */
import type { KnowledgeBase } from '../core/kb/knowledge-base';
import type { KbSchema } from '../core/schema/schema';
import { gatherNames } from '../core/question/linking/gather-names';
import { NameTable } from '../core/question/linking/name-table';
import type { TableOfNames } from '../core/question/linking/table-linker';
import { keepNames, keptNames, stateOf } from './name-cache';

interface KbNamesOptions {
  readonly kb: KnowledgeBase;
  readonly schema: KbSchema;
  readonly language: string;
  /** Of an embedded KB; the table is rebuilt when they change. */
  readonly files: readonly string[];
  readonly cacheFolder: string | undefined;
}

interface Made {
  readonly state: string | undefined;
  readonly names: Promise<TableOfNames>;
  readonly listeners: Set<(message: string) => void>;
  readonly stopping: AbortController;
  waiting: number;
}

export class KbNames {
  private made: Made | undefined;
  /** What files say no longer holds. */
  private changed = false;

  constructor(private readonly options: KbNamesOptions) {}

  /** Several callers may share one build; it stops when all have cancelled. Rejects only when `signal` is aborted. */
  async get(onProgress: (message: string) => void, signal: AbortSignal): Promise<TableOfNames> {
    signal.throwIfAborted();
    const { files, language, schema } = this.options;
    const state = stateOf(files, language, `${schema.namespace} ${schema.typeCount}`);
    if (!this.made || this.made.state !== state) this.made = this.make(state);
    const { made } = this;
    made.waiting++;
    made.listeners.add(onProgress);
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason as Error);
    });
    signal.addEventListener('abort', leave);
    try {
      return await Promise.race([made.names, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      made.listeners.delete(onProgress);
      if (--made.waiting === 0 && signal.aborted) {
        // No caller may join a build that is being stopped.
        if (this.made === made) this.made = undefined;
        made.stopping.abort();
      }
    }
  }

  /** After the KB was changed: from now on its files are not all that it has. */
  forget(): void {
    this.changed = true;
    this.made = undefined;
  }

  private make(state: string | undefined): Made {
    const stopping = new AbortController();
    const listeners = new Set<(message: string) => void>();
    const made: Made = {
      state,
      listeners,
      stopping,
      waiting: 0,
      names: this.names(
        state,
        (message) => {
          for (const listener of listeners) listener(message);
        },
        stopping.signal,
      ),
    };
    made.names.then(
      ({ troubles, table }) => {
        // An unreachable KB may be back for the next question.
        if (troubles.length && !table.entities && this.made === made) this.made = undefined;
      },
      () => undefined,
    );
    return made;
  }

  private async names(
    state: string | undefined,
    onProgress: (message: string) => void,
    signal: AbortSignal,
  ): Promise<TableOfNames> {
    const { kb, schema, language, files } = this.options;
    const folder = this.changed || !files.length ? undefined : this.options.cacheFolder;
    const kept = folder !== undefined && state !== undefined ? keptNames(folder, state) : undefined;
    if (kept) return { table: NameTable.of(kept), troubles: [] };
    await kb.prepare?.(({ message }) => onProgress(message), signal);
    const { entities, troubles, whole } = await gatherNames(kb, { schema, language }, onProgress, signal);
    const table = NameTable.of(entities);
    if (whole && folder !== undefined && state !== undefined) keepNames(folder, state, entities);
    return { table, troubles };
  }
}
