import type { KbSchema } from '../../schema/schema';
import { VIRTUOSO_PREFIXES } from '../../language/rdf/names';
import type { QueryModel } from '../../language/sparql/model';
import { namesOf } from '../names';
import { code, plain } from './markdown';

/** Describes a prefix. `name` is undefined for BASE and for the IRI of a declaration. */
export function describePrefix(
  query: QueryModel,
  schema: KbSchema | undefined,
  name: string | undefined,
  iri: string,
): readonly string[] {
  const declaration = query.prefixes.find((one) =>
    name === undefined ? one.iri === iri : one.prefix === name,
  );
  if (!declaration && name === undefined) return [];
  const prefix = declaration?.prefix ?? name ?? '';
  const namespace = declaration?.iri ?? iri;
  const uses = namesOf(query).filter((use) => use.prefix?.name === prefix && !use.declares).length;
  const lines = [`**${plain(prefix)}:** — prefix of ${code(namespace)}`];
  if (schema && namespace === schema.namespace)
    lines.push(`The namespace of ${plain(schema.name)}. Its relations, classes and entities are checked.`);
  if (!declaration)
    lines.push(VIRTUOSO_PREFIXES.has(prefix) ? 'Predefined by Virtuoso.' : 'Not declared in this query.');
  return [...lines, `${uses} ${uses === 1 ? 'use' : 'uses'}.`];
}
