/** The graph of a query → the tree of a form, from the answer outwards. */
import type { KbSchema } from '../schema/schema';
import type { Condition } from '../describe/conditions';
import { mayBeEqual } from '../describe/may-be-equal';
import type { Edge, Node } from '../describe/query-graph';
import { isEntityId } from '../language/rdf/ids';
import type { Term } from '../language/sparql/model';
import { named, NoCounterpart, type FormGraph } from './form-graph';
import { comparisonsOf, differencesOf, literalOf, timesOf, valuesOf } from './form-conditions';
import { otherEnd, pathBetween, reachedFrom, stepFrom, uniqueEdges } from './form-paths';
import { hasShape } from './graph-shape';
import type { SExpr, RelationStep } from './sexpr';
import type { AsOf } from './time-relations';

export function formTreeOf(
  graph: FormGraph,
  schema: KbSchema,
  asOf: AsOf | undefined,
): { readonly expr: SExpr; readonly losses: readonly string[] } {
  const tree = new Tree(graph, schema, asOf);
  const set = tree.whole();
  return {
    expr: graph.counted ? { kind: 'count', of: set } : set,
    losses: [...new Set([...graph.losses, ...tree.losses])],
  };
}

class Tree {
  readonly losses: string[] = [];
  private readonly edges: readonly Edge[];
  /** The set that stands for a node, with all that lies behind it. */
  private readonly instead = new Map<Node, SExpr>();

  constructor(
    private readonly graph: FormGraph,
    private readonly schema: KbSchema,
    private readonly asOf: AsOf | undefined,
  ) {
    this.edges = uniqueEdges(graph.edges);
  }

  whole(): SExpr {
    const { answer, extreme } = this.graph;
    this.checkConnected();
    if (!extreme) return this.set(answer, undefined, new Set());
    const path = pathBetween(answer, extreme.on, this.edges);
    // The value itself is asked for: what has it, and from there to it.
    if (!path.length) return this.valueItself(extreme.on);
    const [root, way] = this.rootOfExtreme(path);
    return this.extreme(root, way);
  }

  /** The greatest value of a relation is the value of those that have the greatest. */
  private valueItself(value: Node): SExpr {
    const [edge, ...more] = this.edges.filter(({ to }) => to === value);
    if (
      !edge ||
      more.length ||
      this.edges.some(({ from }) => from === value) ||
      edge.from.variable === undefined
    )
      throw new NoCounterpart(`${named(value)} is not the value of a single relation.`);
    const { which } = this.graph.extreme ?? { which: 'max' };
    const of = this.set(edge.from, edge, new Set([edge]));
    const step = { relation: edge.relation ?? '', reverse: false };
    return {
      kind: 'join',
      step: { ...step, reverse: true },
      of: { kind: 'extreme', which, of, by: [step] },
    };
  }

  /** The node whose set the inner SELECT looks through: the answer, or one on the way to the value. */
  private rootOfExtreme(path: readonly Edge[]): readonly [root: Node, way: readonly Edge[]] {
    const { answer, extreme, typings } = this.graph;
    if (extreme?.over === undefined) return [answer, path];
    let at = answer;
    let before: Edge | undefined;
    for (const [index, edge] of path.entries()) {
      const nodes = reachedFrom(at, this.edges, before);
      const edges = this.edges.filter((one) => one !== before && (nodes.has(one.from) || nodes.has(one.to)));
      const classes = typings.filter(({ node }) => nodes.has(node));
      if (hasShape(extreme.over, edges, classes, this.schema)) return [at, path.slice(index)];
      at = otherEnd(edge, at);
      before = edge;
    }
    throw new NoCounterpart('The superlative ranks other entities than the answers.');
  }

  /**
   * Extreme among the solutions as a whole. The nodes on the way to the value can only be bare in a form; where one is not, the
   * extreme is taken of that one, with all else as seen from there.
   */
  private extreme(root: Node, way: readonly Edge[]): SExpr {
    const nodes = way.reduce<Node[]>(
      (list, edge) => [...list, otherEnd(edge, list[list.length - 1] ?? root)],
      [root],
    );
    let first = 0;
    for (let index = 1; index < way.length; index++) {
      const node = nodes[index];
      if (node && this.saysMore(node, [way[index - 1], way[index]])) first = index;
    }
    const owner = nodes[first] ?? root;
    const rest = way.slice(first);
    const [step] = rest;
    const { which } = this.graph.extreme ?? { which: 'max' };
    const by = rest.map((edge, index): RelationStep => stepFrom(edge, nodes[first + index] ?? root));
    const of = this.set(owner, undefined, new Set(step ? [step] : []));
    const expr: SExpr = { kind: 'extreme', which, of, by };
    if (owner === this.graph.answer) return expr;
    this.instead.set(owner, expr);
    return this.set(this.graph.answer, undefined, new Set());
  }

  /** Besides the edges on the way; a class that these edges imply says nothing more. */
  private saysMore(node: Node, way: readonly (Edge | undefined)[]): boolean {
    const implied = new Set(
      way.map((edge) => {
        const relation = this.schema.relation(edge?.relation ?? '');
        return edge?.from === node ? relation?.domain : relation?.range;
      }),
    );
    const classes = this.graph.typings.filter((typing) => typing.node === node);
    const more = classes.filter(({ type }) => !implied.has(type as never));
    if (classes.length > more.length)
      this.losses.push(`The class of ${named(node)} is dropped: its relations imply it.`);
    return (
      more.length > 0 ||
      this.graph.conditions.some(({ on }) => on === node) ||
      this.edges.some((edge) => !way.includes(edge) && (edge.from === node || edge.to === node))
    );
  }

  /** All that is asked of a node, but by the edges that are left out and the one it was reached by. */
  private set(node: Node, from: Edge | undefined, without: ReadonlySet<Edge>): SExpr {
    const instead = this.instead.get(node);
    const parts: SExpr[] = instead ? [instead] : this.parts(node, from, without);
    if (!parts.length) parts.push(this.anything(node, from, without));
    const last = parts[parts.length - 1] as SExpr;
    let set = parts.slice(0, -1).reduceRight<SExpr>((right, left) => ({ kind: 'and', left, right }), last);
    if (!instead) for (const time of this.times(node)) set = { kind: 'time', of: set, ...time };
    return set;
  }

  private parts(node: Node, from: Edge | undefined, without: ReadonlySet<Edge>): SExpr[] {
    const classes = this.graph.typings.filter((typing) => typing.node === node);
    const parts: SExpr[] = [...new Set(classes.map(({ type }) => type))].map((id) => ({ kind: 'class', id }));
    for (const value of valuesOf(node, this.graph.conditions)) parts.push(this.constant(value));
    if (node.term) parts.push(this.constant(node.term));
    for (const edge of this.edges) {
      if (edge === from || without.has(edge) || (edge.from !== node && edge.to !== node)) continue;
      if (edge.from === edge.to)
        throw new NoCounterpart(`${named(node)} is connected to itself, which a form cannot express.`);
      parts.push(...this.along(edge, node, without));
    }
    return parts;
  }

  private along(edge: Edge, node: Node, without: ReadonlySet<Edge>): readonly SExpr[] {
    const end = otherEnd(edge, node);
    const step = stepFrom(edge, node);
    if (end.term) return [{ kind: 'join', step, of: this.constant(end.term) }];
    const compared = comparisonsOf(end, step, this.graph.conditions);
    const inner =
      this.parts(end, edge, without).length > 0 || this.instead.has(end) || this.times(end).length > 0;
    if (compared.length) {
      if (inner)
        throw new NoCounterpart(
          `${named(end)} is compared and has other conditions, which a form cannot combine.`,
        );
      if (compared.length > 1)
        this.losses.push(`If ${step.relation} has several values, each condition may match a different one.`);
      return compared;
    }
    if (inner) return [{ kind: 'join', step, of: this.set(end, edge, without) }];
    // The way back to the answer, as seen from a node that an extreme is taken of.
    if (end === this.graph.answer) return [];
    const type = this.typeAt(end, edge);
    if (type === undefined) {
      this.losses.push(`The form does not require a ${step.relation}.`);
      return [];
    }
    this.losses.push(`The class ${type} stands for the required ${step.relation}.`);
    return [{ kind: 'join', step, of: { kind: 'class', id: type } }];
  }

  /** A node of which nothing is asked but what it was reached by. */
  private anything(node: Node, from: Edge | undefined, without: ReadonlySet<Edge>): SExpr {
    const edge = from ?? [...without].find((one) => one.from === node || one.to === node);
    const type = edge && this.typeAt(node, edge);
    if (type === undefined)
      throw new NoCounterpart(`${named(node)} has no condition that a form can express.`);
    this.losses.push(`The class ${type} is added: a form starts from a set.`);
    return { kind: 'class', id: type };
  }

  private typeAt(node: Node, edge: Edge): string | undefined {
    const relation = this.schema.relation(edge.relation ?? '');
    const type = edge.from === node ? relation?.domain : relation?.range;
    return type === undefined || this.schema.type(type)?.kind === 'literal' ? undefined : type;
  }

  private constant(term: Term): SExpr {
    if (term.kind === 'literal') return literalOf(term);
    if (term.kind !== 'iri') throw new NoCounterpart('A blank node has no counterpart.');
    const id = this.schema.idOf(term.iri) ?? term.iri;
    return { kind: !isEntityId(id) && this.schema.hasType(id) ? 'class' : 'entity', id };
  }

  private times(node: Node): ReturnType<typeof timesOf> {
    return timesOf(node, this.graph.conditions, this.schema, this.asOf);
  }

  /** A tree has one node more than edges; more edges make a circle, and fewer leave something apart. */
  private checkConnected(): void {
    const { answer, typings, conditions } = this.graph;
    const reached = reachedFrom(answer, this.edges);
    const nodes = [
      ...this.edges.flatMap(({ from, to }) => [from, to]),
      ...typings.map(({ node }) => node),
      ...conditions.map(({ on }) => on),
    ];
    const apart = nodes.find((node) => !node.term && !reached.has(node));
    if (apart) throw new NoCounterpart(`${named(apart)} is not connected to the answer ${named(answer)}.`);
    const between = this.edges.filter(({ from, to }) => !from.term && !to.term);
    if (between.length >= reached.size) throw new NoCounterpart('The pattern has a cycle; a form is a tree.');
    for (const condition of conditions) this.checkCondition(condition);
    this.noteExcluded();
  }

  /** Forms leave the entities that they name out of the answer, whether the query says so or not. */
  private noteExcluded(): void {
    const { answer, conditions, counted } = this.graph;
    const said = new Set(
      differencesOf(answer, conditions).map((term) => (term.kind === 'iri' ? term.iri : '')),
    );
    for (const node of this.edges.flatMap(({ from, to }) => [from, to])) {
      if (node.term?.kind !== 'iri' || said.has(node.term.iri)) continue;
      said.add(node.term.iri);
      if (mayBeEqual(answer, node, this.edges, this.schema))
        this.losses.push(
          `The form ${counted ? 'does not count' : 'never answers with'} ${this.schema.idOf(node.term.iri) ?? node.term.iri} itself.`,
        );
    }
  }

  private checkCondition({ kind, on }: Condition): void {
    if (kind === 'relate') throw new NoCounterpart('A comparison of two values has no counterpart.');
    if (kind === 'text') throw new NoCounterpart('A condition on a part of a string has no counterpart.');
    if (kind === 'either') throw new NoCounterpart('A choice between conditions has no counterpart.');
    const { answer, conditions } = this.graph;
    const step = { relation: '', reverse: false };
    if (on === answer && comparisonsOf(answer, step, conditions).length)
      throw new NoCounterpart('A condition on the selected value has no counterpart.');
    for (const value of differencesOf(on, conditions)) {
      const iri = value.kind === 'iri' ? value.iri : undefined;
      const isNamed = this.edges.some(({ from, to }) =>
        [from, to].some(({ term }) => term?.kind === 'iri' && term.iri === iri),
      );
      // A form takes it for granted of the entities that it names.
      if (on === answer && isNamed) continue;
      const what = iri === undefined ? 'a value' : (this.schema.idOf(iri) ?? iri);
      this.losses.push(`The form does not say that ${named(on)} differs from ${what}.`);
    }
  }
}
