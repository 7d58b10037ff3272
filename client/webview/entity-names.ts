import type { EntityCard } from '../../server/src/protocol/index';
import { host } from './host';

/** The names of the entities of a KB, requested in batches: visible ones first. */
export class EntityNameCache {
  private readonly cards = new Map<string, EntityCard | null>();
  private urgent = new Set<string>();
  private later: string[] = [];
  private busy = false;
  /** Set if the KB cannot return names; it is not asked again. */
  problem: string | undefined;

  constructor(
    readonly kb: string,
    private readonly changed: () => void,
  ) {}

  readonly nameOf = (iri: string): string | undefined => this.cards.get(iri)?.name;

  cardOf(iri: string): EntityCard | undefined {
    return this.cards.get(iri) ?? undefined;
  }

  wantNow(iris: Iterable<string>): void {
    for (const iri of iris) if (!this.cards.has(iri)) this.urgent.add(iri);
    void this.work();
  }

  wantLater(iris: readonly string[]): void {
    this.later = iris.filter((iri) => !this.cards.has(iri));
    void this.work();
  }

  private async work(): Promise<void> {
    if (this.busy || this.problem !== undefined) return;
    this.busy = true;
    for (let batch = this.next(); batch.length > 0; batch = this.next()) {
      try {
        const found = await host.ask('entities', { kb: this.kb, iris: batch });
        for (const iri of batch) this.cards.set(iri, found[iri] ?? null);
      } catch (error) {
        this.problem = error instanceof Error ? error.message : String(error);
        break;
      }
      this.changed();
    }
    this.busy = false;
    if (this.problem !== undefined) this.changed();
  }

  private next(): string[] {
    const now = [...this.urgent].filter((iri) => !this.cards.has(iri));
    this.urgent = new Set();
    if (now.length > 0) return now;
    const batch: string[] = [];
    while (batch.length < BATCH && this.later.length > 0) {
      const iri = this.later.pop();
      if (iri !== undefined && !this.cards.has(iri)) batch.push(iri);
    }
    return batch;
  }
}

const BATCH = 500;
