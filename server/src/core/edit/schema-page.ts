import {
  sortCommonsFirst,
  domainOf,
  domainIndexOf,
  hasCommunityDomains,
  isCommunity,
} from '../schema/domain-index';
import { labelOf } from '../schema/labels';
import type { EntityType, KbSchema, Relation } from '../schema/schema';
import { countOf } from '../language/english/count-of';
import type { LiteralFamily } from '../language/rdf/datatypes';
import { isEntityId } from '../language/rdf/ids';
import { similarNames } from './hover/unknown';
import { exampleOf } from './page/example';
import { relationsBeyond } from './page/beyond-mediator';
import { PageWriter, type PageLink, type PagePiece, type PageRow } from './page/page-writer';
import { addToList } from '../language/text/multimap';

export interface SchemaPage {
  readonly title: string;
  readonly text: string;
  /** The ids on the page with their ranges. */
  readonly links: readonly PageLink[];
}

/** The page of a relation, type, domain, entity or unknown id. The empty id is that of the whole schema. */
export function schemaPage(schema: KbSchema, id: string): SchemaPage {
  const page = new PageWriter();
  const relation = schema.relation(id);
  const type = schema.type(id);
  if (id === '') writeOverview(page, schema);
  else if (relation) writeRelation(page, schema, relation);
  else if (type) writeType(page, schema, type);
  else if (domainIndexOf(schema).typesIn(id).length) writeDomain(page, schema, id);
  else if (schema.machineIds && isEntityId(id)) writeEntity(page, schema, id);
  else writeUnknown(page, schema, id);
  return { title: id || schema.name, text: page.text, links: page.links };
}

const MAX_ROWS = 100;
/** The number of relations that are named beside a mediator. */
const MAX_PARTS = 3;

function writeOverview(page: PageWriter, schema: KbSchema): void {
  const { ids, typesIn, withoutDomain: ownerless } = domainIndexOf(schema);
  const sizes = `${countOf(schema.relationCount, 'relation')}, ${countOf(schema.typeCount, 'type')}`;
  page.line(schema.name).line(`schema · ${sizes}`).blank();
  page.table([['Namespace', schema.namespace]], '');
  const row = (id: string): PageRow => [link(id), countOf(typesIn(id).length, 'type')];
  const isSplit = hasCommunityDomains(schema);
  const commons = isSplit ? ids.filter((id) => !isCommunity(id)) : ids;
  section(page, 'Domains', commons.map(row));
  section(page, 'Types', typesIn('').map(typeRow(schema)));
  section(page, 'Relations without a domain', relationRows(schema, ownerless));
  if (isSplit) section(page, 'Community domains', ids.filter(isCommunity).map(row));
}

function writeDomain(page: PageWriter, schema: KbSchema, id: string): void {
  const types = domainIndexOf(schema).typesIn(id);
  page.line(labelOf(id)).line(`domain ${id} of `, link('', schema.name));
  const isMediator = (type: string): boolean => schema.isMediator(type);
  const row = typeRow(schema);
  section(page, 'Types', types.filter((type) => !isMediator(type)).map(row));
  section(page, 'Mediators', types.filter(isMediator).map(row));
}

function writeType(page: PageWriter, schema: KbSchema, type: EntityType): void {
  const { id, kind } = type;
  const { includedBy, relationsTo } = domainIndexOf(schema);
  page.line(labelOf(id)).line(`${KINDS[kind]} `, link(id));
  if (kind === 'mediator')
    page
      .blank()
      .line(
        'A mediator connects the parts of one fact. It has no name and is not an answer: continue to its parts.',
      );
  if (type.literal !== undefined) page.blank().line(`Its values are literals: ${LITERALS[type.literal]}.`);
  page.blank();
  const included = sortCommonsFirst(schema.includedTypes(id)).filter((other) => other !== id);
  page.table(
    [
      ['Domain', link(domainOf(id), domainOf(id) || schema.name)],
      ...included.map((other, index): PageRow => [
        index === 0 ? 'Includes' : '',
        link(other),
        relationCount(schema, other),
      ]),
    ],
    '',
  );
  const relations = schema.relationsOf(id);
  section(page, 'Relations', relationRows(schema, relations));
  writeMediators(page, schema, relations);
  const incoming = relationsTo(id).map((from) => incomingRow(schema, from));
  section(page, 'Incoming relations', incoming, MAX_ROWS);
  section(page, 'Included by', includedBy(id).map(linkRow), MAX_ROWS);
}

/** The mediators that the relations lead to, and the relations that continue from them. */
function writeMediators(page: PageWriter, schema: KbSchema, relations: readonly string[]): void {
  const relationsByMediator = new Map<string, Relation[]>();
  for (const id of relations) {
    const relation = schema.relation(id);
    if (!schema.isMediator(relation?.range)) continue;
    addToList(relationsByMediator, relation.range, relation);
  }
  if (!relationsByMediator.size) return;
  page.heading('Through mediators');
  let first = true;
  for (const [mediator, incoming] of relationsByMediator) {
    if (!first) page.blank();
    first = false;
    page.line('  ', link(mediator), incoming.length > 1 ? ` (${incoming.length} relations)` : '');
    const back = incoming.length === 1 ? incoming[0]?.reverse : undefined;
    page.table(relationRows(schema, relationsBeyond(schema, mediator, back)), '    ');
  }
}

function writeRelation(page: PageWriter, schema: KbSchema, relation: Relation): void {
  const { id, domain, range, reverse } = relation;
  const rangeType = range === undefined ? undefined : schema.type(range);
  page.line(labelOf(id)).line('relation ', link(id)).blank();
  page.table(
    [
      ['Domain', ...(domain === undefined ? ['anything'] : [link(domain), labelOf(domain)])],
      [
        'Range',
        ...(range === undefined ? ['anything'] : [link(range), kindNote(rangeType) || labelOf(range)]),
      ],
      ...(reverse === undefined ? [] : [['Reverse', link(reverse)]]),
    ],
    '',
  );
  if (rangeType?.kind === 'mediator') {
    page.heading('Through the mediator');
    page.table(relationRows(schema, relationsBeyond(schema, rangeType.id, reverse)));
  }
  page.heading('Example');
  for (const line of exampleOf(schema, relation)) page.line('  ', line);
}

function writeEntity(page: PageWriter, schema: KbSchema, id: string): void {
  page.line(id).line('entity of ', link('', schema.name)).blank();
  page.line('The schema has relations and types, but no entities.');
  page.line('Connect a KB to see the names and facts of entities.');
}

function writeUnknown(page: PageWriter, schema: KbSchema, id: string): void {
  page.line(labelOf(id)).line(`${id} is not in the schema of `, link('', schema.name)).blank();
  page.line(
    schema.isCompleteFor(id)
      ? 'The KB has no relation, type or domain with this name.'
      : 'The schema does not cover this part of the KB, so the name cannot be checked.',
  );
  section(page, 'Similar names', similarNames(schema, id).map(linkRow));
}

const KINDS: Readonly<Record<EntityType['kind'], string>> = {
  entity: 'type',
  unknown: 'type',
  mediator: 'mediator',
  literal: 'literal type',
};

const LITERALS: Readonly<Record<LiteralFamily, string>> = {
  integer: 'whole numbers',
  float: 'numbers',
  datetime: 'dates and times',
  boolean: 'true or false',
  text: 'text',
  duration: 'durations',
  other: 'of another datatype',
};

/** Writes a list with a heading, if it is not empty. */
function section(page: PageWriter, title: string, rows: readonly PageRow[], limit = rows.length): void {
  if (!rows.length) return;
  page.heading(`${title} (${rows.length.toLocaleString('en')})`).table(rows.slice(0, limit));
  if (rows.length > limit) page.line(`  and ${(rows.length - limit).toLocaleString('en')} more`);
}

const typeRow =
  (schema: KbSchema) =>
  (id: string): PageRow => [link(id), relationCount(schema, id)];

function relationRows(schema: KbSchema, ids: readonly string[]): readonly PageRow[] {
  return ids.map((id): PageRow => {
    const relation = schema.relation(id);
    if (relation?.range === undefined) return [link(id), '→', 'anything'];
    const note = rangeNote(schema, relation);
    return [link(id), '→', link(relation.range), ...(note ? [note] : [])];
  });
}

/** Notes that a range is a literal type, or a mediator with which relations. */
function rangeNote(schema: KbSchema, { range, reverse }: Relation): string {
  const type = range === undefined ? undefined : schema.type(range);
  if (type?.kind !== 'mediator') return kindNote(type);
  const labels = relationsBeyond(schema, type.id, reverse).map(labelOf);
  const shown = labels.slice(0, MAX_PARTS).join(', ');
  return shown ? `mediator: ${shown}${labels.length > MAX_PARTS ? ', …' : ''}` : 'mediator';
}

function kindNote(type: EntityType | undefined): string {
  if (type?.literal !== undefined) return `literal: ${LITERALS[type.literal]}`;
  return type?.kind === 'mediator' ? 'mediator' : '';
}

/** An incoming relation, with its domain if the id does not start with it. */
function incomingRow(schema: KbSchema, id: string): PageRow {
  const domain = schema.relation(id)?.domain;
  if (domain === undefined) return [link(id), 'without a domain'];
  return id.startsWith(`${domain}.`) ? [link(id)] : [link(id), 'of', link(domain)];
}

function link(id: string, text = id): PagePiece {
  return { text, id };
}

function linkRow(id: string): PageRow {
  return [link(id)];
}

function relationCount(schema: KbSchema, type: string): string {
  const { length } = schema.relationsOf(type);
  return length ? countOf(length, 'relation') : '';
}
