/** Evidence for the types of the nodes of a query: the domains and ranges of relations, and classes. */
import type { KbSchema } from '../schema';
import { literalFamily } from '../../language/rdf/datatypes';
import type { Term, VariableTerm } from '../../language/sparql/model';
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

  /** The evidence about a node in this scope and in the scopes around it. */
  *evidenceFor(key: string): Iterable<TypeEvidence> {
    yield* this.byNode.get(key) ?? [];
    if (this.outer) yield* this.outer.evidenceFor(key);
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
  if (link.options.some(({ iri }) => schema.isTyping(iri.iri))) return classEvidence(link, schema);
  const subjectTypes: (string | undefined)[] = [];
  const objectTypes: (string | undefined)[] = [];
  const because: string[] = [];
  for (const { iri, inverse } of link.options) {
    const id = schema.idOf(iri.iri);
    const relation = id === undefined ? undefined : schema.relation(id);
    if (!relation) return [];
    because.push(relation.id);
    subjectTypes.push(inverse ? relation.range : relation.domain);
    objectTypes.push(inverse ? relation.domain : relation.range);
  }
  const isSingle = link.options.length === 1;
  const evidence: TypeEvidence[] = [];
  const add = (
    position: 'subject' | 'object',
    types: typeof subjectTypes,
    otherTypes: typeof subjectTypes,
  ): void => {
    // If one of several alternative relations has no declared type, the node may have any type.
    if (!types.every((type) => type !== undefined)) return;
    const otherEnd = isSingle ? otherTypes[0] : undefined;
    evidence.push({ node: link[position], types, position, otherEnd, link, because, range: link.range });
  };
  add('subject', subjectTypes, objectTypes);
  add('object', objectTypes, subjectTypes);
  return evidence;
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
  if (one.position !== 'object' && rightIsLiteral && !leftIsLiteral) return 'certain';
  if (other.position !== 'object' && leftIsLiteral && !rightIsLiteral) return 'certain';
  const clash = typeClash(schema, left, right);
  const isDoubtful = isDoubtfulEntity(schema, one, left) || isDoubtfulEntity(schema, other, right);
  return clash === 'certain' && isDoubtful ? 'probable' : clash;
}

/** A fact gives its subject the type of the relation, but its object may be anything, even a mediator. */
function isDoubtfulEntity(schema: KbSchema, { position }: TypeEvidence, type: string): boolean {
  return position === 'object' && schema.type(type)?.kind === 'entity';
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
  for (const { node, variable, terms } of scope.choices) {
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
  if (evidence.position !== 'object' || !term) return undefined;
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
