/** What KBs say that the verifiers want to know: looked up while they check, asked for when the typing rests. */
import type { EntityDirectory } from '../core/query/entity-directory';
import type { KbKnowledge } from '../core/check/kb-knowledge';
import type { KbEntities } from './entities';

/** Milliseconds after a check before a KB is asked. */
const REST = 400;
/** Milliseconds before a KB that is away is asked again. */
const LONG_REST = 60_000;
const TIMEOUT = 4000;
const MOST_ENTITIES = 500;
const MOST_PATTERNS = 20;
/** Answers that are remembered for each KB: every pattern that was ever typed would be too many. */
const MAX_REMEMBERED = 5000;

interface Wanted {
  readonly kb: KbEntities;
  readonly entities: Set<string>;
  readonly patterns: Set<string>;
}

export class BackgroundKnowledge {
  private memories = new WeakMap<EntityDirectory, Map<string, boolean | 'not told'>>();
  private readonly wanted = new Map<string, Map<EntityDirectory, Wanted>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly restingUntil = new WeakMap<EntityDirectory, number>();
  private readonly stopping = new AbortController();

  constructor(private readonly onNews: (uri: string) => void) {}

  /** Known at once, or not at all; what is missing is noted for the document, if one is named. */
  of(kb: KbEntities, uri?: string): KbKnowledge {
    const { directory } = kb;
    const memory = this.memoryOf(directory);
    const note = (what: 'entities' | 'patterns', asked: string): void => {
      if (uri === undefined) return;
      const all = this.wanted.get(uri) ?? new Map<EntityDirectory, Wanted>();
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
        return known === 'not told' ? undefined : known;
      },
    };
  }

  /** A check begins: what an earlier one wanted is no longer of interest. */
  begin(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.wanted.delete(uri);
  }

  /** The check is over. */
  rest(uri: string): void {
    const wanted = this.wanted.get(uri);
    if (!wanted) return;
    const timer = setTimeout(() => {
      this.timers.delete(uri);
      // Ends in an error only when the server does.
      this.ask(uri, wanted).catch(() => undefined);
    }, REST);
    timer.unref();
    this.timers.set(uri, timer);
  }

  /** KBs were changed, or can be asked that could not. */
  forget(): void {
    this.memories = new WeakMap();
  }

  stop(): void {
    this.stopping.abort();
    for (const uri of [...this.timers.keys()]) this.begin(uri);
  }

  /** One question after the other. What is under way when the text changes is finished, since stopping it may stop the engine. */
  private async ask(uri: string, wanted: ReadonlyMap<EntityDirectory, Wanted>): Promise<void> {
    const isWanted = (): boolean => this.wanted.get(uri) === wanted;
    let news = false;
    for (const [directory, { kb, entities, patterns }] of wanted) {
      if ((this.restingUntil.get(directory) ?? 0) > performance.now()) continue;
      if (entities.size) {
        const asked = [...entities].slice(0, MOST_ENTITIES);
        const found = await directory.lookUp(asked, this.stopping.signal);
        if (directory.problem !== undefined) this.restingUntil.set(directory, performance.now() + LONG_REST);
        news ||= found.size > 0;
      }
      for (const pattern of [...patterns].slice(0, MOST_PATTERNS)) {
        if (!isWanted() || (this.restingUntil.get(directory) ?? 0) > performance.now()) break;
        const told = await this.askFor(kb, pattern);
        const memory = this.memoryOf(directory);
        if (memory.size >= MAX_REMEMBERED) memory.clear();
        memory.set(pattern, told ?? 'not told');
        news ||= told !== undefined;
      }
    }
    if (news && isWanted()) this.onNews(uri);
  }

  private async askFor({ kb, directory }: KbEntities, pattern: string): Promise<boolean | undefined> {
    const execution = await kb.execute(
      `ASK { ${pattern} }`,
      { timeoutMs: TIMEOUT, maxRows: 1 },
      this.stopping.signal,
    );
    if (execution.status === 'unreachable') this.restingUntil.set(directory, performance.now() + LONG_REST);
    if (execution.status !== 'answered' || execution.incomplete) return undefined;
    return execution.answer.kind === 'boolean' ? execution.answer.value : undefined;
  }

  private memoryOf(directory: EntityDirectory): Map<string, boolean | 'not told'> {
    let memory = this.memories.get(directory);
    if (!memory) this.memories.set(directory, (memory = new Map<string, boolean | 'not told'>()));
    return memory;
  }
}
