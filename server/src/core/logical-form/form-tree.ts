/** Converts a query graph to the tree of a logical form, starting from the answer. */
import type { KbSchema } from '../schema/schema';
import type { Condition } from '../describe/conditions';
import { mayBeEqual } from '../describe/may-be-equal';
import type { QueryEdge, QueryNode, TypeAssertion } from '../describe/query-graph';
import { isEntityId } from '../language/rdf/ids';
import type { Term } from '../language/sparql/model';
import { displayName, InexpressibleError, type FormGraph } from './form-graph';
import { comparisonsOf, excludedValues, toLiteralExpr, findTimes, requiredValues } from './form-conditions';
import { otherEnd, pathBetween, connectedNodes, stepFrom, uniqueEdges } from './form-paths';
import type { SExpr, RelationExpr } from './sexpr';
import type { ReferenceDay } from './time-relations';

export function toFormTree(
  graph: FormGraph,
  schema: KbSchema,
  asOf: ReferenceDay | undefined,
): { readonly expr: SExpr; readonly losses: readonly string[] } {
  const builder = new TreeBuilder(graph, schema, asOf);
  const set = builder.build();
  return {
    expr: graph.counted ? { kind: 'count', of: set } : set,
    losses: [...new Set([...graph.losses, ...builder.losses])],
  };
}

class TreeBuilder {
  readonly losses: string[] = [];
  private readonly edges: readonly QueryEdge[];
  /** Sets that replace a node with everything connected to it. */
  private readonly replacements = new Map<QueryNode, SExpr>();

  constructor(
    private readonly graph: FormGraph,
    private readonly schema: KbSchema,
    private readonly asOf: ReferenceDay | undefined,
  ) {
    this.edges = uniqueEdges(graph.edges);
  }

  build(): SExpr {
    const { answer, extreme } = this.graph;
    this.checkConnected();
    if (!extreme) return this.set(answer, undefined, new Set());
    const path = pathBetween(answer, extreme.on, this.edges);
    if (!path.length) return this.extremeValue(extreme.on);
    const [root, rest] = this.findRankedNode(path);
    return this.extreme(root, rest);
  }

  /** Handles an answer that is the extreme value itself: the value of the entities that have it. */
  private extremeValue(value: QueryNode): SExpr {
    const [edge, ...others] = this.edges.filter(({ to }) => to === value);
    if (
      !edge ||
      others.length ||
      this.edges.some(({ from }) => from === value) ||
      edge.from.variable === undefined
    )
      throw new InexpressibleError(`${displayName(value)} is not the value of a single relation.`);
    const { which } = this.graph.extreme ?? { which: 'max' };
    const of = this.set(edge.from, edge, new Set([edge]));
    const step = { relation: edge.relation ?? '', reverse: false };
    return {
      kind: 'join',
      step: { ...step, reverse: true },
      of: { kind: 'extreme', which, of, by: [step] },
    };
  }

  /** Returns the node that the inner SELECT ranks (the answer, or a node on the path), and the rest of the path. */
  private findRankedNode(path: readonly QueryEdge[]): readonly [root: QueryNode, rest: readonly QueryEdge[]] {
    const { answer, extreme, typings } = this.graph;
    if (extreme?.over === undefined) return [answer, path];
    let at = answer;
    let before: QueryEdge | undefined;
    for (const [index, edge] of path.entries()) {
      const nodes = connectedNodes(at, this.edges, before);
      const edges = this.edges.filter((one) => one !== before && (nodes.has(one.from) || nodes.has(one.to)));
      const classes = typings.filter(({ node }) => nodes.has(node));
      if (hasShape(extreme.over, edges, classes, this.schema)) return [at, path.slice(index)];
      at = otherEnd(edge, at);
      before = edge;
    }
    throw new InexpressibleError('The superlative ranks other entities than the answers.');
  }

  /**
   * Builds an ARGMAX or ARGMIN. A form cannot express conditions on the nodes along the path to the value. If a node has
   * some, the extreme is taken of that node, with everything else as its conditions.
   */
  private extreme(root: QueryNode, path: readonly QueryEdge[]): SExpr {
    const nodes = path.reduce<QueryNode[]>(
      (list, edge) => [...list, otherEnd(edge, list.at(-1) ?? root)],
      [root],
    );
    let first = 0;
    for (let index = 1; index < path.length; index++) {
      const node = nodes[index];
      if (node && this.hasOtherConditions(node, [path[index - 1], path[index]])) first = index;
    }
    const owner = nodes[first] ?? root;
    const rest = path.slice(first);
    const [step] = rest;
    const { which } = this.graph.extreme ?? { which: 'max' };
    const by = rest.map((edge, index): RelationExpr => stepFrom(edge, nodes[first + index] ?? root));
    const of = this.set(owner, undefined, new Set(step ? [step] : []));
    const expr: SExpr = { kind: 'extreme', which, of, by };
    if (owner === this.graph.answer) return expr;
    this.replacements.set(owner, expr);
    return this.set(this.graph.answer, undefined, new Set());
  }

  /** Whether a node has conditions besides the edges of a path and the classes that these edges imply. */
  private hasOtherConditions(node: QueryNode, path: readonly (QueryEdge | undefined)[]): boolean {
    const implied = new Set(
      path.map((edge) => {
        const relation = this.schema.relation(edge?.relation ?? '');
        return edge?.from === node ? relation?.domain : relation?.range;
      }),
    );
    const classes = this.graph.typings.filter((typing) => typing.node === node);
    const otherClasses = classes.filter(({ type }) => !implied.has(type as never));
    if (classes.length > otherClasses.length)
      this.losses.push(`The class of ${displayName(node)} is dropped: its relations imply it.`);
    return (
      otherClasses.length > 0 ||
      this.graph.conditions.some(({ on }) => on === node) ||
      this.edges.some((edge) => !path.includes(edge) && (edge.from === node || edge.to === node))
    );
  }

  /** Builds the set for a node from all its conditions, without the edge it was reached by and the excluded edges. */
  private set(node: QueryNode, from: QueryEdge | undefined, without: ReadonlySet<QueryEdge>): SExpr {
    const replacement = this.replacements.get(node);
    const parts: SExpr[] = replacement ? [replacement] : this.parts(node, from, without);
    if (!parts.length) parts.push(this.anyOf(node, from, without));
    const last = parts.at(-1) as SExpr;
    let set = parts.slice(0, -1).reduceRight<SExpr>((right, left) => ({ kind: 'and', left, right }), last);
    if (!replacement) for (const time of this.times(node)) set = { kind: 'time', of: set, ...time };
    return set;
  }

  private parts(node: QueryNode, from: QueryEdge | undefined, without: ReadonlySet<QueryEdge>): SExpr[] {
    const classes = this.graph.typings.filter((typing) => typing.node === node);
    const parts: SExpr[] = [...new Set(classes.map(({ type }) => type))].map((id) => ({ kind: 'class', id }));
    for (const value of requiredValues(node, this.graph.conditions)) parts.push(this.constant(value));
    if (node.term) parts.push(this.constant(node.term));
    for (const edge of this.edges) {
      if (edge === from || without.has(edge) || (edge.from !== node && edge.to !== node)) continue;
      if (edge.from === edge.to)
        throw new InexpressibleError(
          `${displayName(node)} is connected to itself, which a logical form cannot express.`,
        );
      parts.push(...this.along(edge, node, without));
    }
    return parts;
  }

  private along(edge: QueryEdge, node: QueryNode, without: ReadonlySet<QueryEdge>): readonly SExpr[] {
    const end = otherEnd(edge, node);
    const step = stepFrom(edge, node);
    if (end.term) return [{ kind: 'join', step, of: this.constant(end.term) }];
    const comparisons = comparisonsOf(end, step, this.graph.conditions);
    const hasConditions =
      this.parts(end, edge, without).length > 0 || this.replacements.has(end) || this.times(end).length > 0;
    if (comparisons.length) {
      if (hasConditions)
        throw new InexpressibleError(
          `${displayName(end)} is compared and has other conditions, which a logical form cannot combine.`,
        );
      if (comparisons.length > 1)
        this.losses.push(`If ${step.relation} has several values, each condition may match a different one.`);
      return comparisons;
    }
    if (hasConditions) return [{ kind: 'join', step, of: this.set(end, edge, without) }];
    // The edge back to the answer, if the set starts from a node that an extreme is taken of.
    if (end === this.graph.answer) return [];
    const type = this.typeAt(end, edge);
    if (type === undefined) {
      this.losses.push(`The logical form does not require a ${step.relation}.`);
      return [];
    }
    this.losses.push(`The class ${type} expresses that a ${step.relation} is required.`);
    return [{ kind: 'join', step, of: { kind: 'class', id: type } }];
  }

  /** Returns the class of a node that has no conditions of its own. */
  private anyOf(node: QueryNode, from: QueryEdge | undefined, without: ReadonlySet<QueryEdge>): SExpr {
    const edge = from ?? [...without].find((one) => one.from === node || one.to === node);
    const type = edge && this.typeAt(node, edge);
    if (type === undefined)
      throw new InexpressibleError(`${displayName(node)} has no condition that a logical form can express.`);
    this.losses.push(`The class ${type} is added: a logical form starts from a set.`);
    return { kind: 'class', id: type };
  }

  private typeAt(node: QueryNode, edge: QueryEdge): string | undefined {
    const relation = this.schema.relation(edge.relation ?? '');
    const type = edge.from === node ? relation?.domain : relation?.range;
    return type === undefined || this.schema.type(type)?.kind === 'literal' ? undefined : type;
  }

  private constant(term: Term): SExpr {
    if (term.kind === 'literal') return toLiteralExpr(term);
    if (term.kind !== 'iri') throw new InexpressibleError('A blank node has no counterpart.');
    const id = this.schema.idOf(term.iri) ?? term.iri;
    return { kind: !isEntityId(id) && this.schema.hasType(id) ? 'class' : 'entity', id };
  }

  private times(node: QueryNode): ReturnType<typeof findTimes> {
    return findTimes(node, this.graph.conditions, this.schema, this.asOf);
  }

  /** Checks that the graph is a tree: it is connected and has fewer edges than nodes. */
  private checkConnected(): void {
    const { answer, typings, conditions } = this.graph;
    const connected = connectedNodes(answer, this.edges);
    const nodes = [
      ...this.edges.flatMap(({ from, to }) => [from, to]),
      ...typings.map(({ node }) => node),
      ...conditions.map(({ on }) => on),
    ];
    const unconnected = nodes.find((node) => !node.term && !connected.has(node));
    if (unconnected)
      throw new InexpressibleError(
        `${displayName(unconnected)} is not connected to the answer ${displayName(answer)}.`,
      );
    const between = this.edges.filter(({ from, to }) => !from.term && !to.term);
    if (between.length >= connected.size)
      throw new InexpressibleError('The pattern has a cycle; a logical form is a tree.');
    for (const condition of conditions) this.checkCondition(condition);
    this.noteExcluded();
  }

  /** A logical form excludes the entities that it names from the answers. Adds a loss if the query does not. */
  private noteExcluded(): void {
    const { answer, conditions, counted } = this.graph;
    const excluded = new Set(
      excludedValues(answer, conditions).map((term) => (term.kind === 'iri' ? term.iri : '')),
    );
    for (const node of this.edges.flatMap(({ from, to }) => [from, to])) {
      if (node.term?.kind !== 'iri' || excluded.has(node.term.iri)) continue;
      excluded.add(node.term.iri);
      if (mayBeEqual(answer, node, this.edges, this.schema))
        this.losses.push(
          `The logical form ${counted ? 'does not count' : 'never returns'} ${this.schema.idOf(node.term.iri) ?? node.term.iri} itself.`,
        );
    }
  }

  private checkCondition({ kind, on }: Condition): void {
    if (kind === 'relate') throw new InexpressibleError('A comparison of two values has no counterpart.');
    if (kind === 'text')
      throw new InexpressibleError('A condition on a part of a string has no counterpart.');
    if (kind === 'either') throw new InexpressibleError('A choice between conditions has no counterpart.');
    const { answer, conditions } = this.graph;
    const step = { relation: '', reverse: false };
    if (on === answer && comparisonsOf(answer, step, conditions).length)
      throw new InexpressibleError('A condition on the selected value has no counterpart.');
    for (const value of excludedValues(on, conditions)) {
      const iri = value.kind === 'iri' ? value.iri : undefined;
      const isNamed = this.edges.some(({ from, to }) =>
        [from, to].some(({ term }) => term?.kind === 'iri' && term.iri === iri),
      );
      // A logical form implies this for the entities that it names.
      if (on === answer && isNamed) continue;
      const what = iri === undefined ? 'a value' : (this.schema.idOf(iri) ?? iri);
      this.losses.push(`The logical form does not require that ${displayName(on)} differs from ${what}.`);
    }
  }
}

/** Whether a part of a graph is the pattern of an inner SELECT. `over` has one line per triple, with `?` for variables. */
function hasShape(
  over: string,
  edges: readonly QueryEdge[],
  typings: readonly TypeAssertion[],
  { typing, namespace }: KbSchema,
): boolean {
  const iriOf = (id: string): string => (/^[a-z][a-z+.-]*:/i.test(id) ? id : namespace + id);
  const lines = [
    ...edges.map(({ from, relation = '', to }) => `${shapeOf(from)} ${iriOf(relation)} ${shapeOf(to)}`),
    ...typings.map(({ node, type }) => `${shapeOf(node)} a ${iriOf(type)}`),
  ];
  let innerLines = over;
  for (const iri of typing) innerLines = innerLines.replaceAll(` ${iri} `, ' a ');
  const normalize = (all: readonly string[]): string => [...new Set(all)].sort().join('\n');
  return normalize(innerLines.split('\n')) === normalize(lines);
}

function shapeOf({ term }: QueryNode): string {
  return term?.kind === 'iri' ? term.iri : term?.kind === 'literal' ? term.value : '?';
}
