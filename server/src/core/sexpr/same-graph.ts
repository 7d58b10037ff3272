/**
 * Whether two forms are the same graph, as GrailQA's exact match means it: what is asked of each node counts, not how the form is put
 * together. A form is a tree seen from its answer, so that each has one spelling that all its equals share; no search is needed.
 *
 * Of no account are the order and nesting of AND, relations written by their reverse, a class that a relation at the same node says
 * already, and how a number or a date is typed.
 */
import type { KbSchema } from '../kb/schema';
import { isNumberText } from './literal-words';
import type { LiteralExpr, SExpr, Step } from './sexpr';
import { timeRelations } from './time-relations';

export type GraphSchema = Pick<KbSchema, 'relation' | 'hasRelation'>;

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

  spelling(): string {
    const parts = [
      ...[...this.classes].filter((id) => !this.implied.has(id)),
      ...this.functions,
      ...this.edges.map(({ step, to }) => `${step} ${to.spelling()}`),
    ];
    return `{${[...new Set(parts)].sort().join(' ')}}`;
  }

  /** The node that a step leads to. */
  along(step: Step, schema: GraphSchema): GraphNode {
    const { relation, reverse } = canonical(step, schema);
    const to = new GraphNode();
    const known = schema.relation(relation);
    const [here, there] = reverse ? [known?.range, known?.domain] : [known?.domain, known?.range];
    if (here !== undefined) this.implied.add(here);
    if (there !== undefined) to.implied.add(there);
    this.edges.push({ step: `${reverse ? '^' : ''}${relation}`, to });
    return to;
  }

  chain(steps: readonly Step[], schema: GraphSchema): GraphNode {
    return steps.reduce<GraphNode>((node, step) => node.along(step, schema), this);
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
      node.functions.add(`=${valueOf(expr)}`);
      return;
    case 'join':
      addTo(node.along(expr.step, schema), expr.of, schema);
      return;
    case 'and':
      addTo(node, expr.left, schema);
      addTo(node, expr.right, schema);
      return;
    case 'count':
      node.functions.add('count');
      addTo(node, expr.of, schema);
      return;
    case 'extreme':
      node.chain(expr.by, schema).functions.add(expr.which);
      addTo(node, expr.of, schema);
      return;
    case 'compare':
      node.chain(expr.by, schema).functions.add(`${expr.operator} ${valueOf(expr.literal)}`);
      return;
    case 'time': {
      const { begin, end } = timeRelations(expr.relation, schema);
      node.functions.add(`at ${expr.at === 'NOW' ? 'NOW' : expr.at.year} ${begin} ${end}`);
      addTo(node, expr.of, schema);
    }
  }
}

/** A relation and its reverse are one; the first in the alphabet stands for both. */
function canonical({ relation, reverse }: Step, schema: GraphSchema): Step {
  const other = schema.relation(relation)?.reverse;
  return other !== undefined && other < relation
    ? { relation: other, reverse: !reverse }
    : { relation, reverse };
}

function valueOf({ value }: LiteralExpr): string {
  const text = value.trim();
  return JSON.stringify(isNumberText(text) ? String(Number(text)) : text);
}
