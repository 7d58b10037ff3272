/** Evidence for the types of the nodes of a query: the domains and ranges of relations, and classes. */
import type { KbSchema, Relation } from '../schema';
import { literalFamily } from '../../language/rdf/datatypes';
import type { Term, VariableTerm } from '../../language/sparql/model';
import { memoizeWeak } from '../../language/text/cache';
import { addToList } from '../../language/text/multimap';
import type { TextRange } from '../../language/text/range';
import { typeClash, type Clash } from './clash';
import type { Link, PatternNode, Scope } from './scopes';

/** A triple pattern that restricts the types of a node. */
export interface TypeEvidence {
  readonly node: PatternNode;
  /** The node has at least one of these types; usually there is only one. */
  readonly types: readonly string[];
  readonly position: 'subject' | 'object' | 'class';
  /** The type at the other end of the relation. Undefined if it is unknown or there are several relations. */
  readonly otherEnd: string | undefined;
  readonly link: Link;
  /** The ids of the relations, or of the class, that give the evidence. */
  readonly because: readonly string[];
  readonly range: TextRange;
}

/** The evidence from the links of one scope, by node. */
export class ScopeTypes {
  readonly byNode = new Map<string, TypeEvidence[]>();

  constructor(
    readonly scope: Scope,
    readonly outer: ScopeTypes | undefined,
    schema: KbSchema,
    isIgnored: (link: Link) => boolean,
  ) {
    for (const link of scope.links) {
      if (isIgnored(link)) continue;
      for (const evidence of evidenceFromLink(link, schema))
        addToList(this.byNode, evidence.node.key, evidence);
    }
  }

  /** The evidence about a node in this scope, followed by that in the scopes around it. */
  evidenceFor(key: string): readonly TypeEvidence[] {
    const own = this.byNode.get(key);
    const outer = this.outer?.evidenceFor(key);
    if (!own || !outer?.length) return own ?? outer ?? [];
    return [...own, ...outer];
  }
}

/** Returns the types that a node certainly has. Evidence with several alternative types is skipped. */
export function unambiguousTypes(evidence: Iterable<TypeEvidence>, ignoredLink?: Link): readonly string[] {
  const certain = new Set<string>();
  for (const { link, types } of evidence) {
    const [type] = types;
    if (link !== ignoredLink && types.length === 1 && type !== undefined) certain.add(type);
  }
  return [...certain];
}

export function evidenceFromLink(link: Link, schema: KbSchema): readonly TypeEvidence[] {
  const { options, range } = link;
  if (options.some(({ iri }) => schema.isTyping(iri.iri))) return classEvidence(link, schema);
  const ends = endsOfAll(options, schema);
  if (!ends) return [];
  const { because } = ends;
  const at = (position: 'subject' | 'object', other: 'subject' | 'object'): TypeEvidence => ({
    node: link[position],
    types: ends[position],
    position,
    otherEnd: options.length === 1 ? ends[other][0] : undefined,
    link,
    because,
    range,
  });
  if (!ends.subject.length) return ends.object.length ? [at('object', 'subject')] : [];
  if (!ends.object.length) return [at('subject', 'object')];
  return [at('subject', 'object'), at('object', 'subject')];
}

/** The types at both ends of relations; empty if any type is possible. */
interface RelationEnds {
  readonly because: readonly string[];
  readonly subject: readonly string[];
  readonly object: readonly string[];
}

const endsOf = memoizeWeak(({ id, domain, range }: Relation): RelationEnds => ({
  because: [id],
  subject: domain === undefined ? [] : [domain],
  object: range === undefined ? [] : [range],
}));

/** Undefined if one of the relations is unknown. */
function endsOfAll(options: Link['options'], schema: KbSchema): RelationEnds | undefined {
  const all: RelationEnds[] = [];
  for (const { iri, inverse } of options) {
    const id = schema.idOf(iri.iri);
    const relation = id === undefined ? undefined : schema.relation(id);
    if (!relation) return undefined;
    const ends = endsOf(relation);
    if (options.length === 1 && !inverse) return ends;
    all.push(inverse ? { ...ends, subject: ends.object, object: ends.subject } : ends);
  }
  // If one of several alternative relations has no declared type, the node may have any type.
  const typesAt = (end: 'subject' | 'object'): readonly string[] =>
    all.every((ends) => ends[end].length) ? all.flatMap((ends) => ends[end]) : [];
  return {
    because: all.flatMap(({ because }) => because),
    subject: typesAt('subject'),
    object: typesAt('object'),
  };
}

/** `?x type.object.type ns:people.person` gives evidence about ?x only, not about the class. */
function classEvidence(link: Link, schema: KbSchema): readonly TypeEvidence[] {
  const object = link.object.term;
  if (link.options.length > 1 || link.options[0]?.inverse || object?.kind !== 'iri') return [];
  const id = schema.idOf(object.iri);
  if (id === undefined || !schema.hasType(id)) return [];
  return [
    {
      node: link.subject,
      types: [id],
      position: 'class',
      otherEnd: undefined,
      link,
      because: [id],
      range: object.range,
    },
  ];
}

export function evidenceClash(schema: KbSchema, one: TypeEvidence, other: TypeEvidence): Clash {
  let best: Clash = 'certain';
  for (const left of one.types) {
    for (const right of other.types) {
      if (left === right) return 'none';
      const clash = positionClash(schema, one, left, other, right);
      if (clash === 'none')
        return isOppositeEnd(schema, one, other) || isOppositeEnd(schema, other, one) ? 'probable' : 'none';
      if (clash === 'probable') best = 'probable';
    }
  }
  return best;
}

/**
 * Whether `other` gives the node the type of the opposite end of the relation. If a relation leads from an exhibition
 * subject to an exhibition and its subject is an exhibition, the relation is probably reversed.
 */
function isOppositeEnd(schema: KbSchema, evidence: TypeEvidence, other: TypeEvidence): boolean {
  const [here] = evidence.types;
  const [there] = other.types;
  if (here === undefined || there === undefined || evidence.otherEnd !== there || other.types.length > 1)
    return false;
  if (schema.type(here)?.kind !== 'entity' || schema.type(there)?.kind !== 'entity') return false;
  return !schema.areRelated(here, there) && !schema.coOccur(here, there);
}

/** Compares two types as `typeClash` does; a subject that is a literal is a certain clash, even if its type is unknown. */
function positionClash(
  schema: KbSchema,
  one: TypeEvidence,
  left: string,
  other: TypeEvidence,
  right: string,
): Clash {
  const leftIsLiteral = schema.type(left)?.kind === 'literal';
  const rightIsLiteral = schema.type(right)?.kind === 'literal';
  if (!mayBeObject(one) && rightIsLiteral && !leftIsLiteral) return 'certain';
  if (!mayBeObject(other) && leftIsLiteral && !rightIsLiteral) return 'certain';
  const clash = typeClash(schema, left, right);
  const isDoubtful = isDoubtfulEntity(schema, one, left) || isDoubtfulEntity(schema, other, right);
  return clash === 'certain' && isDoubtful ? 'probable' : clash;
}

/** A fact gives its subject the type of the relation, but its object may be anything, even a mediator. */
function isDoubtfulEntity(schema: KbSchema, evidence: TypeEvidence, type: string): boolean {
  return mayBeObject(evidence) && schema.type(type)?.kind === 'entity';
}

/** Whether the node may be the object of a fact: in `?x (^p|^q) ?y`, ?x is. */
export function mayBeObject({ position, link }: TypeEvidence): boolean {
  return position === 'object' || link.options.some(({ inverse }) => inverse);
}

/** VALUES or a comparison that makes a node a literal or an entity. */
export interface ConstantEvidence {
  readonly node: PatternNode;
  readonly kind: 'literal' | 'node';
  readonly range: TextRange;
  /** The occurrence of the node in VALUES or in the comparison. */
  readonly variable: VariableTerm;
  readonly terms: readonly Term[];
  /** Whether the node equals one of the terms; false for `<` and `>`. */
  readonly equated: boolean;
}

export function findConstants(scope: Scope): readonly ConstantEvidence[] {
  const constants: ConstantEvidence[] = [];
  for (const { node, variable, terms } of [...scope.choices, ...scope.lists]) {
    const range = terms.length === 1 && terms[0] ? terms[0].range : variable.range;
    if (!terms.length) continue;
    const constant = { node, variable, range, terms, equated: true };
    if (terms.every((term) => term.kind === 'literal')) constants.push({ ...constant, kind: 'literal' });
    else if (terms.every((term) => term.kind === 'iri')) constants.push({ ...constant, kind: 'node' });
  }
  for (const { node, variable, operator, literal, required } of scope.comparisons) {
    if (!required || operator === '!=' || operator === 'NOT IN') continue;
    const equated = operator === '=' || operator === 'IN';
    constants.push({ node, variable, kind: 'literal', range: literal.range, terms: [literal], equated });
  }
  return constants;
}

/** Compares a constant object with the range of the relation. */
export function constantMismatch(
  schema: KbSchema,
  evidence: TypeEvidence,
): 'literal-for-entity' | 'entity-for-literal' | 'entity-for-mediator' | undefined {
  const term = evidence.node.term;
  if (evidence.position !== 'object' || (term?.kind !== 'literal' && term?.kind !== 'iri')) return undefined;
  const kinds = evidence.types.map((type) => schema.type(type)?.kind ?? 'unknown');
  if (term.kind === 'literal' && kinds.every((kind) => kind === 'entity' || kind === 'mediator'))
    return 'literal-for-entity';
  if (term.kind === 'iri' && kinds.every((kind) => kind === 'literal')) return 'entity-for-literal';
  if (term.kind === 'iri' && kinds.every((kind) => kind === 'mediator')) return 'entity-for-mediator';
  return undefined;
}

export function describeTerm(term: Term | undefined): string {
  switch (term?.kind) {
    case 'variable':
      return `?${term.name}`;
    case 'iri':
      return term.iri.slice(Math.max(term.iri.lastIndexOf('/'), term.iri.lastIndexOf('#')) + 1);
    case 'literal':
      return literalFamily(term.datatype) === 'text' ? `"${term.value}"` : term.value;
    case 'blank':
      return 'this blank node';
    case undefined:
      return 'the node between the two steps';
  }
}
