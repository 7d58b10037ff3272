/** Reads the pattern of a query as a graph of nodes, relations and conditions. */
import { RDFS_LABEL } from '../language/rdf/names';
import type { KbSchema } from '../schema/schema';
import type {
  Expression,
  Group,
  IriTerm,
  PropertyPath,
  RepeatSign,
  Select,
  Term,
  Triple,
  VariableTerm,
} from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import { readCondition, type Condition } from './conditions';
import { mayBeEqual } from './may-be-equal';
import { readExtreme } from './extremes';

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
  /** What is not represented in the graph, a few words each. */
  readonly leftOut: readonly string[];
}

/** Creates one node for each variable of a query. */
export class Nodes {
  private readonly byName = new Map<string, QueryNode>();

  constructor(
    private readonly values: ReadonlyMap<string, { readonly term: Term; readonly part: TextRange }>,
  ) {}

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

/** Finds the variables that VALUES with a single row binds. */
export function findSingleValues(
  groups: readonly Group[],
): ReadonlyMap<string, { readonly term: Term; readonly part: TextRange }> {
  const values = new Map<string, { term: Term; part: TextRange }>();
  for (const group of groups) {
    for (const { variables, rows, range } of group.values) {
      const [row, ...more] = rows;
      if (!row || more.length) continue;
      for (const [index, { name }] of variables.entries()) {
        const term = row[index];
        if (term) values.set(name, { term, part: range });
      }
    }
    for (const inner of group.children)
      if (inner.kind === 'group' || inner.kind === 'graph')
        for (const [name, value] of findSingleValues([inner])) values.set(name, value);
  }
  return values;
}

export function readPattern(groups: readonly Group[], nodes: Nodes, schema: KbSchema): Pattern {
  const builder = new PatternBuilder(nodes, schema);
  for (const group of groups) builder.addGroup(group);
  return builder.build();
}

class PatternBuilder {
  private readonly edges: QueryEdge[] = [];
  private readonly typings: TypeAssertion[] = [];
  private readonly conditions: Condition[] = [];
  private readonly nested: Pattern['nested'][number][] = [];
  private readonly leftOut: string[] = [];
  private readonly inequalities: [VariableTerm, VariableTerm][] = [];
  private pathNodeCount = 0;

  constructor(
    private readonly nodes: Nodes,
    private readonly schema: KbSchema,
    private readonly isNested = false,
  ) {}

  build(): Pattern {
    // The outer pattern may constrain the nodes of a nested one, so that they cannot be compared here.
    for (const [left, right] of this.inequalities)
      if (
        this.isNested ||
        mayBeEqual(this.nodes.nodeFor(left), this.nodes.nodeFor(right), this.edges, this.schema)
      )
        this.leftOut.push(`that ?${left.name} and ?${right.name} are not the same`);
    const { edges, typings, conditions, nested, leftOut } = this;
    return { edges, typings, conditions, nested, leftOut };
  }

  addGroup(group: Group): void {
    for (const triple of group.triples)
      if (triple.isQuoted) this.leftOut.push('what is stated about a triple');
      else this.addTriple(triple);
    const absent = new Set(group.filters.flatMap((filter) => unboundVariables(filter)));
    const present = new Set(group.filters.flatMap((filter) => boundVariables(filter)));
    for (const filter of group.filters) if (!unboundVariables(filter).length) this.addFilter(filter);
    for (const { expression, variable, range } of group.binds) {
      if (expression.kind === 'term' && expression.term.kind !== 'variable')
        this.conditions.push({
          kind: 'one-of',
          on: this.nodes.nodeFor(variable),
          values: [expression.term],
          part: range,
        });
      else this.leftOut.push(`what ?${variable.name} is computed from`);
    }
    for (const { variables, rows, range } of group.values) {
      if (rows.length < 2) continue;
      const [variable, ...more] = variables;
      const terms = rows.map(([term]) => term);
      if (variable && !more.length && terms.every((term) => term !== undefined))
        this.conditions.push({
          kind: 'one-of',
          on: this.nodes.nodeFor(variable),
          values: terms,
          part: range,
        });
      else this.leftOut.push('the table of values');
    }
    this.addChildren(group.children, absent, present);
    for (const name of absent) this.leftOut.push(`that ?${name} has no value`);
  }

  private addChildren(children: readonly Group[], absent: Set<string>, present: Set<string>): void {
    let branches: Group[] = [];
    const endUnion = (): void => {
      const [first] = branches;
      if (first)
        this.nested.push({
          kind: 'either',
          patterns: branches.map((branch) => this.readNested(branch)),
          part: first.range,
        });
      branches = [];
    };
    for (const child of children) {
      if (child.kind === 'union-branch') {
        const before = branches[branches.length - 1];
        // Adjacent UNIONs are distinguished by the distance between their branches.
        if (before && child.range.start - before.range.end > 12) endUnion();
        branches.push(child);
        continue;
      }
      endUnion();
      this.addChild(child, absent, present);
    }
    endUnion();
  }

  private addChild(child: Group, absent: Set<string>, present: Set<string>): void {
    switch (child.kind) {
      case 'optional':
        if (takeVariables(present, child)) {
          this.addGroup(child);
          return;
        }
        this.nested.push({
          kind: takeVariables(absent, child) ? 'not' : 'optional',
          patterns: [this.readNested(child)],
          part: child.range,
        });
        return;
      case 'minus':
        this.nested.push({
          kind: 'not',
          patterns: [this.readNested(child)],
          part: child.range,
          byMinus: true,
        });
        return;
      case 'service':
        this.leftOut.push('that part of it is asked of another server');
        this.addGroup(child);
        return;
      case 'subselect':
        if (child.select) this.addSubSelect(child.select);
        return;
      case 'template':
        return;
      default:
        this.addGroup(child);
    }
  }

  private addSubSelect(select: Select): void {
    const extreme = readExtreme(select);
    if (extreme) {
      const { variable, which, over } = extreme;
      const on = this.nodes.variableNode(variable);
      this.conditions.push({ kind: 'extreme', on, which, over, part: select.range });
      return;
    }
    const computes = select.projection.some(({ expression }) => expression && expression.kind !== 'term');
    if (computes || select.limit || select.groupBy || select.having.length)
      this.leftOut.push(computes ? 'what the inner SELECT computes' : 'the limits of the inner SELECT');
    for (const group of select.groups) this.addGroup(group);
  }

  private readNested(group: Group): Pattern {
    const builder = new PatternBuilder(this.nodes, this.schema, true);
    builder.pathNodeCount = this.pathNodeCount += 1000;
    builder.addGroup(group);
    return builder.build();
  }

  private addFilter(filter: Expression): void {
    if (filter.kind === 'operation' && filter.operator === '&&') {
      for (const side of filter.args) this.addFilter(side);
      return;
    }
    const [negated] = filter.kind === 'operation' && filter.operator === '!' ? filter.args : [];
    if (negated?.kind === 'exists') {
      this.addFilter({ ...negated, negated: !negated.negated });
      return;
    }
    if (filter.kind === 'exists') {
      const kind = filter.negated ? 'not' : 'exists';
      this.nested.push({ kind, patterns: [this.readNested(filter.group)], part: filter.range });
      return;
    }
    const [left, right] = filter.kind === 'operation' && filter.operator === '!=' ? filter.args : [];
    if (left?.kind === 'term' && right?.kind === 'term')
      if (left.term.kind === 'variable' && right.term.kind === 'variable') {
        this.inequalities.push([left.term, right.term]);
        return;
      }
    const condition = readCondition(filter, this.nodes, (iri) => this.idOf(iri));
    if (condition === 'implicit') return;
    if (condition) this.conditions.push(condition);
    else this.leftOut.push('a condition that it filters by');
  }

  private addTriple(triple: Triple): void {
    const { subject, predicate, object, range } = triple;
    const from = this.nodes.nodeFor(subject);
    const to = this.nodes.nodeFor(object);
    if (predicate.kind === 'variable')
      this.edges.push({
        relation: undefined,
        or: [],
        by: this.nodes.nodeFor(predicate),
        from,
        to,
        part: range,
      });
    else this.addPath(predicate, from, to, range);
  }

  private addPath(path: PropertyPath, from: QueryNode, to: QueryNode, part: TextRange): void {
    switch (path.kind) {
      case 'link':
        this.addLink(path.iri, from, to, part);
        return;
      case 'inverse':
        this.addPath(path.path, to, from, part);
        return;
      case 'sequence': {
        let start = from;
        for (const [index, step] of path.steps.entries()) {
          const last = index === path.steps.length - 1;
          const end = last
            ? to
            : this.nodes.variableNode(`path ${String(part.start)}.${String(this.pathNodeCount++)}`);
          this.addPath(step, start, end, part);
          start = end;
        }
        return;
      }
      case 'alternative': {
        const { options } = path;
        const links = options.flatMap((option) =>
          option.kind === 'link' ? [this.idOf(option.iri.iri)] : [],
        );
        const [relation, ...or] = links;
        if (relation !== undefined && links.length === options.length)
          this.edges.push({ relation, or, from, to, part });
        else this.addUnsupportedPath(from, to, part, 'the choice between paths');
        return;
      }
      case 'repeat':
        if (path.path.kind === 'link') this.addRepeated(path.path.iri, path.sign, from, to, part);
        else if (path.path.kind === 'inverse' && path.path.path.kind === 'link')
          this.addRepeated(path.path.path.iri, path.sign, to, from, part);
        else this.addUnsupportedPath(from, to, part, 'the path that is repeated');
        return;
      case 'negated':
        this.addUnsupportedPath(from, to, part, 'which relations are excluded');
    }
  }

  private addRepeated(
    { iri }: IriTerm,
    repeated: RepeatSign,
    from: QueryNode,
    to: QueryNode,
    part: TextRange,
  ): void {
    this.edges.push({ relation: this.idOf(iri), or: [], repeated, from, to, part });
  }

  private addUnsupportedPath(from: QueryNode, to: QueryNode, part: TextRange, omission: string): void {
    this.edges.push({ relation: undefined, or: [], from, to, part });
    this.leftOut.push(omission);
  }

  private addLink({ iri }: IriTerm, from: QueryNode, to: QueryNode, part: TextRange): void {
    if (this.schema.isTyping(iri) && to.term?.kind === 'iri') {
      this.typings.push({ node: from, type: this.idOf(to.term.iri), part });
      return;
    }
    this.edges.push({ relation: this.idOf(iri), or: [], from, to, part });
  }

  private idOf(iri: string): string {
    return this.schema.idOf(iri) ?? iri;
  }
}

/** The variables that a filter requires to be bound: the OPTIONAL that binds them is required. */
function boundVariables(filter: Expression): readonly string[] {
  if (filter.kind === 'operation' && filter.operator === '&&') return filter.args.flatMap(boundVariables);
  if (filter.kind !== 'call' || filter.name !== 'BOUND') return [];
  return filter.args.flatMap((argument) =>
    argument.kind === 'term' && argument.term.kind === 'variable' ? [argument.term.name] : [],
  );
}

/** The variables of `!BOUND(?x)`, which with an OPTIONAL is NOT EXISTS in SPARQL 1.0. */
function unboundVariables(filter: Expression): readonly string[] {
  if (filter.kind !== 'operation' || filter.operator !== '!') return [];
  const [bound] = filter.args;
  return bound?.kind === 'call' ? boundVariables(bound) : [];
}

/** Removes the variables that a group binds from `names`; returns whether there were any. */
function takeVariables(names: Set<string>, { triples }: Group): boolean {
  const terms = triples.flatMap(({ subject, object }) => [subject, object]);
  const bound = terms.flatMap((term) =>
    term.kind === 'variable' && names.has(term.name) ? [term.name] : [],
  );
  for (const name of bound) names.delete(name);
  return bound.length > 0;
}
