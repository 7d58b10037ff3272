/**
 * Compares logical forms as graphs, like the exact match of GrailQA. A form is a tree with the answer as its root, so each graph
 * has a canonical spelling and no graph isomorphism search is needed.
 *
 * Ignored are the order and nesting of AND, relations replaced by their reverse, classes that a relation at the same node
 * implies, and the datatypes of numbers and dates. The set of an extreme matters: the greatest of B need not be in A.
 */
import type { KbSchema } from '../schema/schema';
import type { LiteralFamily } from '../language/rdf/datatypes';
import { canonicalLiteral } from './canonical-literal';
import type { SExpr, RelationExpr } from './sexpr';
import { timeRelations } from './time-relations';

type GraphSchema = Pick<KbSchema, 'relation' | 'type' | 'hasRelation'>;

export function isSameGraph(left: SExpr, right: SExpr, schema: GraphSchema): boolean {
  return canonicalGraph(left, schema) === canonicalGraph(right, schema);
}

/** Returns the canonical spelling, which is the same for all forms with the same graph. */
export function canonicalGraph(expr: SExpr, schema: GraphSchema): string {
  const node = new GraphNode();
  addConditions(node, expr, schema);
  return node.spelling();
}

/** A node with its conditions. */
class GraphNode {
  readonly classes = new Set<string>();
  /** The classes that its relations imply. */
  readonly implied = new Set<string>();
  readonly functions = new Set<string>();
  readonly edges: { readonly step: string; readonly to: GraphNode }[] = [];

  /** `family` is the kind of literal in the range of the relation to this node. */
  constructor(readonly family?: LiteralFamily) {}

  spelling(): string {
    const parts = [
      ...[...this.classes].filter((id) => !this.implied.has(id)),
      ...this.functions,
      ...this.edges.map(({ step, to }) => `${step} ${to.spelling()}`),
    ];
    return `{${[...new Set(parts)].sort().join(' ')}}`;
  }

  /** Adds the node at the end of a step. */
  addStep(step: RelationExpr, schema: GraphSchema): GraphNode {
    const { relation, reverse } = canonicalStep(step, schema);
    const known = schema.relation(relation);
    const [here, there] = reverse ? [known?.range, known?.domain] : [known?.domain, known?.range];
    const to = new GraphNode(there === undefined ? undefined : schema.type(there)?.literal);
    if (here !== undefined) this.implied.add(here);
    if (there !== undefined) to.implied.add(there);
    this.edges.push({ step: `${reverse ? '^' : ''}${relation}`, to });
    return to;
  }

  addSteps(steps: readonly RelationExpr[], schema: GraphSchema): GraphNode {
    return steps.reduce<GraphNode>((node, step) => node.addStep(step, schema), this);
  }

  /** Restricts this node to the extreme of another node, independently of its other conditions. */
  restrictTo(other: GraphNode): void {
    this.functions.add(`of ${other.spelling()}`);
    for (const id of [...other.classes, ...other.implied]) this.implied.add(id);
  }
}

function addConditions(node: GraphNode, expr: SExpr, schema: GraphSchema): void {
  switch (expr.kind) {
    case 'entity':
      node.functions.add(`=${expr.id}`);
      return;
    case 'class':
      node.classes.add(expr.id);
      return;
    case 'literal':
      node.functions.add(`=${canonicalLiteral(expr, node.family)}`);
      return;
    case 'join':
      addConditions(node.addStep(expr.step, schema), expr.of, schema);
      return;
    case 'and':
      addConditions(node, expr.left, schema);
      addConditions(node, expr.right, schema);
      return;
    case 'or':
    case 'minus': {
      const [first, second] = 'left' in expr ? [expr.left, expr.right] : [expr.of, expr.without];
      const spellings = [first, second].map((part) => {
        const one = new GraphNode();
        addConditions(one, part, schema);
        return one.spelling();
      });
      node.functions.add(`${expr.kind} ${(expr.kind === 'or' ? spellings.sort() : spellings).join(' ')}`);
      return;
    }
    case 'count': {
      const counted = new GraphNode();
      addConditions(counted, expr.of, schema);
      node.functions.add(`count ${counted.spelling()}`);
      return;
    }
    case 'extreme': {
      const ranked = new GraphNode();
      addConditions(ranked, expr.of, schema);
      ranked.addSteps(expr.by, schema).functions.add(`${expr.which}${expr.rank ?? ''}`);
      node.restrictTo(ranked);
      return;
    }
    case 'compare': {
      const value = node.addSteps(expr.by, schema);
      value.functions.add(`${expr.operator} ${canonicalLiteral(expr.literal, value.family)}`);
      return;
    }
    // A time only restricts, so its position in an AND does not matter.
    case 'time': {
      const { begin, end } = timeRelations(expr.relation, schema);
      node.functions.add(`at ${expr.at === 'NOW' ? 'NOW' : expr.at.year} ${begin} ${end}`);
      addConditions(node, expr.of, schema);
    }
  }
}

/** Replaces a relation by its reverse if that is first in alphabetical order. */
export function canonicalStep({ relation, reverse }: RelationExpr, schema: GraphSchema): RelationExpr {
  const other = schema.relation(relation)?.reverse;
  return other !== undefined && other < relation
    ? { relation: other, reverse: !reverse }
    : { relation, reverse };
}
