import {
  KbSchema,
  toUsageLevel,
  type RelationData,
  type SchemaData,
  type SchemaTable,
} from '../../server/src/core/schema/schema';

/** The relations and classes of a query, without duplicates. */
export interface QueryUses {
  readonly relations: readonly string[];
  readonly classes: readonly string[];
}

/** Returns the schema with use counts from these queries only. */
export function schemaWithUses(queries: Iterable<QueryUses>, data: SchemaData): KbSchema {
  return new KbSchema(withUseCounts(queries, data));
}

export function withUseCounts(queries: Iterable<QueryUses>, data: SchemaData): SchemaData {
  const counts = new Map<string, number>();
  for (const { relations, classes } of queries)
    for (const id of [...relations, ...classes]) counts.set(id, (counts.get(id) ?? 0) + 1);
  const counted = <Row extends Pick<RelationData, 'use'>>(table: SchemaTable<Row>): SchemaTable<Row> => ({
    size: table.size,
    has: (id) => table.has(id),
    keys: () => table.keys(),
    get: (id) => {
      const row = table.get(id);
      return row && { ...row, use: { ...row.use, queries: toUsageLevel(counts.get(id) ?? 0) } };
    },
  });
  return { ...data, relations: counted(data.relations), types: counted(data.types) };
}
