/**
 * Which patterns of a query must hold together. A scope is a set of links that all have to match for one solution; a
 * UNION branch, an OPTIONAL or an EXISTS is a scope of its own that also has to agree with the scope around it; MINUS
 * and NOT EXISTS stand alone. Variables get keys, so that the `?x` inside a sub-select that does not select it is
 * another variable than the `?x` outside.
 */
import type {
  Expression,
  Group,
  IriTerm,
  LiteralTerm,
  Path,
  Select,
  Term,
  Triple,
  VariableTerm,
} from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';

export interface PatternNode {
  readonly key: string;
  /** Absent for the node between two steps of a path. */
  readonly term: Term | undefined;
}

/** One relation between two nodes; a path `a|b` gives several options, of which any may hold. */
export interface Link {
  readonly subject: PatternNode;
  readonly object: PatternNode;
  readonly options: readonly LinkOption[];
  readonly triple: Triple;
  /** The relation as it stands in the text. */
  readonly range: TextRange;
  /** Written plainly as subject, relation, object: it can be swapped or reversed by a simple edit. */
  readonly plain: boolean;
}
interface LinkOption {
  readonly iri: IriTerm;
  readonly inverse: boolean;
}

interface LiteralComparison {
  readonly operator: string;
  readonly node: PatternNode;
  readonly variable: VariableTerm;
  readonly literal: LiteralTerm;
  readonly range: TextRange;
  /** Whether every solution has to pass it; not so inside OR, NOT, or the condition of an IF. */
  readonly required: boolean;
}

/** VALUES ?x { … } or ?x IN (…) gives a node one of some constants. */
interface ConstantChoice {
  readonly node: PatternNode;
  readonly variable: VariableTerm;
  readonly terms: readonly Term[];
}

export interface Scope {
  readonly kind: 'required' | 'optional' | 'branch' | 'exists' | 'apart';
  /** The scope that has to agree with this one. */
  readonly outer: Scope | undefined;
  readonly links: Link[];
  readonly comparisons: LiteralComparison[];
  readonly choices: ConstantChoice[];
}

/** A variable, by its key, and an IRI that it may be. */
export interface GivenIri {
  readonly variable: string;
  readonly iri: IriTerm;
}

export interface Scopes {
  readonly root: Scope;
  /** All of them, outer before inner. */
  readonly all: readonly Scope[];
  /** Relations that VALUES or a FILTER gives to a variable in the place of a relation. */
  readonly named: readonly GivenIri[];
  /** Every IRI that VALUES or a FILTER gives to a variable. */
  readonly constants: readonly GivenIri[];
  /** Every relation and class that stands in a pattern, with the scope it stands in; nothing inside SERVICE or a template. */
  readonly relations: readonly {
    readonly iri: IriTerm;
    readonly link: Link | undefined;
    readonly scope: Scope;
  }[];
  /** Node of a projected variable of the outermost query. */
  answerNode(variable: string): PatternNode;
}

export function scopesOf(query: Select): Scopes {
  const builder = new ScopeBuilder();
  const root = builder.newScope('required', undefined);
  for (const group of query.groups) builder.readGroup(group, root, new Names('', new Map()));
  return {
    root,
    all: builder.scopes,
    named: builder.named.filter(({ variable }) => builder.predicateVariables.has(variable)),
    constants: builder.named,
    relations: builder.relations,
    answerNode: (variable) => ({ key: `?${variable}`, term: undefined }),
  };
}

/** Sub-selects see their own variables under their own names, but for those that they hand out. */
class Names {
  constructor(
    private readonly suffix: string,
    private readonly handedOut: ReadonlyMap<string, string>,
  ) {}

  private readonly own = new Map<string, string>();

  keyOf(variable: string): string {
    const known = this.handedOut.get(variable) ?? this.own.get(variable);
    if (known !== undefined) return known;
    const key = `?${variable}${this.suffix}`;
    this.own.set(variable, key);
    return key;
  }
}

class ScopeBuilder {
  readonly relations: { iri: IriTerm; link: Link | undefined; scope: Scope }[] = [];
  readonly named: GivenIri[] = [];
  readonly predicateVariables = new Set<string>();
  readonly scopes: Scope[] = [];
  private counter = 0;

  newScope(kind: Scope['kind'], outer: Scope | undefined): Scope {
    const scope: Scope = { kind, outer, links: [], comparisons: [], choices: [] };
    this.scopes.push(scope);
    return scope;
  }

  readGroup(group: Group, scope: Scope, names: Names): void {
    if (group.kind === 'service' || group.kind === 'template') return;
    for (const triple of group.triples) this.readTriple(triple, scope, names);
    for (const values of group.values) {
      for (const [column, variable] of values.variables.entries()) {
        const terms = values.rows
          .map((row) => row[column])
          .filter((term): term is Term => term !== undefined);
        for (const term of terms)
          if (term.kind === 'iri') this.named.push({ variable: names.keyOf(variable.name), iri: term });
        if (terms.length === values.rows.length)
          scope.choices.push({ node: this.node(variable, names), variable, terms });
      }
    }
    for (const filter of group.filters) this.readCondition(filter, scope, names, true);
    for (const bind of group.binds) this.readCondition(bind.expression, scope, names, false);
    for (const child of group.children) this.readChild(child, scope, names);
    if (group.select) this.readSubSelect(group.select, scope, names);
  }

  private readChild(group: Group, scope: Scope, names: Names): void {
    switch (group.kind) {
      case 'group':
      case 'graph':
      case 'subselect':
      case 'service':
      case 'template':
        this.readGroup(group, scope, names);
        return;
      case 'union-branch':
        this.readInner(group, 'branch', scope, names);
        return;
      case 'optional':
        this.readInner(group, 'optional', scope, names);
        return;
      case 'exists':
        this.readInner(group, 'exists', scope, names);
        return;
      case 'minus':
      case 'not-exists':
        this.readInner(group, 'apart', scope, names);
    }
  }

  private readInner(group: Group, kind: Scope['kind'], outer: Scope, names: Names): void {
    const scope = this.newScope(kind, kind === 'apart' ? undefined : outer);
    this.readGroup(group, scope, names);
  }

  private readSubSelect(select: Select, scope: Scope, names: Names): void {
    const handedOut = new Map<string, string>();
    const suffix = select.star ? '' : `@${this.counter++}`;
    for (const { variable, expression } of select.projection) {
      if (!variable) continue;
      if (!expression) handedOut.set(variable.name, names.keyOf(variable.name));
      else if (
        expression.kind === 'term' &&
        expression.term.kind === 'variable' &&
        !handedOut.has(expression.term.name)
      ) {
        handedOut.set(expression.term.name, names.keyOf(variable.name));
      }
    }
    const inside = select.star ? names : new Names(suffix, handedOut);
    for (const group of select.groups) this.readGroup(group, scope, inside);
    for (const condition of select.having) this.readCondition(condition, scope, inside, true);
  }

  private readTriple(triple: Triple, scope: Scope, names: Names): void {
    const subject = this.node(triple.subject, names);
    const object = this.node(triple.object, names);
    const { predicate } = triple;
    if (predicate.kind === 'variable') {
      this.predicateVariables.add(names.keyOf(predicate.name));
      return;
    }
    this.readPath(predicate, subject, object, triple, scope, predicate.kind === 'link');
  }

  private readPath(
    path: Path,
    subject: PatternNode,
    object: PatternNode,
    triple: Triple,
    scope: Scope,
    plain: boolean,
  ): void {
    switch (path.kind) {
      case 'link':
        this.addLink([{ iri: path.iri, inverse: false }], subject, object, triple, scope, plain, path.range);
        return;
      case 'inverse':
        this.readPath(path.path, object, subject, triple, scope, false);
        return;
      case 'sequence': {
        let from = subject;
        for (const [index, step] of path.steps.entries()) {
          const last = index === path.steps.length - 1;
          const to = last ? object : this.hidden();
          this.readPath(step, from, to, triple, scope, false);
          from = to;
        }
        return;
      }
      case 'alternative':
      case 'repeat': {
        const options = simpleOptions(path);
        if (options && !(path.kind === 'repeat' && path.canBeEmpty))
          this.addLink(options, subject, object, triple, scope, false, path.range);
        else for (const iri of irisOf(path)) this.relations.push({ iri, link: undefined, scope });
        return;
      }
      case 'negated':
        for (const iri of path.links) this.relations.push({ iri, link: undefined, scope });
    }
  }

  private addLink(
    options: readonly LinkOption[],
    subject: PatternNode,
    object: PatternNode,
    triple: Triple,
    scope: Scope,
    plain: boolean,
    range: TextRange,
  ): void {
    const link: Link = { subject, object, options, triple, range, plain };
    scope.links.push(link);
    for (const { iri } of options) this.relations.push({ iri, link, scope });
  }

  private readCondition(expression: Expression, scope: Scope, names: Names, required: boolean): void {
    switch (expression.kind) {
      case 'exists':
        this.readInner(expression.group, expression.negated ? 'apart' : 'exists', scope, names);
        return;
      case 'call':
        for (const arg of expression.args) this.readCondition(arg, scope, names, false);
        return;
      case 'operation': {
        this.readNamed(expression, names);
        const comparisons = this.comparisonsOf(expression, names, required);
        scope.comparisons.push(...comparisons);
        const inside = required && expression.operator === '&&';
        if (!comparisons.length)
          for (const arg of expression.args) this.readCondition(arg, scope, names, inside);
        return;
      }
      case 'term':
      case 'unreadable':
        return;
    }
  }

  private comparisonsOf(
    expression: Expression & { readonly kind: 'operation' },
    names: Names,
    required: boolean,
  ): readonly LiteralComparison[] {
    const { operator, args, range } = expression;
    if (!['=', '!=', '<', '>', '<=', '>=', 'IN', 'NOT IN'].includes(operator)) return [];
    const [left, ...others] = args;
    const pair = (variable: Expression | undefined, literal: Expression | undefined): LiteralComparison[] => {
      if (variable?.kind !== 'term' || variable.term.kind !== 'variable') return [];
      if (literal?.kind !== 'term' || literal.term.kind !== 'literal') return [];
      return [
        {
          operator,
          node: this.node(variable.term, names),
          variable: variable.term,
          literal: literal.term,
          range,
          required,
        },
      ];
    };
    // Of the members of a list any one may be the right one.
    const alone = required && others.length === 1;
    return others
      .flatMap((other) => [...pair(left, other), ...pair(other, left)])
      .map((one) => ({ ...one, required: alone }));
  }

  private readNamed({ operator, args }: Expression & { readonly kind: 'operation' }, names: Names): void {
    if (operator !== '=' && operator !== 'IN') return;
    const terms = args.map((arg) => (arg.kind === 'term' ? arg.term : undefined));
    const variable = terms.find((term) => term?.kind === 'variable');
    if (variable?.kind !== 'variable') return;
    for (const term of terms)
      if (term?.kind === 'iri') this.named.push({ variable: names.keyOf(variable.name), iri: term });
  }

  private node(term: Term, names: Names): PatternNode {
    switch (term.kind) {
      case 'variable':
        return { key: names.keyOf(term.name), term };
      case 'blank':
        return { key: `_${term.name}`, term };
      case 'iri':
        return { key: term.iri, term };
      case 'literal':
        return { key: `"${this.counter++}`, term };
    }
  }

  private hidden(): PatternNode {
    return { key: `~${this.counter++}`, term: undefined };
  }
}

/** The single steps of which any may hold, when the path is no more than that. */
function simpleOptions(path: Path): readonly LinkOption[] | undefined {
  switch (path.kind) {
    case 'link':
      return [{ iri: path.iri, inverse: false }];
    case 'inverse':
      return simpleOptions(path.path)?.map(({ iri, inverse }) => ({ iri, inverse: !inverse }));
    case 'alternative': {
      const options = path.options.map(simpleOptions);
      return options.every((option) => option !== undefined) ? options.flat() : undefined;
    }
    case 'repeat':
      return path.canBeEmpty ? undefined : simpleOptions(path.path);
    case 'sequence':
    case 'negated':
      return undefined;
  }
}

function irisOf(path: Path): readonly IriTerm[] {
  switch (path.kind) {
    case 'link':
      return [path.iri];
    case 'inverse':
    case 'repeat':
      return irisOf(path.path);
    case 'sequence':
      return path.steps.flatMap(irisOf);
    case 'alternative':
      return path.options.flatMap(irisOf);
    case 'negated':
      return path.links;
  }
}
