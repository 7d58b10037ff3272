/** The pattern of a query as a graph: nodes, relations between them, and conditions. Constants are leaves. */
import { RDFS_LABEL } from '../language/rdf/names';
import type { KbSchema } from '../schema/schema';
import type {
  Expression,
  Group,
  IriTerm,
  Path,
  RepeatSign,
  Select,
  Term,
  Triple,
  VariableTerm,
} from '../language/sparql/model';
import type { TextRange } from '../language/text/range';
import { boundBy, takeAny, unboundBy } from './bound';
import { readCondition, type Condition } from './conditions';
import { mayBeEqual } from './may-be-equal';
import { extremeOf } from './extremes';

/** A variable, or one place where a constant stands. */
export interface Node {
  readonly variable: string | undefined;
  readonly term: Exclude<Term, { kind: 'variable' | 'blank' }> | undefined;
  /** Where its value is said, if not in the triple. */
  readonly part: TextRange | undefined;
}

export interface Edge {
  /** Absent for a relation that is itself a variable, or anything but those of a list. */
  readonly relation: string | undefined;
  /** `a|b` */
  readonly or: readonly string[];
  /** How often, where a path says so. */
  readonly repeated?: RepeatSign;
  /** The variable that stands for the relation. */
  readonly by?: Node;
  readonly from: Node;
  readonly to: Node;
  readonly part: TextRange;
}

/** One relation, in one step. */
export function isPlain({ or, repeated }: Edge): boolean {
  return !or.length && repeated === undefined;
}

export interface Typing {
  readonly node: Node;
  readonly type: string;
  readonly part: TextRange;
}

export type NestedKind = 'not' | 'exists' | 'optional' | 'either';

export interface Pattern {
  readonly edges: readonly Edge[];
  readonly typings: readonly Typing[];
  readonly conditions: readonly Condition[];
  readonly nested: readonly {
    readonly kind: NestedKind;
    readonly patterns: readonly Pattern[];
    readonly part: TextRange;
    /** MINUS takes nothing away where it shares no variable with the rest, as FILTER NOT EXISTS would. */
    readonly byMinus?: boolean;
  }[];
  /** What is not understood, a few words each. */
  readonly leftOut: readonly string[];
}

/** Nodes of the same variable are one, in all the patterns of a query. */
export class Nodes {
  private readonly byName = new Map<string, Node>();

  constructor(
    private readonly values: ReadonlyMap<string, { readonly term: Term; readonly part: TextRange }>,
  ) {}

  of(term: Term): Node {
    if (term.kind === 'iri' || term.kind === 'literal') return { variable: undefined, term, part: undefined };
    const name = term.kind === 'blank' ? `_:${term.name}` : term.name;
    const bound = this.values.get(name);
    if (bound && (bound.term.kind === 'iri' || bound.term.kind === 'literal'))
      return { variable: undefined, term: bound.term, part: bound.part };
    return this.named(name);
  }

  named(name: string): Node {
    let node = this.byName.get(name);
    if (!node) this.byName.set(name, (node = { variable: name, term: undefined, part: undefined }));
    return node;
  }
}

const NAMES = new Set([
  'type.object.name',
  RDFS_LABEL,
  'rdfs:label',
  'http://www.w3.org/2004/02/skos/core#prefLabel',
]);

/** Whether a relation only says what a thing is called. */
export function isNaming(relation: string | undefined): boolean {
  return relation !== undefined && NAMES.has(relation);
}

/** Variables with one value, by VALUES with a single row or by FILTER (?x = value). */
export function singleValues(
  groups: readonly Group[],
): ReadonlyMap<string, { readonly term: Term; readonly part: TextRange }> {
  const found = new Map<string, { term: Term; part: TextRange }>();
  for (const group of groups) {
    for (const { variables, rows, range } of group.values) {
      const [row, ...more] = rows;
      if (!row || more.length) continue;
      for (const [index, { name }] of variables.entries()) {
        const term = row[index];
        if (term) found.set(name, { term, part: range });
      }
    }
    for (const inner of group.children)
      if (inner.kind === 'group' || inner.kind === 'graph')
        for (const [name, value] of singleValues([inner])) found.set(name, value);
  }
  return found;
}

export function readPattern(groups: readonly Group[], nodes: Nodes, schema: KbSchema): Pattern {
  const builder = new PatternBuilder(nodes, schema);
  for (const group of groups) builder.addGroup(group);
  return builder.done();
}

class PatternBuilder {
  private readonly edges: Edge[] = [];
  private readonly typings: Typing[] = [];
  private readonly conditions: Condition[] = [];
  private readonly nested: Pattern['nested'][number][] = [];
  private readonly leftOut: string[] = [];
  private readonly different: [VariableTerm, VariableTerm][] = [];
  private hidden = 0;

  constructor(
    private readonly nodes: Nodes,
    private readonly schema: KbSchema,
    /** In a pattern that is nested, what two things are may be said outside of it. */
    private readonly isNested = false,
  ) {}

  done(): Pattern {
    for (const [left, right] of this.different)
      if (this.isNested || mayBeEqual(this.nodes.of(left), this.nodes.of(right), this.edges, this.schema))
        this.leftOut.push(`that ?${left.name} and ?${right.name} are not the same`);
    const { edges, typings, conditions, nested, leftOut } = this;
    return { edges, typings, conditions, nested, leftOut };
  }

  addGroup(group: Group): void {
    for (const triple of group.triples) this.addTriple(triple);
    const absent = new Set(group.filters.flatMap((filter) => unboundBy(filter)));
    const present = new Set(group.filters.flatMap((filter) => boundBy(filter)));
    for (const filter of group.filters) if (!unboundBy(filter).length) this.addFilter(filter);
    for (const { expression, variable, range } of group.binds) {
      if (expression.kind === 'term' && expression.term.kind !== 'variable')
        this.conditions.push({
          kind: 'one-of',
          on: this.nodes.of(variable),
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
        this.conditions.push({ kind: 'one-of', on: this.nodes.of(variable), values: terms, part: range });
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
          patterns: branches.map((branch) => this.inside(branch)),
          part: first.range,
        });
      branches = [];
    };
    for (const child of children) {
      if (child.kind === 'union-branch') {
        const before = branches[branches.length - 1];
        // Two UNIONs beside each other are told apart by what stands between their branches.
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
        if (takeAny(present, child)) {
          this.addGroup(child);
          return;
        }
        this.nested.push({
          kind: takeAny(absent, child) ? 'not' : 'optional',
          patterns: [this.inside(child)],
          part: child.range,
        });
        return;
      case 'minus':
        this.nested.push({ kind: 'not', patterns: [this.inside(child)], part: child.range, byMinus: true });
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
    const extreme = extremeOf(select);
    if (extreme) {
      const on = this.nodes.named(extreme.variable);
      this.conditions.push({
        kind: 'extreme',
        on,
        which: extreme.which,
        over: extreme.over,
        part: select.range,
      });
      return;
    }
    const computes = select.projection.some(({ expression }) => expression && expression.kind !== 'term');
    if (computes || select.limit || select.groupBy || select.having.length)
      this.leftOut.push(computes ? 'what the inner SELECT computes' : 'the limits of the inner SELECT');
    for (const group of select.groups) this.addGroup(group);
  }

  private inside(group: Group): Pattern {
    const builder = new PatternBuilder(this.nodes, this.schema, true);
    builder.hidden = this.hidden += 1000;
    builder.addGroup(group);
    return builder.done();
  }

  private addFilter(filter: Expression): void {
    if (filter.kind === 'operation' && filter.operator === '&&') {
      for (const side of filter.args) this.addFilter(side);
      return;
    }
    const [denied] = filter.kind === 'operation' && filter.operator === '!' ? filter.args : [];
    if (denied?.kind === 'exists') {
      this.addFilter({ ...denied, negated: !denied.negated });
      return;
    }
    if (filter.kind === 'exists') {
      const kind = filter.negated ? 'not' : 'exists';
      this.nested.push({ kind, patterns: [this.inside(filter.group)], part: filter.range });
      return;
    }
    const [left, right] = filter.kind === 'operation' && filter.operator === '!=' ? filter.args : [];
    if (left?.kind === 'term' && right?.kind === 'term')
      if (left.term.kind === 'variable' && right.term.kind === 'variable') {
        this.different.push([left.term, right.term]);
        return;
      }
    const read = readCondition(filter, this.nodes, (iri) => this.idOf(iri));
    if (read === 'unsaid') return;
    if (read) this.conditions.push(read);
    else this.leftOut.push('a condition that it filters by');
  }

  private addTriple(triple: Triple): void {
    const { subject, predicate, object, range } = triple;
    const from = this.nodes.of(subject);
    const to = this.nodes.of(object);
    if (predicate.kind === 'variable')
      this.edges.push({
        relation: undefined,
        or: [],
        by: this.nodes.of(predicate),
        from,
        to,
        part: range,
      });
    else this.addPath(predicate, from, to, range);
  }

  private addPath(path: Path, from: Node, to: Node, part: TextRange): void {
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
          const end = last ? to : this.nodes.named(`path ${String(part.start)}.${String(this.hidden++)}`);
          this.addPath(step, start, end, part);
          start = end;
        }
        return;
      }
      case 'alternative': {
        const ids = path.options.map((option) =>
          option.kind === 'link' ? this.idOf(option.iri.iri) : undefined,
        );
        const [relation, ...or] = ids.filter((id) => id !== undefined);
        if (relation !== undefined && or.length === ids.length - 1)
          this.edges.push({ relation, or, from, to, part });
        else this.unreadable(from, to, part, 'the choice between paths');
        return;
      }
      case 'repeat':
        if (path.path.kind === 'link')
          this.edges.push({
            relation: this.idOf(path.path.iri.iri),
            or: [],
            repeated: path.sign,
            from,
            to,
            part,
          });
        else if (path.path.kind === 'inverse' && path.path.path.kind === 'link')
          this.edges.push({
            relation: this.idOf(path.path.path.iri.iri),
            or: [],
            repeated: path.sign,
            from: to,
            to: from,
            part,
          });
        else this.unreadable(from, to, part, 'the path that is repeated');
        return;
      case 'negated':
        this.unreadable(from, to, part, 'which relations are excluded');
    }
  }

  private unreadable(from: Node, to: Node, part: TextRange, what: string): void {
    this.addEdge(undefined, from, to, part);
    this.leftOut.push(what);
  }

  private addLink({ iri }: IriTerm, from: Node, to: Node, part: TextRange): void {
    if (this.schema.isTyping(iri) && to.term?.kind === 'iri') {
      this.typings.push({ node: from, type: this.idOf(to.term.iri), part });
      return;
    }
    this.addEdge(this.idOf(iri), from, to, part);
  }

  private addEdge(relation: string | undefined, from: Node, to: Node, part: TextRange): void {
    this.edges.push({ relation, or: [], from, to, part });
  }

  private idOf(iri: string): string {
    return this.schema.idOf(iri) ?? iri;
  }
}
