import type { QueryDescription } from '../core/describe/description';
import type { QueryModel } from '../core/language/sparql/model';
import type { OpenDocument } from './feature';

/** Describes a query by templates, with the names that are already known. */
export async function describeWithKnownNames(
  { schema, namesIn }: OpenDocument,
  query: QueryModel,
): Promise<QueryDescription | undefined> {
  if (!schema || query.query.form === 'none' || !query.parses) return undefined;
  const { describeQuery } = await import('../core/describe/describe-query');
  const names = namesIn(query);
  return describeQuery(query, schema, (iri) => names(schema.idOf(iri) ?? ''));
}
