/** Reads the groups of a query as a pattern. */
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
import type { KbSchema } from '../schema/schema';
import { readCondition, type Condition } from './conditions';
import { readExtreme } from './extremes';
import { mayBeEqual } from './may-be-equal';
import {
  Nodes,
  type Pattern,
  type QueryEdge,
  type QueryNode,
  type SingleValues,
  type TypeAssertion,
} from './query-graph';

export function readPattern(
  groups: readonly Group[],
  schema: KbSchema,
): { readonly nodes: Nodes; readonly pattern: Pattern } {
  const nodes = new Nodes(findSingleValues(groups));
  const builder = new PatternBuilder(nodes, schema);
  for (const group of groups) builder.addGroup(group);
  return { nodes, pattern: builder.build() };
}

/** Finds the variables that VALUES with a single row binds. */
function findSingleValues(groups: readonly Group[]): SingleValues {
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
      if (triple.isQuoted) this.leftOut.push('statements about a triple');
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
      else this.leftOut.push(`how ?${variable.name} is computed`);
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
        this.leftOut.push('the part for another endpoint (SERVICE)');
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
      this.leftOut.push(
        computes ? 'the values computed by the inner SELECT' : 'the limits of the inner SELECT',
      );
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
    else this.leftOut.push('a filter condition');
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
        else this.addUnsupportedPath(from, to, part, 'the repeated path');
        return;
      case 'negated':
        this.addUnsupportedPath(from, to, part, 'the excluded relations');
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
