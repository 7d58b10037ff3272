/** Searches the entities of a KB while the user types. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityMatch, EntitySearch } from '../core/edit/complete/entity-items';
import { matchingEntities } from '../core/question/linking/matching-entities';
import { unlessAborted, withTimeLimit, type TimeLimit } from '../core/query/time-limit';
import type { KbSchema } from '../core/schema/schema';
import type { AskParts, KbEntities } from './entities';

/** The timeout of one search of an endpoint. */
const TIMEOUT_MS = 5000;
/** An endpoint is not searched while the user types faster than this. */
const TYPING_MS = 120;
const MAX_FOUND = 100;
const MAX_CACHED = 200;

/** A KB that may be searched in the background. */
export interface SearchedKb extends KbEntities {
  readonly parts: AskParts;
  readonly schema: KbSchema;
}

interface RunningSearch {
  readonly parts: AskParts;
  readonly key: string;
  readonly found: Promise<readonly EntityMatch[]>;
  readonly abort: () => void;
}

export class EntitySearches {
  /** By linker and typed text. The parts are replaced when the KB changes. */
  private readonly cache = new WeakMap<AskParts, Map<string, readonly EntityMatch[]>>();
  private running: RunningSearch | undefined;
  private readonly prepared = new WeakSet<AskParts['linker']>();
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
    const cached = this.cache.get(kb.parts)?.get(key);
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
  prepare({ linker }: AskParts): void {
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
    if (running?.parts === kb.parts && running.key === key) return running;
    running?.abort();
    const started = this.start(search, kb, key);
    this.running = started;
    const end = (): void => {
      if (this.running === started) this.running = undefined;
    };
    started.found.then((found) => {
      end();
      // An endpoint may have failed to answer if nothing was found.
      if (found.length) this.store(kb.parts, key, found);
    }, end);
    return started;
  }

  private start(search: EntitySearch, kb: SearchedKb, key: string): RunningSearch {
    const { parts } = kb;
    const { linker } = parts;
    // A linker without a table of names sends queries to an endpoint.
    if (!linker.prepare) {
      let started: TimeLimit | undefined;
      const found = withTimeLimit(this.stopping.signal, TIMEOUT_MS, async (limit) => {
        started = limit;
        await delay(TYPING_MS, undefined, { signal: limit.signal });
        return findEntities(search, kb, limit.signal);
      });
      return { parts, key, found, abort: () => started?.abort() };
    }
    // The queries to an embedded KB are not aborted: that would stop its engine.
    return { parts, key, found: findEntities(search, kb, this.stopping.signal), abort: () => undefined };
  }

  private store(parts: AskParts, key: string, found: readonly EntityMatch[]): void {
    let cache = this.cache.get(parts);
    if (!cache || cache.size >= MAX_CACHED) {
      cache = new Map<string, readonly EntityMatch[]>();
      this.cache.set(parts, cache);
    }
    cache.set(key, found);
  }
}

/** By name, or before anything is typed: those of the question, then those that match the pattern. */
async function findEntities(
  { text, pattern, question }: EntitySearch,
  { parts: { linker }, schema, ...kb }: SearchedKb,
  signal: AbortSignal,
): Promise<readonly EntityMatch[]> {
  if (text) {
    const found = await linker.find(text, MAX_FOUND, signal);
    return found.filter(({ match }) => match !== 'fuzzy');
  }
  const linked = question === undefined ? [] : (await linker.link(question, undefined, signal)).entities;
  const matching =
    pattern === undefined ? [] : await matchingEntities(pattern, kb, schema, TIMEOUT_MS, signal);
  return [...new Map([...linked, ...matching].map((entity) => [entity.iri, entity])).values()];
}
