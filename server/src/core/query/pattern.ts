/** The triples of a query for drawing: how each must match, and the node of each term. */
import type { Expression, Group, Select, Term, Triple } from '../language/sparql/model';
import { groupsIn, variablesOf } from '../language/sparql/query-parts';
import type { GraphEdge } from './graph';
import type { TextRange } from '../language/text/range';

interface PatternTriple {
  readonly triple: Triple;
  /** Terms with the same key are the same node. */
  readonly subject: string;
  readonly object: string;
  readonly manner: GraphEdge['manner'];
  /** The OPTIONALs and UNION branches that contain it: a solution need not match them. */
  readonly optionalGroups: readonly Group[];
  /** Whether its variables are bound in a solution; false inside EXISTS and MINUS. */
  readonly isBound: boolean;
}

export interface QueryPattern {
  readonly triples: readonly PatternTriple[];
  /** FILTER, BIND and VALUES, with the keys of their variables. */
  readonly conditions: readonly (TextRange & { readonly keys: readonly string[] })[];
  readonly selected: ReadonlySet<string>;
}

export function patternOf(query: Select): QueryPattern {
  const reader = new PatternReader();
  for (const group of query.groups) if (group.kind !== 'template') reader.read(group, OUTERMOST);
  const selected = new Set(
    query.projection.flatMap(({ variable, expression }) => [
      ...(variable ? [`?${variable.name}`] : []),
      ...(expression ? variablesOf(expression).map((name) => `?${name}`) : []),
    ]),
  );
  if (query.star)
    for (const { triple, subject, object } of reader.triples) {
      if (triple.subject.kind === 'variable') selected.add(subject);
      if (triple.object.kind === 'variable') selected.add(object);
    }
  return { triples: reader.triples, conditions: reader.conditions, selected };
}

interface PatternScope extends Pick<PatternTriple, 'manner' | 'optionalGroups' | 'isBound'> {
  /** The key of a variable; variables that a sub-select does not project get their own. */
  readonly keyOf: (variable: string) => string;
}

const OUTERMOST: PatternScope = {
  manner: undefined,
  optionalGroups: [],
  isBound: true,
  keyOf: (name) => `?${name}`,
};

class PatternReader {
  readonly triples: PatternTriple[] = [];
  readonly conditions: QueryPattern['conditions'][number][] = [];
  private subselects = 0;

  read(group: Group, outer: PatternScope): void {
    const scope = this.scopeOf(group, outer);
    const { manner, optionalGroups, isBound } = scope;
    for (const triple of group.triples.filter(({ isQuoted }) => !isQuoted))
      this.triples.push({
        triple,
        subject: keyOf(triple.subject, scope),
        object: keyOf(triple.object, scope),
        manner,
        optionalGroups,
        isBound,
      });
    for (const filter of group.filters) this.condition(filter, variablesOf(filter), scope);
    for (const bind of group.binds)
      this.condition(bind, [bind.variable.name, ...variablesOf(bind.expression)], scope);
    for (const values of group.values)
      this.condition(
        values,
        values.variables.map(({ name }) => name),
        scope,
      );
    for (const inner of group.filters.flatMap(groupsIn)) this.read(inner, scope);
    for (const child of group.children) this.read(child, scope);
    if (group.select) for (const inner of group.select.groups) this.read(inner, scope);
  }

  private condition(
    { range }: Pick<Expression, 'range'>,
    names: readonly string[],
    scope: PatternScope,
  ): void {
    this.conditions.push({ ...range, keys: [...new Set(names)].map(scope.keyOf) });
  }

  private scopeOf(group: Group, outer: PatternScope): PatternScope {
    switch (group.kind) {
      case 'optional':
      case 'union-branch': {
        const manner = outer.manner ?? (group.kind === 'optional' ? 'optional' : 'union');
        return { ...outer, manner, optionalGroups: [...outer.optionalGroups, group] };
      }
      case 'minus':
      case 'not-exists':
        return { ...outer, manner: 'negated', isBound: false };
      case 'exists':
        return { ...outer, isBound: false };
      case 'subselect':
        return this.insideSubselect(group.select, outer);
      case 'group':
      case 'graph':
      case 'service':
      case 'template':
        return outer;
    }
  }

  private insideSubselect(select: Select | undefined, outer: PatternScope): PatternScope {
    if (!select || select.star) return outer;
    const suffix = `/${++this.subselects}`;
    const projected = new Set(select.projection.flatMap(({ variable }) => (variable ? [variable.name] : [])));
    return { ...outer, keyOf: (name) => (projected.has(name) ? outer.keyOf(name) : `?${name}${suffix}`) };
  }
}

function keyOf(term: Term, scope: PatternScope): string {
  switch (term.kind) {
    case 'variable':
      return scope.keyOf(term.name);
    case 'iri':
      return term.iri;
    case 'blank':
      return `_:${term.name}`;
    case 'literal':
      // Equal literals in two places are different nodes.
      return `"${term.range.start}`;
  }
}
