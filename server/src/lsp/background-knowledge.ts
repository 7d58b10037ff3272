/** Facts of a KB that the verifiers need. A check uses the cached ones; missing ones are requested when the user stops typing. */
import type { EntityDirectory } from '../core/query/entity-directory';
import type { KbKnowledge } from '../core/check/kb-knowledge';
import type { KbEntities } from './entities';

/** The time between a check and the requests for missing facts. */
const REQUEST_DELAY_MS = 400;
/** The time before the next request to an unreachable KB. */
const RETRY_DELAY_MS = 60_000;
const TIMEOUT_MS = 4000;
const MAX_ENTITIES = 500;
const MAX_PATTERNS = 20;
/** The maximum number of cached answers for each KB. */
const MAX_CACHED = 5000;

interface MissingFacts {
  readonly kb: KbEntities;
  readonly entities: Set<string>;
  readonly patterns: Set<string>;
}

export class BackgroundKnowledge {
  /** Whether a pattern matches, by pattern. */
  private caches = new WeakMap<EntityDirectory, Map<string, boolean | 'unknown'>>();
  /** The missing facts of the last check, by document. */
  private readonly missing = new Map<string, Map<EntityDirectory, MissingFacts>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly retryAt = new WeakMap<EntityDirectory, number>();
  private readonly stopping = new AbortController();

  constructor(private readonly onLearned: (uri: string) => void) {}

  /** The cached facts of a KB. If a document is given, missing facts are collected for it. */
  of(kb: KbEntities, uri?: string): KbKnowledge {
    const { directory } = kb;
    const cache = this.cacheOf(directory);
    const addMissing = (kind: 'entities' | 'patterns', fact: string): void => {
      if (uri === undefined) return;
      const byKb = this.missing.get(uri) ?? new Map<EntityDirectory, MissingFacts>();
      this.missing.set(uri, byKb);
      const facts = byKb.get(directory) ?? { kb, entities: new Set(), patterns: new Set() };
      byKb.set(directory, facts);
      facts[kind].add(fact);
    };
    return {
      name: kb.kb.name,
      complete: kb.kb.complete,
      entity: (iri) => {
        const known = directory.known(iri);
        if (!known) addMissing('entities', iri);
        return known;
      },
      matches: (pattern) => {
        const known = cache.get(pattern);
        if (known === undefined) addMissing('patterns', pattern);
        return known === 'unknown' ? undefined : known;
      },
    };
  }

  /** Drops the missing facts of the last check, because a new one begins or the document is closed. */
  cancel(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.missing.delete(uri);
  }

  /** Schedules requests for the missing facts of a finished check. */
  requestMissing(uri: string): void {
    const missing = this.missing.get(uri);
    if (!missing) return;
    const timer = setTimeout(() => {
      this.timers.delete(uri);
      // Fails only when the server stops.
      this.request(uri, missing).catch(() => undefined);
    }, REQUEST_DELAY_MS);
    timer.unref();
    this.timers.set(uri, timer);
  }

  /** Clears the caches, because a KB was changed or loaded. */
  forget(): void {
    this.caches = new WeakMap();
  }

  stop(): void {
    this.stopping.abort();
    for (const uri of [...this.timers.keys()]) this.cancel(uri);
  }

  /** Sends one request at a time. A running one is not cancelled when the text changes, because that may stop the engine. */
  private async request(uri: string, missing: ReadonlyMap<EntityDirectory, MissingFacts>): Promise<void> {
    const isCurrent = (): boolean => this.missing.get(uri) === missing;
    let learned = false;
    for (const [directory, { kb, entities, patterns }] of missing) {
      if (this.isUnreachable(directory)) continue;
      if (entities.size) {
        const found = await directory.lookUp([...entities].slice(0, MAX_ENTITIES), this.stopping.signal);
        if (directory.problem !== undefined) this.retryAt.set(directory, performance.now() + RETRY_DELAY_MS);
        learned ||= found.size > 0;
      }
      for (const pattern of [...patterns].slice(0, MAX_PATTERNS)) {
        if (!isCurrent() || this.isUnreachable(directory)) break;
        const matched = await this.matches(kb, pattern);
        const cache = this.cacheOf(directory);
        if (cache.size >= MAX_CACHED) cache.clear();
        cache.set(pattern, matched ?? 'unknown');
        learned ||= matched !== undefined;
      }
    }
    if (learned && isCurrent()) this.onLearned(uri);
  }

  private async matches({ kb, directory }: KbEntities, pattern: string): Promise<boolean | undefined> {
    const execution = await kb.execute(
      `ASK { ${pattern} }`,
      { timeoutMs: TIMEOUT_MS, maxRows: 1 },
      this.stopping.signal,
    );
    if (execution.status === 'unreachable') this.retryAt.set(directory, performance.now() + RETRY_DELAY_MS);
    if (execution.status !== 'answered' || execution.incomplete) return undefined;
    return execution.answer.kind === 'boolean' ? execution.answer.value : undefined;
  }

  private isUnreachable(directory: EntityDirectory): boolean {
    return (this.retryAt.get(directory) ?? 0) > performance.now();
  }

  private cacheOf(directory: EntityDirectory): Map<string, boolean | 'unknown'> {
    let cache = this.caches.get(directory);
    if (!cache) this.caches.set(directory, (cache = new Map<string, boolean | 'unknown'>()));
    return cache;
  }
}
