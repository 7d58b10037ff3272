/** Facts of a KB that the verifiers need. A check uses the known ones; the missing ones are requested when the user stops typing. */
import type { EntityDirectory } from '../core/query/entity-directory';
import type { KbKnowledge } from '../core/check/kb-knowledge';
import type { KbEntities } from './entities';

/** Milliseconds between a check and the requests. */
const DELAY = 400;
/** Milliseconds before an unreachable KB is asked again. */
const RETRY_DELAY = 60_000;
const TIMEOUT = 4000;
const MAX_ENTITIES = 500;
const MAX_PATTERNS = 20;
/** Cached answers for each KB. */
const MAX_REMEMBERED = 5000;

interface MissingFacts {
  readonly kb: KbEntities;
  readonly entities: Set<string>;
  readonly patterns: Set<string>;
}

export class BackgroundKnowledge {
  private memories = new WeakMap<EntityDirectory, Map<string, boolean | 'unknown'>>();
  private readonly wanted = new Map<string, Map<EntityDirectory, MissingFacts>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly retryAt = new WeakMap<EntityDirectory, number>();
  private readonly stopping = new AbortController();

  constructor(private readonly onLearned: (uri: string) => void) {}

  /** The known facts. Missing ones are collected for the document, if one is given. */
  of(kb: KbEntities, uri?: string): KbKnowledge {
    const { directory } = kb;
    const memory = this.memoryOf(directory);
    const note = (what: 'entities' | 'patterns', asked: string): void => {
      if (uri === undefined) return;
      const all = this.wanted.get(uri) ?? new Map<EntityDirectory, MissingFacts>();
      this.wanted.set(uri, all);
      const one = all.get(directory) ?? { kb, entities: new Set(), patterns: new Set() };
      all.set(directory, one);
      one[what].add(asked);
    };
    return {
      name: kb.kb.name,
      complete: kb.kb.complete,
      entity: (iri) => {
        const known = directory.known(iri);
        if (!known) note('entities', iri);
        return known;
      },
      matches: (pattern) => {
        const known = memory.get(pattern);
        if (known === undefined) note('patterns', pattern);
        return known === 'unknown' ? undefined : known;
      },
    };
  }

  /** A new check begins, or the document is closed: drops the missing facts of the last check. */
  cancel(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.wanted.delete(uri);
  }

  /** The check is finished. */
  requestMissing(uri: string): void {
    const wanted = this.wanted.get(uri);
    if (!wanted) return;
    const timer = setTimeout(() => {
      this.timers.delete(uri);
      // Fails only when the server stops.
      this.request(uri, wanted).catch(() => undefined);
    }, DELAY);
    timer.unref();
    this.timers.set(uri, timer);
  }

  /** A KB was changed or loaded. */
  forget(): void {
    this.memories = new WeakMap();
  }

  stop(): void {
    this.stopping.abort();
    for (const uri of [...this.timers.keys()]) this.cancel(uri);
  }

  /** One request at a time. A running one is not cancelled when the text changes, because that may stop the engine. */
  private async request(uri: string, wanted: ReadonlyMap<EntityDirectory, MissingFacts>): Promise<void> {
    const isWanted = (): boolean => this.wanted.get(uri) === wanted;
    let learned = false;
    for (const [directory, { kb, entities, patterns }] of wanted) {
      if ((this.retryAt.get(directory) ?? 0) > performance.now()) continue;
      if (entities.size) {
        const asked = [...entities].slice(0, MAX_ENTITIES);
        const found = await directory.lookUp(asked, this.stopping.signal);
        if (directory.problem !== undefined) this.retryAt.set(directory, performance.now() + RETRY_DELAY);
        learned ||= found.size > 0;
      }
      for (const pattern of [...patterns].slice(0, MAX_PATTERNS)) {
        if (!isWanted() || (this.retryAt.get(directory) ?? 0) > performance.now()) break;
        const matched = await this.askKb(kb, pattern);
        const memory = this.memoryOf(directory);
        if (memory.size >= MAX_REMEMBERED) memory.clear();
        memory.set(pattern, matched ?? 'unknown');
        learned ||= matched !== undefined;
      }
    }
    if (learned && isWanted()) this.onLearned(uri);
  }

  private async askKb({ kb, directory }: KbEntities, pattern: string): Promise<boolean | undefined> {
    const execution = await kb.execute(
      `ASK { ${pattern} }`,
      { timeoutMs: TIMEOUT, maxRows: 1 },
      this.stopping.signal,
    );
    if (execution.status === 'unreachable') this.retryAt.set(directory, performance.now() + RETRY_DELAY);
    if (execution.status !== 'answered' || execution.incomplete) return undefined;
    return execution.answer.kind === 'boolean' ? execution.answer.value : undefined;
  }

  private memoryOf(directory: EntityDirectory): Map<string, boolean | 'unknown'> {
    let memory = this.memories.get(directory);
    if (!memory) this.memories.set(directory, (memory = new Map<string, boolean | 'unknown'>()));
    return memory;
  }
}
