/** Looks up names and types of entities in batches. Results are cached, and concurrent lookups share one request. */
import type { KnowledgeBase, KnownEntity } from '../kb/knowledge-base';
import {
  requestEntities,
  describeEntity,
  findEntityRelations,
  type EntityRelations,
  type LookupOutcome,
  type NameOptions,
} from './entity-queries';
import { unlessAborted } from './time-limit';

/** Entities per request: 100 ids with all their types stay below the usual limit of 10,000 rows. */
const BATCH_SIZE = 100;
/** Requests of one lookup at the same time. */
const MAX_REQUESTS = 4;
const MAX_CACHED = 20_000;
const MAX_DESCRIPTIONS = 500;

class EntityCache {
  /** Least recently used first. */
  readonly entities = new Map<string, KnownEntity>();
  readonly descriptions = new Map<string, string | undefined>();
  /** The relations that the KB has; undefined if they are not known. */
  relations: EntityRelations | undefined;
  /** Incremented when the cache is cleared, so that a response to an earlier request is not cached. */
  generation = 0;
}

export class EntityDirectory {
  private readonly pending = new Map<string, SharedLookup>();
  private batchSize = BATCH_SIZE;
  private lastProblem: string | undefined;

  constructor(
    private readonly kb: KnowledgeBase,
    /** The schema and the language of names. */
    readonly nameOptions: NameOptions,
    private readonly cache = new EntityCache(),
  ) {}

  /** A directory with the same cache that sends its requests to `kb`. */
  withKb(kb: KnowledgeBase): EntityDirectory {
    return new EntityDirectory(kb, this.nameOptions, this.cache);
  }

  /** Why the last request failed; undefined if it succeeded. */
  get problem(): string | undefined {
    return this.lastProblem;
  }

  /** Returns a cached entity without a request; undefined if it is not known whether it exists. */
  known(iri: string): KnownEntity | undefined {
    return this.cache.entities.get(iri);
  }

  /**
   * Omits entities that could not be looked up, because the KB is unreachable or the IRI is invalid. Rejects only when `signal` is
   * aborted; a request that other callers wait for continues.
   */
  async lookUp(iris: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, KnownEntity>> {
    const unique = [...new Set(iris)];
    const found = new Map<string, KnownEntity>();
    let missing: readonly string[] = unique.filter(isQueryableIri);
    for (let round = 0; ; round++) {
      signal.throwIfAborted();
      missing = missing.filter((iri) => {
        const entity = this.fromCache(iri);
        if (entity) found.set(iri, entity);
        return !entity;
      });
      if (!missing.length) return found;
      if (round === 0 && missing.length > this.batchSize) await this.findRelations(signal);
      const lookups = this.joinOrStart(missing);
      const succeeded = await Promise.all(lookups.map((lookup) => lookup.join(signal)));
      // Read from the lookups themselves: the cache may have been cleared in the meantime.
      for (const { found: some } of lookups)
        for (const iri of missing) {
          const entity = some.get(iri);
          if (entity) found.set(iri, entity);
        }
      if (succeeded.includes(false)) return found;
      missing = missing.filter((iri) => !found.has(iri));
    }
  }

  /** Returns the description of an entity, if the KB has one. Rejects only when `signal` is aborted. */
  async describe(iri: string, signal: AbortSignal): Promise<string | undefined> {
    const { descriptions } = this.cache;
    if (!isQueryableIri(iri) || descriptions.has(iri)) return descriptions.get(iri);
    const outcome = await describeEntity(this.kb, iri, this.nameOptions.language, signal);
    if ('problem' in outcome) return undefined;
    addToCache(descriptions, iri, outcome.found, MAX_DESCRIPTIONS);
    return outcome.found;
  }

  /** Clears the cache after the KB was changed. */
  clear(): void {
    this.cache.generation++;
    this.cache.relations = undefined;
    this.cache.entities.clear();
    this.cache.descriptions.clear();
    this.pending.clear();
  }

  /** For many entities only: Virtuoso needs long to plan a pattern with a relation that it does not have. */
  private async findRelations(signal: AbortSignal): Promise<void> {
    const { cache } = this;
    const { generation } = cache;
    if (cache.relations) return;
    const relations = await findEntityRelations(this.kb, this.nameOptions.schema, signal);
    if (generation === cache.generation) cache.relations = relations;
  }

  private fromCache(iri: string): KnownEntity | undefined {
    const { entities } = this.cache;
    const entity = entities.get(iri);
    if (entity) addToCache(entities, iri, entity, MAX_CACHED);
    return entity;
  }

  /** Returns the pending lookups that include one of these entities, or starts new ones. */
  private joinOrStart(missing: readonly string[]): readonly SharedLookup[] {
    const pending = new Set(missing.flatMap((iri) => this.pending.get(iri) ?? []));
    if (pending.size) return [...pending];
    const { batchSize } = this;
    const starts = Array.from({ length: MAX_REQUESTS }, (_, at) => at * batchSize);
    return starts
      .filter((start) => start < missing.length)
      .map((start) => this.start(missing.slice(start, start + batchSize)));
  }

  private start(batch: readonly string[]): SharedLookup {
    const lookup: SharedLookup = new SharedLookup(
      (signal) => this.request(batch, signal),
      () => {
        for (const iri of batch) if (this.pending.get(iri) === lookup) this.pending.delete(iri);
      },
    );
    for (const iri of batch) this.pending.set(iri, lookup);
    return lookup;
  }

  private async request(batch: readonly string[], signal: AbortSignal): Promise<LookupOutcome> {
    const { cache } = this;
    const { generation } = cache;
    const read = (some: readonly string[]): ReturnType<typeof requestEntities> =>
      requestEntities(this.kb, some, this.nameOptions, signal, cache.relations);
    let outcome = await read(batch);
    for (let size = batch.length; outcome === 'too-much';) {
      size = Math.max(1, Math.floor(size / 2));
      this.batchSize = Math.min(this.batchSize, size);
      outcome = await read(batch.slice(0, size));
    }
    if ('problem' in outcome) {
      this.lastProblem = outcome.problem;
      this.batchSize = BATCH_SIZE;
      return outcome;
    }
    this.lastProblem = undefined;
    if (generation === cache.generation)
      for (const [iri, entity] of outcome.found) addToCache(cache.entities, iri, entity, MAX_CACHED);
    return outcome;
  }
}

/** A request that several callers may wait for; it is aborted when none is left. */
class SharedLookup {
  found: ReadonlyMap<string, KnownEntity> = new Map();
  private readonly controller = new AbortController();
  private readonly done: Promise<boolean>;
  private waiters = 0;

  constructor(
    start: (signal: AbortSignal) => Promise<LookupOutcome>,
    private readonly onEnd: () => void,
  ) {
    this.done = start(this.controller.signal)
      .then(
        (outcome) => {
          if ('problem' in outcome) return false;
          this.found = outcome.found;
          return true;
        },
        () => false,
      )
      .finally(onEnd);
  }

  /** Resolves to whether the lookup succeeded. */
  async join(signal: AbortSignal): Promise<boolean> {
    this.waiters++;
    try {
      return await unlessAborted(this.done, signal);
    } finally {
      if (--this.waiters === 0) {
        // No caller may join a lookup that is being aborted.
        this.onEnd();
        this.controller.abort();
      }
    }
  }
}

/** Whether this is an IRI that can be written between `<` and `>`. Blank nodes cannot be looked up. */
export function isQueryableIri(iri: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\x00-\x20<>"{}|^`\\]*$/i.test(iri);
}

function addToCache<Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= limit) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
