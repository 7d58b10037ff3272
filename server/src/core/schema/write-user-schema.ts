/** A schema as docs/schema-format.md has it, without some of its relations and types. `parseUserSchema` takes it. */
import type { LiteralFamily } from '../language/rdf/datatypes';
import type { RelationData, SchemaData, TypeData, UsageLevels } from './schema';

interface Left {
  readonly relation: (id: string) => boolean;
  readonly type: (id: string) => boolean;
}

/** What the format has no words for is left out: how often published queries use something, and literals of rare kinds. */
export function userSchemaOf(data: SchemaData, name: string, left: Left): object {
  const { types, relations, together, open, typing, namespace, machineIds } = data;
  const ids = [...relations.keys()].filter((id) => left.relation(id));
  const ofRelations = rowsOf(ids, relations).flatMap(({ domain, range }) => [domain, range]);
  const kept = new Set(
    [...types.keys(), ...ofRelations].filter((id): id is string => id !== undefined && left.type(id)),
  );
  const relation = ({ domain, range, reverse, use }: RelationData): object => ({
    ...(domain !== undefined && kept.has(domain) && { domain }),
    ...(range !== undefined && kept.has(range) && { range }),
    ...(reverse !== undefined && relations.has(reverse) && left.relation(reverse) && { reverse }),
    ...usesOf(use),
  });
  const typed = (id: string): object => {
    const type = types.get(id);
    return type ? typeOf(type, kept) : {};
  };
  return {
    name,
    namespace,
    typing,
    complete: !open.includes(''),
    open: open.filter(Boolean),
    machineIds,
    types: Object.fromEntries([...kept].sort().map((id) => [id, typed(id)])),
    relations: Object.fromEntries(rowsOf(ids.sort(), relations).map((row) => [row.id, relation(row)])),
    together: [...together].filter((pair) => pair.every((id) => kept.has(id))),
  };
}

function rowsOf(ids: readonly string[], table: SchemaData['relations']): readonly RelationData[] {
  return ids.flatMap((id) => table.get(id) ?? []);
}

const SAID: ReadonlySet<LiteralFamily> = new Set(['integer', 'float', 'datetime', 'boolean', 'text']);

function typeOf({ kind, literal, includes, use }: TypeData, kept: ReadonlySet<string>): object {
  const said = kind === 'literal' && literal !== undefined && SAID.has(literal);
  const still = includes.filter((id) => kept.has(id));
  return {
    ...(kind !== 'entity' && { kind: kind === 'literal' && !said ? 'unknown' : kind }),
    ...(said && { literal }),
    ...(still.length && { includes: still }),
    ...usesOf(use),
  };
}

/** A level stands for as many as it begins with. */
function usesOf({ facts }: UsageLevels): object {
  return facts ? { uses: 2 ** (facts - 1) } : {};
}
