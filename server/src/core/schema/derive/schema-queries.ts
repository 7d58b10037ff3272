/** Runs many small queries on a KB, in batches that are halved if a query times out or its answer is cut off. */
import type { KnowledgeBase, ExecutionLimits, RdfTerm, AnswerRow } from '../../kb/knowledge-base';

const MAX_BATCH_ITEMS = 50;
const MAX_BATCH_WEIGHT = 60_000;

export class KbUnreachableError extends Error {}

interface QueryRows {
  readonly rows: readonly AnswerRow[];
  /** Whether no rows are missing. */
  readonly isComplete: boolean;
}

export class SchemaQueries {
  /** Why the last query that failed has no rows. */
  failure = '';

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly limits: ExecutionLimits,
    private readonly signal: AbortSignal,
  ) {}

  /** Returns undefined if the KB rejected the query or it timed out. The query has no LIMIT; the limit of rows is added. */
  async rows(query: string): Promise<QueryRows | undefined> {
    const limited = `${query} LIMIT ${this.limits.maxRows + 1}`;
    const execution = await this.kb.execute(limited, this.limits, this.signal);
    switch (execution.status) {
      case 'answered': {
        const { answer, incomplete } = execution;
        return answer.kind === 'table'
          ? { rows: answer.rows, isComplete: incomplete === undefined }
          : undefined;
      }
      case 'unreachable':
        throw new KbUnreachableError(execution.message);
      case 'refused':
      case 'timed-out':
        this.failure = execution.message;
        return undefined;
    }
  }

  async number(query: string): Promise<number | undefined> {
    const found = await this.rows(query);
    const cell = found?.isComplete ? found.rows[0]?.[0] : undefined;
    return cell ? Number(cell.value) : undefined;
  }

  /** Passes the rows for all items to `take`, and each item without a complete answer to `failed`. */
  async each<Item>(
    batches: Iterable<readonly Item[]>,
    query: (items: readonly Item[]) => string,
    take: (row: AnswerRow) => void,
    failed: (item: Item) => void,
    report: (done: number) => void = () => undefined,
  ): Promise<void> {
    let done = 0;
    const run = async (items: readonly Item[]): Promise<void> => {
      const found = await this.rows(query(items));
      if (found?.isComplete) {
        for (const row of found.rows) take(row);
        return;
      }
      const [only] = items;
      if (items.length === 1 && only !== undefined) {
        failed(only);
        return;
      }
      const half = Math.ceil(items.length / 2);
      await run(items.slice(0, half));
      await run(items.slice(half));
    };
    for (const batch of batches) {
      report(done);
      await run(batch);
      done += batch.length;
    }
  }
}

/** Splits items into batches of limited weight, so that no query takes long. */
export function* toBatches<Item>(
  items: Iterable<Item>,
  weight: (item: Item) => number,
): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let sum = 0;
  for (const item of items) {
    const itemWeight = weight(item);
    if (batch.length && (batch.length >= MAX_BATCH_ITEMS || sum + itemWeight > MAX_BATCH_WEIGHT)) {
      yield batch;
      batch = [];
      sum = 0;
    }
    batch.push(item);
    sum += itemWeight;
  }
  if (batch.length) yield batch;
}

/** Formats IRIs for the block of VALUES. */
export function formatIris(iris: readonly string[]): string {
  return iris.map((iri) => `<${iri}>`).join(' ');
}

/** Whether the IRI can be written between angle brackets. */
export function isValidIri(iri: string): boolean {
  return !/[\u0000-\u0020<>"{}|\\^`]/.test(iri);
}

export function toIri(term: RdfTerm | null | undefined): string | undefined {
  return term?.type === 'uri' && isValidIri(term.value) ? term.value : undefined;
}

export function toNumber(term: RdfTerm | null | undefined): number {
  return term ? Number(term.value) : 0;
}
