/** Asks a KB many small questions, in batches that get smaller where it takes too long or says too much. */
import type { KnowledgeBase, Limits, RdfTerm, Row } from '../../kb/knowledge-base';

/** The KB is away: nothing more can be found out. */
export class Unreachable extends Error {}

interface Found {
  readonly rows: readonly Row[];
  /** Whether these are all. */
  readonly whole: boolean;
}

export class SchemaQueries {
  constructor(
    private readonly kb: KnowledgeBase,
    private readonly limits: Limits,
    private readonly signal: AbortSignal,
  ) {}

  /** Nothing where the KB gave up. */
  async rows(query: string): Promise<Found | undefined> {
    const execution = await this.kb.execute(query, this.limits, this.signal);
    switch (execution.status) {
      case 'answered': {
        const { answer, incomplete } = execution;
        return answer.kind === 'table' ? { rows: answer.rows, whole: incomplete === undefined } : undefined;
      }
      case 'unreachable':
        throw new Unreachable(execution.message);
      case 'refused':
      case 'timed-out':
        return undefined;
    }
  }

  async number(query: string): Promise<number | undefined> {
    const found = await this.rows(query);
    const cell = found?.whole ? found.rows[0]?.[0] : undefined;
    return cell ? Number(cell.value) : undefined;
  }

  /**
   * The answers on all items together. One for which there is no whole answer, not even alone, is handed to `failed`.
   * `query` is given the items as they stand between the brackets of VALUES.
   */
  async each<Item>(
    batches: Iterable<readonly Item[]>,
    query: (items: readonly Item[]) => string,
    take: (row: Row) => void,
    failed: (item: Item) => void,
    told: (done: number) => void = () => undefined,
  ): Promise<void> {
    let done = 0;
    const ask = async (items: readonly Item[]): Promise<void> => {
      const found = await this.rows(query(items));
      if (found?.whole) {
        for (const row of found.rows) take(row);
        return;
      }
      const [only] = items;
      if (items.length === 1 && only !== undefined) {
        failed(only);
        return;
      }
      const half = Math.ceil(items.length / 2);
      await ask(items.slice(0, half));
      await ask(items.slice(half));
    };
    for (const batch of batches) {
      told(done);
      await ask(batch);
      done += batch.length;
    }
  }
}

/** As many items together as weigh little, so that no question takes long. */
export function* batchesOf<Item>(
  items: Iterable<Item>,
  weight: (item: Item) => number,
  { most = 50, heaviest = 60_000 } = {},
): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let sum = 0;
  for (const item of items) {
    const more = weight(item);
    if (batch.length && (batch.length >= most || sum + more > heaviest)) {
      yield batch;
      batch = [];
      sum = 0;
    }
    batch.push(item);
    sum += more;
  }
  if (batch.length) yield batch;
}

/** Between the brackets of VALUES. */
export function listed(iris: readonly string[]): string {
  return iris.map((iri) => `<${iri}>`).join(' ');
}

/** Can this be written between angle brackets? */
export function isWritable(iri: string): boolean {
  return !/[\u0000-\u0020<>"{}|\\^`]/.test(iri);
}

export function iriIn(term: RdfTerm | null | undefined): string | undefined {
  return term?.type === 'uri' && isWritable(term.value) ? term.value : undefined;
}

export function numberIn(term: RdfTerm | null | undefined): number {
  return term ? Number(term.value) : 0;
}
