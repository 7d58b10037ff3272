/** Searches the entities of a KB while the user types. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityMatch, EntitySearch } from '../core/edit/complete/entity-items';
import type { EntityLinker } from '../core/question/linking/linking';
import { unlessAborted, withTimeLimit, type TimeLimit } from '../core/query/time-limit';
import type { KbSchema } from '../core/schema/schema';
import type { KbEntities } from './entities';

/** The timeout of one search of an endpoint. */
const TIMEOUT_MS = 5000;
/** An endpoint is not searched while the user types faster than this. */
const TYPING_MS = 120;
const MAX_FOUND = 100;
const MAX_CACHED = 200;

/** A KB that may be searched in the background. */
export interface SearchedKb extends KbEntities {
  readonly linker: EntityLinker;
  readonly schema: KbSchema;
}

interface RunningSearch {
  readonly linker: EntityLinker;
  readonly key: string;
  readonly found: Promise<readonly EntityMatch[]>;
  readonly abort: () => void;
}

export class EntitySearches {
  /** By linker, which is replaced when the KB changes, and typed text. */
  private readonly cache = new WeakMap<EntityLinker, Map<string, readonly EntityMatch[]>>();
  private running: RunningSearch | undefined;
  private readonly prepared = new WeakSet<EntityLinker>();
  private readonly stopping = new AbortController();

  /**
   * Returns undefined if nothing is found in time. The search then continues, and the next request for the same text gets its
   * result. Rejects only when `signal` is aborted.
   */
  async find(
    search: EntitySearch,
    kb: SearchedKb,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<readonly EntityMatch[] | undefined> {
    const key = JSON.stringify([search.text, ...(search.text ? [] : [search.pattern, search.question])]);
    const cached = this.cache.get(kb.linker)?.get(key);
    if (cached) return cached;
    const running = this.join(search, kb, key);
    try {
      return await withTimeLimit(signal, waitMs, (limit) => unlessAborted(running.found, limit.signal));
    } catch {
      if (signal.aborted) running.abort();
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** Reads the names of a small KB before the first search. */
  prepare(linker: EntityLinker): void {
    if (this.prepared.has(linker)) return;
    this.prepared.add(linker);
    // Fails only when the server stops.
    linker.prepare?.(() => undefined, this.stopping.signal).catch(() => undefined);
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Joins the search for the same text, or replaces the one for another text. */
  private join(search: EntitySearch, kb: SearchedKb, key: string): RunningSearch {
    const { running } = this;
    if (running?.linker === kb.linker && running.key === key) return running;
    running?.abort();
    const started = this.start(search, kb, key);
    this.running = started;
    const end = (): void => {
      if (this.running === started) this.running = undefined;
    };
    started.found.then((found) => {
      end();
      // An endpoint may have failed to answer if nothing was found.
      if (found.length) this.store(kb.linker, key, found);
    }, end);
    return started;
  }

  private start(search: EntitySearch, kb: SearchedKb, key: string): RunningSearch {
    const { linker } = kb;
    // A linker without a table of names sends queries to an endpoint.
    if (!linker.prepare) {
      let started: TimeLimit | undefined;
      const found = withTimeLimit(this.stopping.signal, TIMEOUT_MS, async (limit) => {
        started = limit;
        await delay(TYPING_MS, undefined, { signal: limit.signal });
        return findEntities(search, kb, limit.signal);
      });
      return { linker, key, found, abort: () => started?.abort() };
    }
    // The queries to an embedded KB are not aborted: that would stop its engine.
    return { linker, key, found: findEntities(search, kb, this.stopping.signal), abort: () => undefined };
  }

  private store(linker: EntityLinker, key: string, found: readonly EntityMatch[]): void {
    let cache = this.cache.get(linker);
    if (!cache || cache.size >= MAX_CACHED) {
      cache = new Map<string, readonly EntityMatch[]>();
      this.cache.set(linker, cache);
    }
    cache.set(key, found);
  }
}

/** By name, or before anything is typed: those of the question, then those that match the pattern. */
async function findEntities(
  { text, pattern, question }: EntitySearch,
  { linker, schema, ...kb }: SearchedKb,
  signal: AbortSignal,
): Promise<readonly EntityMatch[]> {
  if (text) {
    const found = await linker.find(text, MAX_FOUND, signal);
    return found.filter(({ match }) => match !== 'fuzzy');
  }
  const linked = question === undefined ? [] : (await linker.link(question, undefined, signal)).entities;
  const { matchingEntities } = await import('../core/question/linking/matching-entities');
  const matching =
    pattern === undefined ? [] : await matchingEntities(pattern, kb, schema, TIMEOUT_MS, signal);
  return [...new Map([...linked, ...matching].map((entity) => [entity.iri, entity])).values()];
}
