/** Queries that are beyond a search: no question of a person needs so many triples, and every change would have to be verified anew. */
import type { Dialect, Group } from '../../language/sparql/model';
import { parseQuery } from '../../language/sparql/parse';

const MAX_CHARACTERS = 20_000;
const MAX_TRIPLES = 50;

export function isTooLong(text: string, dialect: Dialect): boolean {
  if (text.length > MAX_CHARACTERS) return true;
  const { query } = parseQuery(text, dialect);
  return query.groups.reduce((sum, group) => sum + triplesIn(group), 0) > MAX_TRIPLES;
}

function triplesIn({ triples, children, select }: Group): number {
  return [...children, ...(select?.groups ?? [])].reduce(
    (sum, group) => sum + triplesIn(group),
    triples.length,
  );
}
