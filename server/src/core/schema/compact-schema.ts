/**
 * The compact text form of a schema, the one that is bundled. Rows are sorted by id and refer to each other by number
 * (base 36); a row is decoded when it is first asked for, so that loading costs little more than finding the ids.
 *
 *   funfusic-schema 1
 *   {"name":…,"namespace":…,"typing":[…],"open":[…],"machineIds":true,"usual":[…]}
 *   types 12345
 *   id TAB kind TAB included types TAB use      kind: e entity, m mediator, u unknown, l and the literal family's number
 *   relations 20000
 *   id TAB domain TAB range TAB reverse TAB use  domain is empty where the id says it and `-` where nobody does
 *   together 1234
 *   type type type …                      the first was seen with each of the others
 * Use is two levels, one sign each: in facts and in queries; empty where there is none.
 */
import { LITERAL_FAMILIES } from '../language/rdf/datatypes';
import { LazyTable, LineReader } from './lazy-table';
import {
  UNUSED,
  type RelationData,
  type SchemaData,
  type TypeData,
  type TypeKind,
  type UsageLevels,
} from './schema';

const MAGIC = 'funfusic-schema 1';
const KINDS: Readonly<Record<TypeKind, string>> = { entity: 'e', mediator: 'm', unknown: 'u', literal: 'l' };
const KIND_OF = new Map(Object.entries(KINDS).map(([kind, letter]) => [letter, kind as TypeKind]));

export function encodeSchema(schema: SchemaData): string {
  const typeIds = [...schema.types.keys()].sort();
  const relationIds = [...schema.relations.keys()].sort();
  const typeNumber = numbering(typeIds);
  const relationNumber = numbering(relationIds);
  const { name, namespace, typing, open, machineIds, usual } = schema;
  const lines = [
    MAGIC,
    JSON.stringify({ name, namespace, typing, open, machineIds, usual }),
    `types ${typeIds.length}`,
  ];
  for (const id of typeIds) {
    const { kind, literal, includes, use } = schema.types.get(id) as TypeData;
    const mark = `${KINDS[kind]}${literal === undefined ? '' : LITERAL_FAMILIES.indexOf(literal)}`;
    lines.push(row([id, mark, includes.map(typeNumber).join(' '), useCell(use)]));
  }
  lines.push(`relations ${relationIds.length}`);
  for (const id of relationIds) {
    const { domain, range, reverse, use } = schema.relations.get(id) as RelationData;
    const domainCell = domain === undefined ? '-' : domain === impliedDomain(id) ? '' : typeNumber(domain);
    lines.push(
      row([
        id,
        domainCell,
        range === undefined ? '' : typeNumber(range),
        reverse === undefined ? '' : relationNumber(reverse),
        useCell(use),
      ]),
    );
  }
  const partners = new Map<string, Set<string>>();
  for (const pair of schema.together) {
    const [left = '', right = ''] = [...pair].sort();
    const set = partners.get(left);
    if (set) set.add(right);
    else partners.set(left, new Set([right]));
  }
  lines.push(`together ${partners.size}`);
  for (const left of [...partners.keys()].sort()) {
    lines.push([left, ...[...(partners.get(left) ?? [])].sort()].map(typeNumber).join(' '));
  }
  return `${lines.join('\n')}\n`;
}

export function decodeSchema(text: string): SchemaData {
  const reader = new LineReader(text);
  if (reader.next() !== MAGIC) throw new Error('Not a schema file, or a different version');
  const head = JSON.parse(reader.next()) as Pick<
    SchemaData,
    'name' | 'namespace' | 'typing' | 'open' | 'machineIds' | 'usual'
  >;

  const types: LazyTable<TypeData> = new LazyTable(
    reader,
    'types',
    (id, [mark = '', included = '', use = '']) => {
      const kind = KIND_OF.get(mark[0] ?? '') ?? 'unknown';
      return {
        id,
        kind,
        literal: kind === 'literal' ? LITERAL_FAMILIES[Number(mark.slice(1))] : undefined,
        includes: included ? included.split(' ').map(typeAt) : [],
        use: useFrom(use),
      };
    },
  );
  const typeAt = (cell: string): string => types.idAt(parseInt(cell, 36));

  const relations: LazyTable<RelationData> = new LazyTable(
    reader,
    'relations',
    (id, [domain = '', range = '', reverse = '', use = '']) => ({
      id,
      domain: domain === '-' ? undefined : domain ? typeAt(domain) : impliedDomain(id),
      range: range ? typeAt(range) : undefined,
      reverse: reverse ? relations.idAt(parseInt(reverse, 36)) : undefined,
      use: useFrom(use),
    }),
  );

  const rows: string[] = [];
  for (let left = reader.section('together'); left > 0; left--) rows.push(reader.next());
  function* together(): Generator<readonly [string, string]> {
    for (const line of rows) {
      const [first = '', ...others] = line.split(' ');
      for (const other of others) yield [typeAt(first), typeAt(other)];
    }
  }
  return {
    ...head,
    types,
    relations,
    together: { [Symbol.iterator]: together },
    shortcuts: {
      relationsOf: relationsByDomain(relations, typeAt),
      coOccur: pairsIn(rows, typeAt),
    },
  };
}

/** The relations of a type stand one after the other, for their ids begin with it; all but the few whose rows say otherwise. */
function relationsByDomain(
  relations: LazyTable<RelationData>,
  typeAt: (cell: string) => string,
): (type: string) => readonly string[] {
  let elsewhere: ReadonlyMap<number, string | undefined> | undefined;
  return (type) => {
    elsewhere ??= new Map(
      relations.rowsWithFirstCell().map(([row, cell]) => [row, cell === '-' ? undefined : typeAt(cell)]),
    );
    const found: number[] = [];
    for (const [row, domain] of elsewhere) if (domain === type) found.push(row);
    for (let row = relations.firstFrom(`${type}.`); row < relations.size; row++) {
      const id = relations.idAt(row);
      if (!id.startsWith(`${type}.`)) break;
      if (impliedDomain(id) === type && !elsewhere.has(row)) found.push(row);
    }
    return found.sort((left, right) => left - right).map((row) => relations.idAt(row));
  };
}

/** A row begins with the lesser of its types, and lists the greater ones that it was seen with. */
function pairsIn(
  rows: readonly string[],
  typeAt: (cell: string) => string,
): (left: string, right: string) => boolean {
  let partners: Map<string, string | ReadonlySet<string>> | undefined;
  return (left, right) => {
    partners ??= new Map(rows.map((line) => [typeAt(line.slice(0, line.indexOf(' '))), line]));
    const [lesser, greater] = left < right ? [left, right] : [right, left];
    let known = partners.get(lesser);
    if (typeof known === 'string') {
      known = new Set(known.split(' ').slice(1).map(typeAt));
      partners.set(lesser, known);
    }
    return known?.has(greater) ?? false;
  };
}

/** `people.person.parents` is a relation of `people.person` unless its row says otherwise. */
function impliedDomain(relation: string): string {
  return relation.slice(0, relation.lastIndexOf('.'));
}

function useCell({ facts, queries }: UsageLevels): string {
  return facts || queries ? facts.toString(36) + queries.toString(36) : '';
}

function useFrom(cell: string): UsageLevels {
  return cell ? { facts: parseInt(cell[0] ?? '0', 36), queries: parseInt(cell[1] ?? '0', 36) } : UNUSED;
}

function numbering(ids: readonly string[]): (id: string) => string {
  const numbers = new Map(ids.map((id, index) => [id, index.toString(36)]));
  return (id) => {
    const number = numbers.get(id);
    if (number === undefined) throw new Error(`Not in the schema: ${id}`);
    return number;
  };
}

function row(cells: readonly string[]): string {
  return cells.join('\t').replace(/\t+$/, '');
}
