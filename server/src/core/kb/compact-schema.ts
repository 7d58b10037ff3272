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
import { LITERAL_FAMILIES } from '../rdf/datatypes';
import {
  UNUSED,
  type RelationData,
  type SchemaData,
  type Table,
  type TypeData,
  type TypeKind,
  type Use,
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
  if (reader.next() !== MAGIC) throw new Error('Not a schema file of this version');
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
  return { ...head, types, relations, together: { [Symbol.iterator]: together } };
}

/** `people.person.parents` is a relation of `people.person` unless its row says otherwise. */
function impliedDomain(relation: string): string {
  return relation.slice(0, relation.lastIndexOf('.'));
}

function useCell({ facts, queries }: Use): string {
  return facts || queries ? facts.toString(36) + queries.toString(36) : '';
}

function useFrom(cell: string): Use {
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

class LineReader {
  private at = 0;

  constructor(private readonly text: string) {}

  next(): string {
    const end = this.text.indexOf('\n', this.at);
    if (end < 0) throw new Error('The schema file ends too early');
    const line = this.text.slice(this.at, end);
    this.at = end + 1;
    return line;
  }

  section(name: string): number {
    const [word, size] = this.next().split(' ');
    if (word !== name || !/^\d+$/.test(size ?? ''))
      throw new Error(`The schema file is damaged: the section "${name}" is missing`);
    return Number(size);
  }
}

class LazyTable<Row extends object> implements Table<Row> {
  /** A row, or its number as long as nobody has asked for it. */
  private readonly rows = new Map<string, Row | number>();
  private readonly lines: string[] = [];

  constructor(
    reader: LineReader,
    section: string,
    private readonly decode: (id: string, cells: readonly string[]) => Row,
  ) {
    const size = reader.section(section);
    for (let number = 0; number < size; number++) {
      const line = reader.next();
      const tab = line.indexOf('\t');
      this.rows.set(tab < 0 ? line : line.slice(0, tab), number);
      this.lines.push(line);
    }
  }

  get size(): number {
    return this.lines.length;
  }

  get(id: string): Row | undefined {
    const row = this.rows.get(id);
    if (typeof row !== 'number') return row;
    const [, ...cells] = (this.lines[row] ?? '').split('\t');
    const decoded = this.decode(id, cells);
    this.rows.set(id, decoded);
    return decoded;
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  keys(): Iterable<string> {
    return this.rows.keys();
  }

  idAt(number: number): string {
    const line = this.lines[number];
    if (line === undefined) throw new Error('The schema file is damaged: a row is missing');
    const tab = line.indexOf('\t');
    return tab < 0 ? line : line.slice(0, tab);
  }
}
