/** What the relations and classes of a query say about the type of each node. */
import type { KbSchema } from '../schema';
import { literalFamily } from '../../language/rdf/datatypes';
import type { IriTerm, LiteralTerm, Term, VariableTerm } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import { typeClash, type Clash } from './clash';
import type { Link, PatternNode, Scope } from './scopes';

/** One reason to believe that a node has one of some types. */
export interface TypeEvidence {
  readonly node: PatternNode;
  /** Of which the node has at least one; usually just one. */
  readonly types: readonly string[];
  readonly position: 'subject' | 'object' | 'class';
  /** The type at the other end of the relation, where there is one relation and it says so. */
  readonly otherEnd: string | undefined;
  readonly link: Link;
  /** The relations, or the class, that say so. */
  readonly because: readonly string[];
  readonly range: TextRange;
}

/** The evidence that the links of one scope give, by node; the scopes around it are looked up when needed. */
export class ScopeTypes {
  readonly byNode = new Map<string, TypeEvidence[]>();

  constructor(
    readonly scope: Scope,
    readonly outer: ScopeTypes | undefined,
    schema: KbSchema,
    ignored: (link: Link) => boolean,
  ) {
    for (const link of scope.links) {
      if (ignored(link)) continue;
      for (const evidence of evidenceOf(link, schema)) {
        const list = this.byNode.get(evidence.node.key);
        if (list) list.push(evidence);
        else this.byNode.set(evidence.node.key, [evidence]);
      }
    }
  }

  /** All that is known of a node where this scope holds. */
  *about(key: string): Iterable<TypeEvidence> {
    yield* this.byNode.get(key) ?? [];
    if (this.outer) yield* this.outer.about(key);
  }
}

/** The types that evidence tells outright; where it leaves a choice between several, it tells none. */
export function typesTold(evidence: Iterable<TypeEvidence>, apart?: Link): readonly string[] {
  const told = new Set<string>();
  for (const { link, types } of evidence) {
    const [type] = types;
    if (link !== apart && types.length === 1 && type !== undefined) told.add(type);
  }
  return [...told];
}

export function evidenceOf(link: Link, schema: KbSchema): readonly TypeEvidence[] {
  const classes = classEvidence(link, schema);
  if (classes) return classes;
  const from: (string | undefined)[] = [];
  const to: (string | undefined)[] = [];
  const because: string[] = [];
  for (const { iri, inverse } of link.options) {
    const id = schema.idOf(iri.iri);
    const relation = id === undefined ? undefined : schema.relation(id);
    if (!relation) return [];
    because.push(relation.id);
    from.push(inverse ? relation.range : relation.domain);
    to.push(inverse ? relation.domain : relation.range);
  }
  const sole = link.options.length === 1;
  const evidence: TypeEvidence[] = [];
  const add = (
    node: PatternNode,
    position: 'subject' | 'object',
    types: typeof from,
    others: typeof from,
  ): void => {
    // Of several relations one that says nothing leaves everything open.
    if (!types.every((type) => type !== undefined)) return;
    evidence.push({
      node,
      types,
      position,
      otherEnd: sole ? others[0] : undefined,
      link,
      because,
      range: link.range,
    });
  };
  add(link.subject, 'subject', from, to);
  add(link.object, 'object', to, from);
  return evidence;
}

/** `?x type.object.type ns:people.person` says what ?x is; what it says of the class is of no interest. */
function classEvidence(link: Link, schema: KbSchema): readonly TypeEvidence[] | undefined {
  if (!link.options.some(({ iri }) => schema.isTyping(iri.iri))) return undefined;
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
        return areTwoEnds(schema, one, other) || areTwoEnds(schema, other, one) ? 'probable' : 'none';
      if (clash === 'probable') best = 'probable';
    }
  }
  return best;
}

/**
 * A relation that leads from an exhibition subject to an exhibition tells the two apart: where a node stands at one end
 * and is said to be what belongs at the other, the relation is probably the wrong way round.
 */
function areTwoEnds(schema: KbSchema, evidence: TypeEvidence, other: TypeEvidence): boolean {
  const [here] = evidence.types;
  const [said] = other.types;
  if (here === undefined || said === undefined || evidence.otherEnd !== said || other.types.length > 1)
    return false;
  if (schema.type(here)?.kind !== 'entity' || schema.type(said)?.kind !== 'entity') return false;
  return !schema.related(here, said) && !schema.seenTogether(here, said);
}

/** A literal is never the subject of anything, whatever the type of the subject is. */
function positionClash(
  schema: KbSchema,
  one: TypeEvidence,
  left: string,
  other: TypeEvidence,
  right: string,
): Clash {
  const literal = (type: string): boolean => schema.type(type)?.kind === 'literal';
  if ((one.position !== 'object' && literal(right)) || (other.position !== 'object' && literal(left))) {
    return literal(left) && literal(right) ? typeClash(schema, left, right) : 'certain';
  }
  return typeClash(schema, left, right);
}

/** What a scope says of a node by VALUES or by a comparison: that it is a literal, or that it is none. */
export interface ConstantEvidence {
  readonly node: PatternNode;
  readonly is: 'literal' | 'node';
  readonly range: TextRange;
  /** The node as it stands there. */
  readonly variable: VariableTerm;
  readonly terms: readonly Term[];
  /** It is one of the terms, and not only greater or smaller than one. */
  readonly equated: boolean;
}

export function constantsIn(scope: Scope): readonly ConstantEvidence[] {
  const constants: ConstantEvidence[] = [];
  for (const { node, variable, terms } of scope.choices) {
    const range = terms.length === 1 && terms[0] ? terms[0].range : variable.range;
    if (!terms.length) continue;
    const given = { node, variable, range, terms, equated: true };
    if (terms.every((term) => term.kind === 'literal')) constants.push({ ...given, is: 'literal' });
    else if (terms.every((term) => term.kind === 'iri')) constants.push({ ...given, is: 'node' });
  }
  for (const { node, variable, operator, literal, required } of scope.comparisons) {
    if (!required || operator === '!=' || operator === 'NOT IN') continue;
    const equated = operator === '=' || operator === 'IN';
    constants.push({ node, variable, is: 'literal', range: literal.range, terms: [literal], equated });
  }
  return constants;
}

/** A constant object against what the relation leads to: a text where an entity belongs, or an entity where a literal does. */
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
      return shortIri(term);
    case 'literal':
      return literalText(term);
    case 'blank':
      return 'this blank node';
    case undefined:
      return 'the node between the two steps';
  }
}

function shortIri(term: IriTerm): string {
  const cut = Math.max(term.iri.lastIndexOf('/'), term.iri.lastIndexOf('#'));
  return term.iri.slice(cut + 1);
}

function literalText(term: LiteralTerm): string {
  return literalFamily(term.datatype) === 'text' ? `"${term.value}"` : term.value;
}
