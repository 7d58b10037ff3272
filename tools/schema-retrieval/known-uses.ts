import {
  useLevel,
  type KbSchema,
  type RelationData,
  type SchemaData,
  type SchemaTable,
} from '../../server/src/core/schema/schema';
import { KbSchema as Schema } from '../../server/src/core/schema/schema';

/** What a query names, each once. */
export interface Uses {
  readonly relations: readonly string[];
  readonly classes: readonly string[];
}

/** The schema as it would be if these were all the queries that were ever published. */
export function knowingOnly(queries: Iterable<Uses>, data: SchemaData): KbSchema {
  return new Schema(countingOnly(queries, data));
}

export function countingOnly(queries: Iterable<Uses>, data: SchemaData): SchemaData {
  const counts = new Map<string, number>();
  for (const { relations, classes } of queries)
    for (const id of [...relations, ...classes]) counts.set(id, (counts.get(id) ?? 0) + 1);
  const counted = <Row extends Pick<RelationData, 'use'>>(table: SchemaTable<Row>): SchemaTable<Row> => ({
    size: table.size,
    has: (id) => table.has(id),
    keys: () => table.keys(),
    get: (id) => {
      const row = table.get(id);
      return row && { ...row, use: { ...row.use, queries: useLevel(counts.get(id) ?? 0) } };
    },
  });
  return { ...data, relations: counted(data.relations), types: counted(data.types) };
}
