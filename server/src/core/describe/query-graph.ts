/** The pattern of a query as a graph of nodes, relations and conditions. */
import { RDFS_LABEL } from '../language/rdf/names';
import type { RepeatSign, Term } from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import type { Condition } from './conditions';

/** A variable, or one occurrence of a constant. */
export interface QueryNode {
  readonly variable: string | undefined;
  readonly term: Exclude<Term, { kind: 'variable' | 'blank' }> | undefined;
  /** The range of VALUES, if that binds the constant. */
  readonly part: TextRange | undefined;
}

export interface QueryEdge {
  /** Undefined for a variable and for an unsupported property path. */
  readonly relation: string | undefined;
  /** The alternatives in a path `a|b`. */
  readonly or: readonly string[];
  /** The sign of a repeated path. */
  readonly repeated?: RepeatSign;
  /** The variable in the place of the relation. */
  readonly by?: QueryNode;
  readonly from: QueryNode;
  readonly to: QueryNode;
  readonly part: TextRange;
}

/** Whether an edge is one relation rather than a property path. */
export function isSingleRelation({ or, repeated }: QueryEdge): boolean {
  return !or.length && repeated === undefined;
}

export interface TypeAssertion {
  readonly node: QueryNode;
  readonly type: string;
  readonly part: TextRange;
}

export type NestedKind = 'not' | 'exists' | 'optional' | 'either';

export interface Pattern {
  readonly edges: readonly QueryEdge[];
  readonly typings: readonly TypeAssertion[];
  readonly conditions: readonly Condition[];
  readonly nested: readonly {
    readonly kind: NestedKind;
    readonly patterns: readonly Pattern[];
    readonly part: TextRange;
    /** Unlike FILTER NOT EXISTS, MINUS has no effect if it shares no variable with the outer pattern. */
    readonly byMinus?: boolean;
  }[];
  /** The parts of the query that the graph does not represent, a few words each. */
  readonly leftOut: readonly string[];
}

/** The constants that variables are bound to, and the ranges of their VALUES. */
export type SingleValues = ReadonlyMap<string, { readonly term: Term; readonly part: TextRange }>;

/** Creates one node for each variable of a query. */
export class Nodes {
  private readonly byName = new Map<string, QueryNode>();

  constructor(private readonly values: SingleValues) {}

  nodeFor(term: Term): QueryNode {
    if (term.kind === 'iri' || term.kind === 'literal') return { variable: undefined, term, part: undefined };
    const name = term.kind === 'blank' ? `_:${term.name}` : term.name;
    const bound = this.values.get(name);
    if (bound && (bound.term.kind === 'iri' || bound.term.kind === 'literal'))
      return { variable: undefined, term: bound.term, part: bound.part };
    return this.variableNode(name);
  }

  variableNode(name: string): QueryNode {
    let node = this.byName.get(name);
    if (!node) this.byName.set(name, (node = { variable: name, term: undefined, part: undefined }));
    return node;
  }
}

const NAME_RELATIONS = new Set([
  'type.object.name',
  RDFS_LABEL,
  'rdfs:label',
  'http://www.w3.org/2004/02/skos/core#prefLabel',
]);

/** Whether a relation leads to the name of its subject. */
export function isNameRelation(relation: string | undefined): boolean {
  return relation !== undefined && NAME_RELATIONS.has(relation);
}
