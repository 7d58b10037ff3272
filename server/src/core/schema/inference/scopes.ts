/**
 * Divides a query into scopes. All links of a scope must match for one solution. A UNION branch, an OPTIONAL or an EXISTS
 * is an inner scope that must also agree with the scope around it; MINUS and NOT EXISTS are independent scopes. Variables
 * are identified by keys, because a `?x` that a sub-select does not project differs from the `?x` outside it.
 */
import type {
  Expression,
  Group,
  IriTerm,
  LiteralTerm,
  PropertyPath,
  Select,
  Term,
  Triple,
  VariableTerm,
} from '../../language/sparql/model';
import { relationsOfPath } from '../../language/sparql/query-terms';
import type { TextRange } from '../../language/text/range';

export interface PatternNode {
  readonly key: string;
  /** Undefined for the node between two steps of a path. */
  readonly term: Term | undefined;
}

/** A relation between two nodes. A path `a|b` has several options, one of which must match. */
export interface Link {
  readonly subject: PatternNode;
  readonly object: PatternNode;
  readonly options: readonly LinkOption[];
  readonly triple: Triple;
  /** The range of the relation. */
  readonly range: TextRange;
  /** Whether it is a triple with a single relation, which a simple edit can replace or reverse. */
  readonly isSimple: boolean;
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
  /** Whether every solution must satisfy it. False inside OR, NOT, or the condition of an IF. */
  readonly required: boolean;
}

/** `VALUES ?x { … }` restricts a node to some constants. */
interface ConstantChoice {
  readonly node: PatternNode;
  readonly variable: VariableTerm;
  readonly terms: readonly Term[];
}

export interface Scope {
  readonly kind: 'required' | 'optional' | 'branch' | 'exists' | 'apart';
  /** The scope that this scope must agree with. */
  readonly outer: Scope | undefined;
  readonly links: Link[];
  readonly comparisons: LiteralComparison[];
  readonly choices: ConstantChoice[];
  /** `?x IN (…)` with several constants, one of which every solution must equal. */
  readonly lists: ConstantChoice[];
}

/** An IRI that VALUES or a FILTER assigns to a variable. */
export interface AssignedIri {
  /** The key of the variable. */
  readonly variable: string;
  readonly iri: IriTerm;
}

export interface Scopes {
  readonly root: Scope;
  /** All scopes, outer before inner. */
  readonly all: readonly Scope[];
  /** The keys of the variables that are used as predicates. */
  readonly predicateVariables: ReadonlySet<string>;
  /** The IRIs assigned to variables that are used as predicates. */
  readonly assignedPredicates: readonly AssignedIri[];
  /** The IRIs assigned to any variable. */
  readonly assignedIris: readonly AssignedIri[];
  /** Every relation in a pattern with its scope. SERVICE and CONSTRUCT templates are skipped. */
  readonly relations: readonly {
    readonly iri: IriTerm;
    readonly link: Link | undefined;
    readonly scope: Scope;
  }[];
  /** Returns the node of a projected variable of the outermost query. */
  answerNode(variable: string): PatternNode;
}

/** Whether a query without a match of this scope has no solution. */
export function isNeeded({ kind, outer }: Scope): boolean {
  return kind === 'required' || (kind === 'exists' && (!outer || isNeeded(outer)));
}

/** The scopes without those of the skipped groups. */
export function scopesOf(query: Select, skipped?: ReadonlySet<Group>): Scopes {
  const builder = new ScopeBuilder(skipped);
  const root = builder.newScope('required', undefined);
  for (const group of query.groups) builder.readGroup(group, root, new VariableKeys('', new Map()));
  return {
    root,
    all: builder.scopes,
    predicateVariables: builder.predicateVariables,
    assignedPredicates: builder.assignedIris.filter(({ variable }) =>
      builder.predicateVariables.has(variable),
    ),
    assignedIris: builder.assignedIris,
    relations: builder.relations,
    answerNode: (variable) => ({ key: `?${variable}`, term: undefined }),
  };
}

/** The keys of the variables in a query or sub-select. A projected variable has the key of the outer query. */
class VariableKeys {
  constructor(
    private readonly suffix: string,
    private readonly projected: ReadonlyMap<string, string>,
  ) {}

  keyOf(variable: string): string {
    return this.projected.get(variable) ?? `?${variable}${this.suffix}`;
  }
}

class ScopeBuilder {
  readonly relations: { iri: IriTerm; link: Link | undefined; scope: Scope }[] = [];
  readonly assignedIris: AssignedIri[] = [];
  readonly predicateVariables = new Set<string>();
  readonly scopes: Scope[] = [];
  private counter = 0;

  constructor(private readonly skipped: ReadonlySet<Group> | undefined) {}

  newScope(kind: Scope['kind'], outer: Scope | undefined): Scope {
    const scope: Scope = { kind, outer, links: [], comparisons: [], choices: [], lists: [] };
    this.scopes.push(scope);
    return scope;
  }

  readGroup(group: Group, scope: Scope, keys: VariableKeys): void {
    if (group.kind === 'service' || group.kind === 'template') return;
    for (const triple of group.triples) this.readTriple(triple, scope, keys);
    for (const values of group.values) {
      for (const [column, variable] of values.variables.entries()) {
        const terms = values.rows
          .map((row) => row[column])
          .filter((term): term is Term => term !== undefined);
        this.assignIris(variable, terms, keys);
        if (terms.length === values.rows.length)
          scope.choices.push({ node: this.node(variable, keys), variable, terms });
      }
    }
    for (const filter of group.filters) this.readCondition(filter, scope, keys, true);
    for (const bind of group.binds) this.readCondition(bind.expression, scope, keys, false);
    for (const child of group.children) this.readChild(child, scope, keys);
    if (group.select) this.readSubSelect(group.select, scope, keys);
  }

  private readChild(group: Group, scope: Scope, keys: VariableKeys): void {
    switch (group.kind) {
      case 'group':
      case 'graph':
      case 'subselect':
      case 'service':
      case 'template':
        this.readGroup(group, scope, keys);
        return;
      case 'union-branch':
        this.readInner(group, 'branch', scope, keys);
        return;
      case 'optional':
      case 'exists':
        this.readInner(group, group.kind, scope, keys);
        return;
      case 'minus':
      case 'not-exists':
        this.readInner(group, 'apart', scope, keys);
    }
  }

  private readInner(group: Group, kind: Scope['kind'], outer: Scope, keys: VariableKeys): void {
    if (this.skipped?.has(group)) return;
    const scope = this.newScope(kind, kind === 'apart' ? undefined : outer);
    this.readGroup(group, scope, keys);
  }

  private readSubSelect(select: Select, scope: Scope, keys: VariableKeys): void {
    const projected = new Map<string, string>();
    const suffix = select.star ? '' : `@${this.counter++}`;
    for (const { variable, expression } of select.projection) {
      if (!variable) continue;
      if (!expression) projected.set(variable.name, keys.keyOf(variable.name));
      else if (
        expression.kind === 'term' &&
        expression.term.kind === 'variable' &&
        !projected.has(expression.term.name)
      ) {
        projected.set(expression.term.name, keys.keyOf(variable.name));
      }
    }
    const innerKeys = select.star ? keys : new VariableKeys(suffix, projected);
    for (const group of select.groups) this.readGroup(group, scope, innerKeys);
    for (const condition of select.having) this.readCondition(condition, scope, innerKeys, true);
  }

  private readTriple(triple: Triple, scope: Scope, keys: VariableKeys): void {
    const subject = this.node(triple.subject, keys);
    const object = this.node(triple.object, keys);
    const { predicate } = triple;
    if (predicate.kind === 'variable') {
      this.predicateVariables.add(keys.keyOf(predicate.name));
      return;
    }
    if (triple.isQuoted) {
      // It need not be a fact, so it says nothing about the types of its nodes.
      for (const iri of relationsOfPath(predicate)) this.relations.push({ iri, link: undefined, scope });
      return;
    }
    this.readPath(predicate, subject, object, triple, scope, predicate.kind === 'link');
  }

  private readPath(
    path: PropertyPath,
    subject: PatternNode,
    object: PatternNode,
    triple: Triple,
    scope: Scope,
    plain: boolean,
  ): void {
    switch (path.kind) {
      case 'link': {
        const options = [{ iri: path.iri, inverse: false }];
        this.addLink({ subject, object, options, triple, range: path.range, isSimple: plain }, scope);
        return;
      }
      case 'inverse':
        this.readPath(path.path, object, subject, triple, scope, false);
        return;
      case 'sequence': {
        let from = subject;
        for (const [index, step] of path.steps.entries()) {
          const last = index === path.steps.length - 1;
          const to = last ? object : this.newPathNode();
          this.readPath(step, from, to, triple, scope, false);
          from = to;
        }
        return;
      }
      case 'alternative':
      case 'repeat': {
        const options = simpleOptions(path);
        if (options && !(path.kind === 'repeat' && path.canBeEmpty))
          this.addLink({ subject, object, options, triple, range: path.range, isSimple: false }, scope);
        else for (const iri of relationsOfPath(path)) this.relations.push({ iri, link: undefined, scope });
        return;
      }
      case 'negated':
        for (const iri of path.links) this.relations.push({ iri, link: undefined, scope });
    }
  }

  private addLink(link: Link, scope: Scope): void {
    scope.links.push(link);
    for (const { iri } of link.options) this.relations.push({ iri, link, scope });
  }

  private readCondition(expression: Expression, scope: Scope, keys: VariableKeys, required: boolean): void {
    switch (expression.kind) {
      case 'exists':
        // An EXISTS in an alternative of a condition need not match.
        this.readInner(
          expression.group,
          expression.negated ? 'apart' : required ? 'exists' : 'branch',
          scope,
          keys,
        );
        return;
      case 'call':
        for (const arg of expression.args) this.readCondition(arg, scope, keys, false);
        return;
      case 'operation': {
        this.readEquation(expression, keys);
        if (required) this.readList(expression, scope, keys);
        const comparisons = this.comparisonsOf(expression, keys, required);
        scope.comparisons.push(...comparisons);
        const areRequired = required && expression.operator === '&&';
        if (!comparisons.length)
          for (const arg of expression.args) this.readCondition(arg, scope, keys, areRequired);
        return;
      }
      case 'term':
      case 'unreadable':
        return;
    }
  }

  private comparisonsOf(
    expression: Expression & { readonly kind: 'operation' },
    keys: VariableKeys,
    required: boolean,
  ): readonly LiteralComparison[] {
    const { operator, args, range } = expression;
    if (!['=', '!=', '<', '>', '<=', '>=', 'IN', 'NOT IN'].includes(operator)) return [];
    const [left, ...others] = args;
    // A solution need not match a particular member of a list.
    const isRequired = required && others.length === 1;
    const pair = (variable: Expression | undefined, literal: Expression | undefined): LiteralComparison[] => {
      if (variable?.kind !== 'term' || variable.term.kind !== 'variable') return [];
      if (literal?.kind !== 'term' || literal.term.kind !== 'literal') return [];
      return [
        {
          operator,
          node: this.node(variable.term, keys),
          variable: variable.term,
          literal: literal.term,
          range,
          required: isRequired,
        },
      ];
    };
    return others.flatMap((other) => [...pair(left, other), ...pair(other, left)]);
  }

  private readList(
    { operator, args }: Expression & { readonly kind: 'operation' },
    scope: Scope,
    keys: VariableKeys,
  ): void {
    const [variable, ...terms] = args.flatMap((arg) => (arg.kind === 'term' ? [arg.term] : []));
    const isList = operator === 'IN' && terms.length > 1 && terms.length === args.length - 1;
    if (isList && variable?.kind === 'variable')
      scope.lists.push({ node: this.node(variable, keys), variable, terms });
  }

  private readEquation(
    { operator, args }: Expression & { readonly kind: 'operation' },
    keys: VariableKeys,
  ): void {
    if (operator !== '=' && operator !== 'IN') return;
    const terms = args.flatMap((arg) => (arg.kind === 'term' ? [arg.term] : []));
    const variable = terms.find((term) => term.kind === 'variable');
    if (variable?.kind === 'variable') this.assignIris(variable, terms, keys);
  }

  private assignIris({ name }: VariableTerm, terms: readonly Term[], keys: VariableKeys): void {
    for (const term of terms)
      if (term.kind === 'iri') this.assignedIris.push({ variable: keys.keyOf(name), iri: term });
  }

  private node(term: Term, keys: VariableKeys): PatternNode {
    switch (term.kind) {
      case 'variable':
        return { key: keys.keyOf(term.name), term };
      case 'blank':
        return { key: `_${term.name}`, term };
      case 'iri':
        return { key: term.iri, term };
      case 'literal':
        return { key: `"${this.counter++}`, term };
    }
  }

  private newPathNode(): PatternNode {
    return { key: `~${this.counter++}`, term: undefined };
  }
}

/** The alternative relations of a path, or undefined if the path is more than a choice between relations. */
function simpleOptions(path: PropertyPath): readonly LinkOption[] | undefined {
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
