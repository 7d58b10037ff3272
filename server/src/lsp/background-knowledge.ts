/** Facts of a KB that the verifiers need. A check uses the cached ones; missing ones are requested when the user stops typing. */
import type { Agreement } from '../core/describe/description';
import type { EntityDirectory } from '../core/query/entity-directory';
import type { CompareWithQuestion } from '../core/query/kb-check-evidence';
import type { KbKnowledge } from '../core/check/kb-knowledge';
import type { KbEntities } from './entities';
import { tokensOf } from './judgements';
import { UnreachableKbs } from './unreachable-kbs';

/** The time between a check and the requests for missing facts. */
const REQUEST_DELAY_MS = 400;
const TIMEOUT_MS = 4000;
const MAX_ENTITIES = 500;
const MAX_PATTERNS = 20;
/** The maximum number of cached answers for each KB. */
const MAX_CACHED = 5000;

interface MissingFacts {
  readonly kb: KbEntities;
  readonly entities: Set<string>;
  readonly patterns: Set<string>;
  readonly comparisons: Map<string, () => Promise<Agreement | undefined>>;
}

interface CachedFacts {
  /** Whether a pattern matches. */
  readonly patterns: Map<string, boolean | 'unknown'>;
  /** Whether a query matches its question, by the text of both. */
  readonly agreements: Map<string, Agreement | 'unknown'>;
}

export class BackgroundKnowledge {
  private caches = new WeakMap<EntityDirectory, CachedFacts>();
  /** The missing facts of the last check, by document. */
  private readonly missing = new Map<string, Map<EntityDirectory, MissingFacts>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly unreachable = new UnreachableKbs();
  private readonly stopping = new AbortController();

  constructor(private readonly onLearned: (uri: string) => void) {}

  /**
   * The cached facts of a KB. If a document is given, missing facts are collected for it, also by `compare`, which compares a query
   * with its question.
   */
  of(kb: KbEntities, uri?: string, compare?: CompareWithQuestion): KbKnowledge {
    const { directory } = kb;
    const cache = this.cacheOf(directory);
    const missingFacts = (): MissingFacts | undefined => {
      if (uri === undefined) return undefined;
      const byKb = this.missing.get(uri) ?? new Map<EntityDirectory, MissingFacts>();
      this.missing.set(uri, byKb);
      const known = byKb.get(directory);
      if (known) return known;
      const facts = { kb, entities: new Set<string>(), patterns: new Set<string>(), comparisons: new Map() };
      byKb.set(directory, facts);
      return facts;
    };
    return {
      name: kb.kb.name,
      complete: kb.kb.complete,
      entity: (iri) => {
        const known = directory.known(iri);
        if (!known) missingFacts()?.entities.add(iri);
        return known;
      },
      matches: (pattern) => {
        const known = cache.patterns.get(pattern);
        if (known === undefined) missingFacts()?.patterns.add(pattern);
        return known === 'unknown' ? undefined : known;
      },
      agreement: (query, question) => {
        const key = `${question}\n${tokensOf(query)}`;
        const known = cache.agreements.get(key);
        if (known === undefined && compare)
          missingFacts()?.comparisons.set(key, () => compare(query, question, this.stopping.signal));
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
    for (const [directory, { kb, entities, patterns, comparisons }] of missing) {
      if (this.unreachable.has(directory)) continue;
      if (entities.size) {
        const found = await directory.lookUp([...entities].slice(0, MAX_ENTITIES), this.stopping.signal);
        if (directory.problem !== undefined) this.unreachable.add(directory);
        learned ||= found.size > 0;
      }
      for (const pattern of [...patterns].slice(0, MAX_PATTERNS)) {
        if (!isCurrent() || this.unreachable.has(directory)) break;
        const matched = await this.matches(kb, pattern);
        addToCache(this.cacheOf(directory).patterns, pattern, matched ?? 'unknown');
        learned ||= matched !== undefined;
      }
      for (const [key, compare] of comparisons) {
        if (!isCurrent() || this.unreachable.has(directory)) break;
        const agreement = await compare();
        addToCache(this.cacheOf(directory).agreements, key, agreement ?? 'unknown');
        learned ||= agreement !== undefined;
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
    if (execution.status === 'unreachable') this.unreachable.add(directory);
    if (execution.status !== 'answered' || execution.incomplete) return undefined;
    return execution.answer.kind === 'boolean' ? execution.answer.value : undefined;
  }

  private cacheOf(directory: EntityDirectory): CachedFacts {
    let cache = this.caches.get(directory);
    if (!cache) this.caches.set(directory, (cache = { patterns: new Map(), agreements: new Map() }));
    return cache;
  }
}

function addToCache<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, value);
}
