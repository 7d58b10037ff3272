/**
 * The compact text format of the bundled schema. Rows are sorted by id and refer to each other by number (base 36). A row
 * is decoded on first access, so that loading only has to find the ids.
 *
 *   funfusic-schema 1
 *   {"name":…,"namespace":…,"typing":[…],"open":[…],"machineIds":true,"usual":[…]}
 *   types 12345
 *   id TAB kind TAB included types TAB use      kind: e entity, m mediator, u unknown, l and the literal family's number
 *   relations 20000
 *   id TAB domain TAB range TAB reverse TAB use  domain: empty if implied by the id, `-` if unknown
 *   together 1234
 *   type type type …                      the first co-occurs with each of the others
 * Use: two digits, the usage levels in facts and in queries; empty if unused.
 */
import { firstIndex } from '../language/text/binary-search';
import { LITERAL_FAMILIES } from '../language/rdf/datatypes';
import { addToSet } from '../language/text/multimap';
import { LazyTable, LineReader, type Lines } from './lazy-table';
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
const KIND_BY_LETTER = new Map(Object.entries(KINDS).map(([kind, letter]) => [letter, kind as TypeKind]));

export function encodeSchema(schema: SchemaData): string {
  const typeIds = [...schema.types.keys()].sort();
  const relationIds = [...schema.relations.keys()].sort();
  const typeNumber = numberIds(typeIds);
  const relationNumber = numberIds(relationIds);
  const { name, namespace, typing, open, machineIds, usual } = schema;
  const lines = [
    MAGIC,
    JSON.stringify({ name, namespace, typing, open, machineIds, usual }),
    `types ${typeIds.length}`,
  ];
  for (const id of typeIds) {
    const { kind, literal, includes, use } = schema.types.get(id) as TypeData;
    const mark = `${KINDS[kind]}${literal === undefined ? '' : LITERAL_FAMILIES.indexOf(literal)}`;
    lines.push(formatRow([id, mark, includes.map(typeNumber).join(' '), formatUse(use)]));
  }
  lines.push(`relations ${relationIds.length}`);
  for (const id of relationIds) {
    const { domain, range, reverse, use } = schema.relations.get(id) as RelationData;
    const domainCell = domain === undefined ? '-' : domain === impliedDomain(id) ? '' : typeNumber(domain);
    lines.push(
      formatRow([
        id,
        domainCell,
        range === undefined ? '' : typeNumber(range),
        reverse === undefined ? '' : relationNumber(reverse),
        formatUse(use),
      ]),
    );
  }
  const partners = new Map<string, Set<string>>();
  for (const pair of schema.together) {
    const [left = '', right = ''] = [...pair].sort();
    addToSet(partners, left, right);
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
    (id, [, mark = '', included = '', use = '']) => {
      const kind = KIND_BY_LETTER.get(mark[0] ?? '') ?? 'unknown';
      return {
        id,
        kind,
        literal: kind === 'literal' ? LITERAL_FAMILIES[Number(mark.slice(1))] : undefined,
        includes: included ? included.split(' ').map(typeAt) : [],
        use: parseUse(use),
      };
    },
  );
  const typeAt = (cell: string): string => types.idAt(parseInt(cell, 36));

  const relations: LazyTable<RelationData> = new LazyTable(
    reader,
    'relations',
    (id, [, domain = '', range = '', reverse = '', use = '']) => ({
      id,
      domain: domain === '-' ? undefined : domain ? typeAt(domain) : impliedDomain(id),
      range: range ? typeAt(range) : undefined,
      reverse: reverse ? relations.idAt(parseInt(reverse, 36)) : undefined,
      use: parseUse(use),
    }),
  );

  const rows = reader.section('together');
  function* together(): Generator<readonly [string, string]> {
    for (let row = 0; row < rows.size; row++) {
      const [first = '', ...others] = rows.at(row).split(' ');
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
      coOccur: lookupPairs(rows, typeAt),
    },
  };
}

/** The relations of a type are consecutive rows, because their ids begin with it. Some rows give another domain. */
function relationsByDomain(
  relations: LazyTable<RelationData>,
  typeAt: (cell: string) => string,
): (type: string) => readonly string[] {
  let explicitDomains: ReadonlyMap<number, string | undefined> | undefined;
  return (type) => {
    explicitDomains ??= new Map(
      relations.rowsWithFirstCell().map(([row, cell]) => [row, cell === '-' ? undefined : typeAt(cell)]),
    );
    const rows: number[] = [];
    for (const [row, domain] of explicitDomains) if (domain === type) rows.push(row);
    for (let row = relations.firstFrom(`${type}.`); row < relations.size; row++) {
      const id = relations.idAt(row);
      if (!id.startsWith(`${type}.`)) break;
      if (impliedDomain(id) === type && !explicitDomains.has(row)) rows.push(row);
    }
    return rows.sort((left, right) => left - right).map((row) => relations.idAt(row));
  };
}

/** A row is a type followed by the greater types that it co-occurs with. Rows are sorted by the id of the first. */
function lookupPairs(
  rows: Lines,
  typeAt: (cell: string) => string,
): (left: string, right: string) => boolean {
  const partners = new Map<string, ReadonlySet<string>>();
  const firstType = (row: number): string => {
    const line = rows.at(row);
    return typeAt(line.slice(0, line.indexOf(' ')));
  };
  const read = (type: string): ReadonlySet<string> => {
    const row = firstIndex(rows.size, (number) => firstType(number) < type);
    const isKnown = row < rows.size && firstType(row) === type;
    return new Set(isKnown ? rows.at(row).split(' ').slice(1).map(typeAt) : []);
  };
  return (left, right) => {
    const [lesser, greater] = left < right ? [left, right] : [right, left];
    const others = partners.get(lesser) ?? read(lesser);
    partners.set(lesser, others);
    return others.has(greater);
  };
}

/** `people.person.parents` has the domain `people.person` unless its row gives another. */
function impliedDomain(relation: string): string {
  return relation.slice(0, relation.lastIndexOf('.'));
}

function formatUse({ facts, queries }: UsageLevels): string {
  return facts || queries ? facts.toString(36) + queries.toString(36) : '';
}

function parseUse(cell: string): UsageLevels {
  return cell ? { facts: parseInt(cell[0] ?? '0', 36), queries: parseInt(cell[1] ?? '0', 36) } : UNUSED;
}

function numberIds(ids: readonly string[]): (id: string) => string {
  const numbers = new Map(ids.map((id, index) => [id, index.toString(36)]));
  return (id) => {
    const number = numbers.get(id);
    if (number === undefined) throw new Error(`Not in the schema: ${id}`);
    return number;
  };
}

function formatRow(cells: readonly string[]): string {
  return cells.join('\t').replace(/\t+$/, '');
}
