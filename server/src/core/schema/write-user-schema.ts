/** Formats a schema, or a part of it, as in docs/schema-format.md, so that `parseUserSchema` accepts it. */
import { SCHEMA_LITERALS } from '../language/rdf/datatypes';
import type { RelationData, SchemaData, TypeData, UsageLevels } from './schema';
import type { UserRelation, UserSchema, UserType } from './user-schema';

/** Selects the relations and types to write. */
interface SchemaFilter {
  readonly relation: (id: string) => boolean;
  readonly type: (id: string) => boolean;
}

/** The format cannot express the use in published queries and rare kinds of literals, so these are omitted. */
export function toUserSchema(data: SchemaData, name: string, filter: SchemaFilter): UserSchema {
  const { types, relations, together, open, typing, namespace, machineIds } = data;
  const relationIds = [...relations.keys()].filter((id) => filter.relation(id));
  const endTypes = rowsOf(relationIds, relations).flatMap(({ domain, range }) => [domain, range]);
  const typeIds = new Set(
    [...types.keys(), ...endTypes].filter((id): id is string => id !== undefined && filter.type(id)),
  );
  const formatRelation = ({ domain, range, reverse, use }: RelationData): UserRelation => ({
    ...(domain !== undefined && typeIds.has(domain) && { domain }),
    ...(range !== undefined && typeIds.has(range) && { range }),
    ...(reverse !== undefined && relations.has(reverse) && filter.relation(reverse) && { reverse }),
    ...usesOf(use),
  });
  const formatTypeOf = (id: string): UserType => {
    const type = types.get(id);
    return type ? formatType(type, typeIds) : {};
  };
  return {
    name,
    namespace,
    typing,
    complete: !open.includes(''),
    open: open.filter(Boolean),
    machineIds,
    types: Object.fromEntries([...typeIds].sort().map((id) => [id, formatTypeOf(id)])),
    relations: Object.fromEntries(
      rowsOf(relationIds.sort(), relations).map((row) => [row.id, formatRelation(row)]),
    ),
    together: [...together].filter((pair) => pair.every((id) => typeIds.has(id))),
  };
}

function rowsOf(relationIds: readonly string[], table: SchemaData['relations']): readonly RelationData[] {
  return relationIds.flatMap((id) => table.get(id) ?? []);
}

function formatType({ kind, literal, includes, use }: TypeData, typeIds: ReadonlySet<string>): UserType {
  const supported = kind === 'literal' ? SCHEMA_LITERALS.find((family) => family === literal) : undefined;
  const included = includes.filter((id) => typeIds.has(id));
  return {
    ...(kind !== 'entity' && { kind: kind === 'literal' && !supported ? 'unknown' : kind }),
    ...(supported && { literal: supported }),
    ...(included.length && { includes: included }),
    ...usesOf(use),
  };
}

/** Returns the lower bound of the usage level. */
function usesOf({ facts }: UsageLevels): Pick<UserRelation, 'uses'> {
  return facts ? { uses: 2 ** (facts - 1) } : {};
}
