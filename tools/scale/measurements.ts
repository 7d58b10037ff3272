/** Times and numbers of queries of operations, as a table. */
import type { MeteredKb, MeteredQuery } from './metered-kb';

interface Measurement {
  readonly operation: string;
  readonly milliseconds: number;
  readonly queries: readonly MeteredQuery[];
}

export class Measurements {
  private readonly all: Measurement[] = [];

  constructor(private readonly kb: MeteredKb) {}

  /** Measures one operation. The KB is not used by others at the same time. */
  async measure<Result>(operation: string, act: () => Promise<Result>): Promise<Result> {
    this.kb.takeQueries();
    const began = performance.now();
    const result = await act();
    this.all.push({
      operation,
      milliseconds: performance.now() - began,
      queries: this.kb.takeQueries(),
    });
    return result;
  }

  rows(): readonly (readonly string[])[] {
    const operations = [...new Set(this.all.map(({ operation }) => operation))];
    return operations.map((operation) => {
      const some = this.all.filter((one) => one.operation === operation);
      const times = some.map(({ milliseconds }) => milliseconds);
      const counts = some.map(({ queries }) => queries.length);
      const failed = some.flatMap(({ queries }) => queries).filter(({ status }) => status !== 'answered');
      return [
        operation,
        `${some.length}`,
        formatTime(quantile(times, 0.5)),
        formatTime(quantile(times, 0.95)),
        `${quantile(counts, 0.5)}`,
        `${quantile(counts, 0.95)}`,
        `${failed.length}`,
      ];
    });
  }

  /** The slowest queries of each operation. */
  slowest(most: number): readonly (MeteredQuery & { readonly operation: string })[] {
    const operations = [...new Set(this.all.map(({ operation }) => operation))];
    return operations.flatMap((operation) =>
      this.all
        .filter((one) => one.operation === operation)
        .flatMap(({ queries }) => queries.map((query) => ({ ...query, operation })))
        .sort((left, right) => right.milliseconds - left.milliseconds)
        .slice(0, most),
    );
  }
}

export const COLUMNS = ['Operation', 'n', 'median', 'p95', 'queries', 'queries p95', 'failed'] as const;

export function toTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map((_, at) => (at ? '--:' : '---'))), ...rows.map(line)].join('\n');
}

/** The nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function formatTime(milliseconds: number): string {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(2)} s` : `${milliseconds.toFixed(0)} ms`;
}
