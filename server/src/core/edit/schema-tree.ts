import { domainOf, domainIndexOf, hasCommunityDomains, isCommunity } from '../schema/domain-index';
import { labelOf } from '../schema/labels';
import type { KbSchema, TypeKind } from '../schema/schema';
import { relationsBeyond } from './page/beyond-mediator';
import { countOf } from '../language/english/count-of';

/** A node of the schema tree: domains contain types, types relations, and relations those beyond their mediator. */
export interface SchemaTreeNode {
  readonly kind: 'group' | 'domain' | 'type' | 'relation';
  readonly id: string;
  /** The id without that of the parent. */
  readonly name: string;
  readonly description: string;
  /** The label for screen readers. */
  readonly spoken: string;
  /** The kind of a type or of a relation's range; absent for groups and domains. */
  readonly nature?: TypeKind;
  readonly expandable: boolean;
}

type NodeKey = Pick<SchemaTreeNode, 'kind' | 'id'>;

const COMMUNITY: NodeKey = { kind: 'group', id: 'community' };
const OWNERLESS: NodeKey = { kind: 'group', id: 'ownerless' };

/** The children of a node, or the top-level nodes. */
export function schemaChildren(schema: KbSchema, parent?: NodeKey): readonly SchemaTreeNode[] {
  if (!parent) return topLevelNodes(schema);
  const domains = domainIndexOf(schema);
  switch (parent.kind) {
    case 'group':
      return parent.id === COMMUNITY.id
        ? communityOf(schema).map((id) => domainNode(schema, id))
        : domains.withoutDomain.map((id) => relationNode(schema, id));
    case 'domain':
      return domains.typesIn(parent.id).map((id) => typeNode(schema, id));
    case 'type':
      return schema.relationsOf(parent.id).map((id) => relationNode(schema, id));
    case 'relation':
      return relationsAfter(schema, parent.id).map((id) => relationNode(schema, id));
  }
}

/** The nodes from the top level down to an id. Empty if the schema does not have it. */
export function schemaPath(schema: KbSchema, id: string): readonly SchemaTreeNode[] {
  const relation = schema.relation(id);
  if (relation) {
    const owner =
      relation.domain === undefined ? [ownerlessNode(schema)] : schemaPath(schema, relation.domain);
    return [...owner, relationNode(schema, id)];
  }
  if (schema.hasType(id)) {
    const domain = domainOf(id);
    const types: readonly string[] = domainIndexOf(schema).typesIn(domain);
    if (!types.includes(id)) return [];
    return [...(domain ? domainPath(schema, domain) : []), typeNode(schema, id)];
  }
  return domainIndexOf(schema).typesIn(id).length ? domainPath(schema, id) : [];
}

/** The node of a relation, type or domain. */
export function schemaNode(schema: KbSchema, id: string): SchemaTreeNode {
  if (schema.hasRelation(id)) return relationNode(schema, id);
  return schema.hasType(id) ? typeNode(schema, id) : domainNode(schema, id);
}

function topLevelNodes(schema: KbSchema): readonly SchemaTreeNode[] {
  const { ids, typesIn, withoutDomain: ownerless } = domainIndexOf(schema);
  const community = communityOf(schema);
  return [
    ...ids.filter((id) => !community.length || !isCommunity(id)).map((id) => domainNode(schema, id)),
    ...typesIn('').map((id) => typeNode(schema, id)),
    ...(ownerless.length ? [ownerlessNode(schema)] : []),
    ...(community.length ? [communityNode(schema)] : []),
  ];
}

function communityOf(schema: KbSchema): readonly string[] {
  return hasCommunityDomains(schema) ? domainIndexOf(schema).ids.filter(isCommunity) : [];
}

function domainPath(schema: KbSchema, id: string): readonly SchemaTreeNode[] {
  const isBelowCommunity = hasCommunityDomains(schema) && isCommunity(id);
  return [...(isBelowCommunity ? [communityNode(schema)] : []), domainNode(schema, id)];
}

function communityNode(schema: KbSchema): SchemaTreeNode {
  return group(COMMUNITY, 'Community (base, user)', countOf(communityOf(schema).length, 'domain'));
}

function ownerlessNode(schema: KbSchema): SchemaTreeNode {
  return group(
    OWNERLESS,
    'Without a domain',
    countOf(domainIndexOf(schema).withoutDomain.length, 'relation'),
  );
}

function group(key: NodeKey, name: string, description: string): SchemaTreeNode {
  return { ...key, name, description, spoken: `${name}, ${description}`, expandable: true };
}

function domainNode(schema: KbSchema, id: string): SchemaTreeNode {
  const description = countOf(domainIndexOf(schema).typesIn(id).length, 'type');
  return {
    kind: 'domain',
    id,
    name: id,
    description,
    spoken: `domain ${words(id)}, ${description}`,
    expandable: true,
  };
}

function typeNode(schema: KbSchema, id: string): SchemaTreeNode {
  const nature = schema.type(id)?.kind ?? 'unknown';
  const size = schema.relationsOf(id).length;
  const kind = nature === 'mediator' || nature === 'literal' ? nature : '';
  const description = [kind, size ? countOf(size, 'relation') : ''].filter(Boolean).join(' · ');
  return {
    kind: 'type',
    id,
    name: withoutOwner(id, domainOf(id)),
    description,
    spoken: [
      `${kind || 'type'} ${words(withoutOwner(id, domainOf(id)))}`,
      size ? countOf(size, 'relation') : '',
    ]
      .filter(Boolean)
      .join(', '),
    nature,
    expandable: size > 0,
  };
}

function relationNode(schema: KbSchema, id: string): SchemaTreeNode {
  const { domain, range } = schema.relation(id) ?? {};
  const nature = range === undefined ? 'unknown' : (schema.type(range)?.kind ?? 'unknown');
  const mark = nature === 'mediator' ? ' (mediator)' : '';
  const target =
    range === undefined ? 'anything' : `${nature === 'mediator' ? 'mediator ' : ''}${labelOf(range)}`;
  return {
    kind: 'relation',
    id,
    name: domain === undefined ? id : withoutOwner(id, domain),
    description: `→ ${range ?? 'anything'}${mark}`,
    spoken: `relation ${labelOf(id)}, leads to ${target}`,
    nature,
    expandable: relationsAfter(schema, id).length > 0,
  };
}

/** The relations that continue from a relation's mediator. */
function relationsAfter(schema: KbSchema, id: string): readonly string[] {
  const { range, reverse } = schema.relation(id) ?? {};
  return schema.isMediator(range) ? relationsBeyond(schema, range, reverse) : [];
}

function withoutOwner(id: string, owner: string): string {
  return owner && id.startsWith(`${owner}.`) ? id.slice(owner.length + 1) : id;
}

function words(id: string): string {
  return id.split('.').map(labelOf).join(' ');
}
