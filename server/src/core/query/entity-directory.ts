/** What the entities of a KB are called and what they are: asked for in batches, remembered, and never twice at a time. */
import type { KnowledgeBase, KnownEntity } from '../kb/knowledge-base';
import { askWhatEntitiesAre, describeEntity, type LookupOutcome, type NameOptions } from './entity-queries';

/** As many as every endpoint bears in one query: 100 ids with all their types stay below the usual cap of 10,000 rows. */
const BATCH = 100;
const MAX_REMEMBERED = 20_000;
const MAX_DESCRIPTIONS = 500;

/** What is known by now. */
class Memory {
  /** The oldest first: what was asked for last is forgotten last. */
  readonly entities = new Map<string, KnownEntity>();
  readonly descriptions = new Map<string, string | undefined>();
  /** Counts what was forgotten, so that an answer from before is not remembered after. */
  age = 0;
}

export class EntityDirectory {
  private readonly underway = new Map<string, Flight>();
  private batch = BATCH;
  private trouble: string | undefined;

  constructor(
    private readonly kb: KnowledgeBase,
    /** How what the KB says is read. */
    readonly reading: NameOptions,
    private readonly memory = new Memory(),
  ) {}

  /** The same, but that what is not known yet is asked by way of `kb`. */
  through(kb: KnowledgeBase): EntityDirectory {
    return new EntityDirectory(kb, this.reading, this.memory);
  }

  /** Why the KB could not be asked the last time; nothing when it answered. */
  get problem(): string | undefined {
    return this.trouble;
  }

  /** At once, without asking anybody. Nothing where it is not known whether there is such an entity. */
  known(iri: string): KnownEntity | undefined {
    return this.memory.entities.get(iri);
  }

  /**
   * What is not in the answer could not be found out, because the KB is away or because nothing that is written like this can be
   * asked for. Rejects only when `signal` is aborted; a query that others wait for too goes on.
   */
  async lookUp(iris: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, KnownEntity>> {
    const wanted = [...new Set(iris)];
    const found = new Map<string, KnownEntity>();
    let missing: readonly string[] = wanted.filter(canBeAsked);
    for (;;) {
      signal.throwIfAborted();
      missing = missing.filter((iri) => {
        const entity = this.recall(iri);
        if (entity) found.set(iri, entity);
        return !entity;
      });
      if (!missing.length) return found;
      const flight = this.flightFor(missing);
      if (!(await flight.join(signal))) return found;
      // Taken from the flight itself: what is remembered may have been forgotten again by now.
      for (const iri of missing) {
        const entity = flight.found.get(iri);
        if (entity) found.set(iri, entity);
      }
      missing = missing.filter((iri) => !found.has(iri));
    }
  }

  /** A few sentences on an entity, where the KB has them. Rejects only when `signal` is aborted. */
  async describe(iri: string, signal: AbortSignal): Promise<string | undefined> {
    const { descriptions } = this.memory;
    if (!canBeAsked(iri) || descriptions.has(iri)) return descriptions.get(iri);
    const outcome = await describeEntity(this.kb, iri, this.reading.language, signal);
    if ('problem' in outcome) return undefined;
    remember(descriptions, iri, outcome.found, MAX_DESCRIPTIONS);
    return outcome.found;
  }

  /** After the KB was changed. */
  forget(): void {
    this.memory.age++;
    this.memory.entities.clear();
    this.memory.descriptions.clear();
    this.underway.clear();
  }

  private recall(iri: string): KnownEntity | undefined {
    const { entities } = this.memory;
    const entity = entities.get(iri);
    if (entity) remember(entities, iri, entity, MAX_REMEMBERED);
    return entity;
  }

  /** One that others have begun and that brings some of these, or a new one. */
  private flightFor(missing: readonly string[]): Flight {
    for (const iri of missing) {
      const flight = this.underway.get(iri);
      if (flight) return flight;
    }
    const batch = missing.slice(0, this.batch);
    const flight: Flight = new Flight(
      (signal) => this.ask(batch, signal),
      () => {
        for (const iri of batch) if (this.underway.get(iri) === flight) this.underway.delete(iri);
      },
    );
    for (const iri of batch) this.underway.set(iri, flight);
    return flight;
  }

  private async ask(batch: readonly string[], signal: AbortSignal): Promise<LookupOutcome> {
    const { memory } = this;
    const { age } = memory;
    let outcome = await askWhatEntitiesAre(this.kb, batch, this.reading, signal);
    while (outcome === 'too-much') {
      this.batch = Math.max(1, Math.floor(Math.min(this.batch, batch.length) / 2));
      outcome = await askWhatEntitiesAre(this.kb, batch.slice(0, this.batch), this.reading, signal);
    }
    if ('problem' in outcome) {
      this.trouble = outcome.problem;
      this.batch = BATCH;
      return outcome;
    }
    this.trouble = undefined;
    if (age === memory.age)
      for (const [iri, entity] of outcome.found) remember(memory.entities, iri, entity, MAX_REMEMBERED);
    return outcome;
  }
}

/** A query that is under way, and those who wait for it; it is stopped when nobody does any more. */
class Flight {
  found: ReadonlyMap<string, KnownEntity> = new Map();
  private readonly stopping = new AbortController();
  private readonly done: Promise<boolean>;
  private waiting = 0;

  constructor(
    start: (signal: AbortSignal) => Promise<LookupOutcome>,
    private readonly landed: () => void,
  ) {
    this.done = start(this.stopping.signal)
      .then(
        (outcome) => {
          if ('problem' in outcome) return false;
          this.found = outcome.found;
          return true;
        },
        () => false,
      )
      .finally(landed);
  }

  /** Whether it brought anything. */
  async join(signal: AbortSignal): Promise<boolean> {
    this.waiting++;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason as Error);
    });
    signal.addEventListener('abort', leave);
    try {
      return await Promise.race([this.done, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      if (--this.waiting === 0) {
        // No caller may join a build that is being stopped.
        this.landed();
        this.stopping.abort();
      }
    }
  }
}

/** Nothing else may stand between `<` and `>`; blank nodes have no name that outlives an answer. */
export function canBeAsked(iri: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\x00-\x20<>"{}|^`\\]*$/i.test(iri);
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
