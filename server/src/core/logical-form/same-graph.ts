/**
 * Whether two forms are the same graph, as GrailQA's exact match means it: what is asked of each node counts, not how the form is put
 * together. A form is a tree seen from its answer, so that each has one spelling that all its equals share; no search is needed.
 *
 * Of no account are the order and nesting of AND, relations written by their reverse, a class that a relation at the same node says
 * already, and how a number or a date is typed. What an extreme ranges over is of account: the greatest of B need be no A.
 */
import type { KbSchema } from '../schema/schema';
import type { LiteralFamily } from '../language/rdf/datatypes';
import { literalSpelling } from './literal-spelling';
import type { SExpr, RelationStep } from './sexpr';
import { timeRelations } from './time-relations';

type GraphSchema = Pick<KbSchema, 'relation' | 'type' | 'hasRelation'>;

export function sameGraph(left: SExpr, right: SExpr, schema: GraphSchema): boolean {
  return graphSpelling(left, schema) === graphSpelling(right, schema);
}

/** The same for all forms that are the same graph: also for telling whether one was seen already. */
export function graphSpelling(expr: SExpr, schema: GraphSchema): string {
  const node = new GraphNode();
  addTo(node, expr, schema);
  return node.spelling();
}

/** What is asked of a node. */
class GraphNode {
  readonly classes = new Set<string>();
  /** What its relations say that it is. */
  readonly implied = new Set<string>();
  readonly functions = new Set<string>();
  readonly edges: { readonly step: string; readonly to: GraphNode }[] = [];

  /** `holds`: what kind of literal it is, by the relation that leads to it. */
  constructor(readonly holds?: LiteralFamily) {}

  spelling(): string {
    const parts = [
      ...[...this.classes].filter((id) => !this.implied.has(id)),
      ...this.functions,
      ...this.edges.map(({ step, to }) => `${step} ${to.spelling()}`),
    ];
    return `{${[...new Set(parts)].sort().join(' ')}}`;
  }

  /** The node that a step leads to. */
  along(step: RelationStep, schema: GraphSchema): GraphNode {
    const { relation, reverse } = canonicalStep(step, schema);
    const known = schema.relation(relation);
    const [here, there] = reverse ? [known?.range, known?.domain] : [known?.domain, known?.range];
    const to = new GraphNode(there === undefined ? undefined : schema.type(there)?.literal);
    if (here !== undefined) this.implied.add(here);
    if (there !== undefined) to.implied.add(there);
    this.edges.push({ step: `${reverse ? '^' : ''}${relation}`, to });
    return to;
  }

  chain(steps: readonly RelationStep[], schema: GraphSchema): GraphNode {
    return steps.reduce<GraphNode>((node, step) => node.along(step, schema), this);
  }

  /** It is one of those of another that are picked among all that are like it, whatever else is asked of this one. */
  pickedFrom(other: GraphNode): void {
    this.functions.add(`of ${other.spelling()}`);
    for (const id of [...other.classes, ...other.implied]) this.implied.add(id);
  }
}

function addTo(node: GraphNode, expr: SExpr, schema: GraphSchema): void {
  switch (expr.kind) {
    case 'entity':
      node.functions.add(`=${expr.id}`);
      return;
    case 'class':
      node.classes.add(expr.id);
      return;
    case 'literal':
      node.functions.add(`=${literalSpelling(expr, node.holds)}`);
      return;
    case 'join':
      addTo(node.along(expr.step, schema), expr.of, schema);
      return;
    case 'and':
      addTo(node, expr.left, schema);
      addTo(node, expr.right, schema);
      return;
    case 'count': {
      const counted = new GraphNode();
      addTo(counted, expr.of, schema);
      node.functions.add(`count ${counted.spelling()}`);
      return;
    }
    case 'extreme': {
      const among = new GraphNode();
      addTo(among, expr.of, schema);
      among.chain(expr.by, schema).functions.add(expr.which);
      node.pickedFrom(among);
      return;
    }
    case 'compare': {
      const value = node.chain(expr.by, schema);
      value.functions.add(`${expr.operator} ${literalSpelling(expr.literal, value.holds)}`);
      return;
    }
    // A time only narrows, so that it is the same wherever it stands in an AND.
    case 'time': {
      const { begin, end } = timeRelations(expr.relation, schema);
      node.functions.add(`at ${expr.at === 'NOW' ? 'NOW' : expr.at.year} ${begin} ${end}`);
      addTo(node, expr.of, schema);
    }
  }
}

/** A relation and its reverse are one; the first in the alphabet stands for both. */
export function canonicalStep({ relation, reverse }: RelationStep, schema: GraphSchema): RelationStep {
  const other = schema.relation(relation)?.reverse;
  return other !== undefined && other < relation
    ? { relation: other, reverse: !reverse }
    : { relation, reverse };
}
