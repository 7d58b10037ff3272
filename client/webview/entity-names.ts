import type { EntityCard } from '../../server/src/protocol/index';
import { host } from './host';

/** The names of the entities of a KB. They are requested in batches, those of visible rows first. */
export class EntityNameCache {
  private readonly cards = new Map<string, EntityCard | null>();
  private urgent = new Set<string>();
  private later: string[] = [];
  private busy = false;
  /** Why names cannot be loaded. They are not requested again. */
  problem: string | undefined;

  constructor(
    readonly kb: string,
    private readonly changed: () => void,
  ) {}

  readonly nameOf = (iri: string): string | undefined => this.cards.get(iri)?.name;

  cardOf(iri: string): EntityCard | undefined {
    return this.cards.get(iri) ?? undefined;
  }

  requestNow(iris: Iterable<string>): void {
    for (const iri of iris) if (!this.cards.has(iri)) this.urgent.add(iri);
    void this.requestBatches();
  }

  requestLater(iris: readonly string[]): void {
    this.later = iris.filter((iri) => !this.cards.has(iri));
    void this.requestBatches();
  }

  private async requestBatches(): Promise<void> {
    if (this.busy || this.problem !== undefined) return;
    this.busy = true;
    for (let batch = this.nextBatch(); batch.length > 0; batch = this.nextBatch()) {
      try {
        const found = await host.request('entities', { kb: this.kb, iris: batch });
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

  private nextBatch(): string[] {
    const urgent = [...this.urgent].filter((iri) => !this.cards.has(iri));
    this.urgent = new Set();
    if (urgent.length > 0) return urgent;
    const batch: string[] = [];
    while (batch.length < BATCH_SIZE && this.later.length > 0) {
      const iri = this.later.pop();
      if (iri !== undefined && !this.cards.has(iri)) batch.push(iri);
    }
    return batch;
  }
}

const BATCH_SIZE = 500;
