/** What the schema knows of a relation, a type or a domain, as a page of text to read and to walk about in. */
import { similarRelations, similarTypes } from '../schema/inference/similar-names';
import { commonsBefore, domainOf, domainsOf, hasCommunity, isCommunity } from '../schema/domains';
import { labelOf } from '../schema/labels';
import type { EntityType, KbSchema, Relation } from '../schema/schema';
import type { LiteralFamily } from '../language/rdf/datatypes';
import { isEntityId } from '../language/rdf/ids';
import { exampleOf } from './page/example';
import { leadingOn } from './page/leading-on';
import { PageWriter, type PageLink, type PagePiece, type PageRow } from './page/page-writer';

export interface SchemaPage {
  readonly title: string;
  readonly text: string;
  /** Every id on the page, with its place. */
  readonly links: readonly PageLink[];
}

/** The page of an id; with an empty one, of the schema as a whole. An id that is not in the schema has a page too. */
export function schemaPage(schema: KbSchema, id: string): SchemaPage {
  const page = new PageWriter();
  const relation = schema.relation(id);
  const type = schema.type(id);
  if (id === '') writeOverview(page, schema);
  else if (relation) writeRelation(page, schema, relation);
  else if (type) writeType(page, schema, type);
  else if (domainsOf(schema).typesIn(id).length) writeDomain(page, schema, id);
  else if (schema.machineIds && isEntityId(id)) writeEntity(page, schema, id);
  else writeUnknown(page, schema, id);
  return { title: id || schema.name, text: page.text, links: page.links };
}

/** Of lists that may run into thousands. */
const MOST_LISTED = 100;
/** Of the parts of a fact, beside the mediator that holds them. */
const MOST_PARTS = 3;

function writeOverview(page: PageWriter, schema: KbSchema): void {
  const { ids, typesIn, ownerless } = domainsOf(schema);
  const sizes = `${count(schema.relationCount, 'relation')}, ${count(schema.typeCount, 'type')}`;
  page.line(schema.name).line(`schema · ${sizes}`).blank();
  page.table([['Namespace', schema.namespace]], '');
  const row = (id: string): PageRow => [link(id), count(typesIn(id).length, 'type')];
  const parted = hasCommunity(schema);
  const commons = parted ? ids.filter((id) => !isCommunity(id)) : ids;
  if (commons.length) section(page, 'Domains', commons.map(row));
  if (typesIn('').length) section(page, 'Types', typesIn('').map(typeRow(schema)));
  if (ownerless.length) section(page, 'Relations of anything', relationRows(schema, ownerless));
  const community = parted ? ids.filter(isCommunity) : [];
  if (community.length) section(page, 'Domains of the community', community.map(row));
}

function writeDomain(page: PageWriter, schema: KbSchema, id: string): void {
  const types = domainsOf(schema).typesIn(id);
  page.line(labelOf(id)).line(`domain ${id} of `, link('', schema.name));
  const isMediator = (type: string): boolean => schema.type(type)?.kind === 'mediator';
  const [mediators, others] = [types.filter(isMediator), types.filter((type) => !isMediator(type))];
  if (others.length) section(page, 'Types', others.map(typeRow(schema)));
  if (mediators.length) section(page, 'Mediators', mediators.map(typeRow(schema)));
}

function writeType(page: PageWriter, schema: KbSchema, type: EntityType): void {
  const { id, kind } = type;
  const { includedBy, relationsTo } = domainsOf(schema);
  page.line(labelOf(id)).line(`${KINDS[kind]} `, link(id));
  if (kind === 'mediator')
    page
      .blank()
      .line(
        'A mediator holds the parts of one fact together. It has no name and is no answer: go on to its parts.',
      );
  if (type.literal !== undefined) page.blank().line(`Its values are literals: ${LITERALS[type.literal]}.`);
  page.blank();
  const included = commonsBefore(schema.included(id)).filter((other) => other !== id);
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
  if (relations.length) section(page, 'Relations', relationRows(schema, relations));
  writeMediators(page, schema, relations);
  const leading = relationsTo(id);
  if (leading.length)
    section(
      page,
      'Relations that lead here',
      leading.map((from) => foreignRow(schema, from)),
      MOST_LISTED,
    );
  const includers = includedBy(id);
  if (includers.length)
    section(
      page,
      'Included by',
      includers.map((other) => [link(other)]),
      MOST_LISTED,
    );
}

/** Each mediator that the relations lead to, once, with the ways on from it. */
function writeMediators(page: PageWriter, schema: KbSchema, relations: readonly string[]): void {
  const ways = new Map<string, Relation[]>();
  for (const id of relations) {
    const relation = schema.relation(id);
    if (relation?.range === undefined || schema.type(relation.range)?.kind !== 'mediator') continue;
    ways.set(relation.range, [...(ways.get(relation.range) ?? []), relation]);
  }
  if (!ways.size) return;
  page.heading('Behind the mediators');
  let first = true;
  for (const [mediator, leading] of ways) {
    if (!first) page.blank();
    first = false;
    page.line('  ', link(mediator), leading.length > 1 ? ` (${leading.length} ways)` : '');
    const only = leading.length === 1 ? leading[0]?.reverse : undefined;
    page.table(relationRows(schema, leadingOn(schema, mediator, only)), '    ');
  }
}

function writeRelation(page: PageWriter, schema: KbSchema, relation: Relation): void {
  const { id, domain, range, reverse } = relation;
  const reached = range === undefined ? undefined : schema.type(range);
  page.line(labelOf(id)).line('relation ', link(id)).blank();
  page.table(
    [
      ['Domain', ...(domain === undefined ? ['anything'] : [link(domain), labelOf(domain)])],
      ['Range', ...(range === undefined ? ['anything'] : [link(range), kindNote(reached) || labelOf(range)])],
      ...(reverse === undefined ? [] : [['Reverse', link(reverse)]]),
    ],
    '',
  );
  if (reached?.kind === 'mediator') {
    page.heading('Through the mediator you reach');
    page.table(relationRows(schema, leadingOn(schema, reached.id, reverse)));
  }
  page.heading('Example');
  for (const line of exampleOf(schema, relation)) page.line('  ', line);
}

function writeEntity(page: PageWriter, schema: KbSchema, id: string): void {
  page.line(id).line('entity of ', link('', schema.name)).blank();
  page.line('The schema knows relations and types, no entities. Names and facts of entities are in the KB:');
  page.line('they are to be had once one is connected.');
}

function writeUnknown(page: PageWriter, schema: KbSchema, id: string): void {
  page.line(labelOf(id)).line(`${id} is not in the schema of `, link('', schema.name)).blank();
  page.line(
    schema.claimsToKnow(id)
      ? 'The KB has no such relation, type or domain.'
      : 'The schema does not cover this part of the KB, so it cannot tell whether there is one.',
  );
  const nowhere = { subjectTypes: [], objectTypes: [] };
  const similar = [...similarRelations(schema, id, nowhere), ...similarTypes(schema, id, [])];
  if (similar.length)
    section(
      page,
      'Similar names',
      similar.map((other) => [link(other)]),
    );
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
  other: 'of a kind of their own',
};

function section(page: PageWriter, title: string, rows: readonly PageRow[], most = rows.length): void {
  page.heading(`${title} (${rows.length.toLocaleString('en')})`).table(rows.slice(0, most));
  if (rows.length > most) page.line(`  and ${(rows.length - most).toLocaleString('en')} more`);
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

/** What to know of a range besides its name: that it is a mediator, and of what; that it is a literal. */
function rangeNote(schema: KbSchema, { range, reverse }: Relation): string {
  const type = range === undefined ? undefined : schema.type(range);
  if (type?.kind !== 'mediator') return kindNote(type);
  const labels = leadingOn(schema, type.id, reverse).map(labelOf);
  const shown = labels.slice(0, MOST_PARTS).join(', ');
  return shown ? `mediator: ${shown}${labels.length > MOST_PARTS ? ', …' : ''}` : 'mediator';
}

function kindNote(type: EntityType | undefined): string {
  if (type?.literal !== undefined) return `literal: ${LITERALS[type.literal]}`;
  return type?.kind === 'mediator' ? 'mediator' : '';
}

/** A relation of another type, with its owner where the id does not tell it. */
function foreignRow(schema: KbSchema, id: string): PageRow {
  const domain = schema.relation(id)?.domain;
  if (domain === undefined) return [link(id), 'of anything'];
  return id.startsWith(`${domain}.`) ? [link(id)] : [link(id), 'of', link(domain)];
}

function link(id: string, text = id): PagePiece {
  return { text, id };
}

function relationCount(schema: KbSchema, type: string): string {
  const { length } = schema.relationsOf(type);
  return length ? count(length, 'relation') : '';
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}
