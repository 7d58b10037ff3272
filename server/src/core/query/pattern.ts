/** The triples of a query with what it takes to draw them: how each has to match, and which node each term is. */
import type { Expression, Group, Select, Term, Triple } from '../language/sparql/model';
import type { GraphEdge } from './graph';

interface PatternTriple {
  readonly triple: Triple;
  /** Terms with the same key are the same node. */
  readonly subject: string;
  readonly object: string;
  readonly manner: GraphEdge['manner'];
  /** The OPTIONALs and UNION branches that it stands in: a solution need not have come through them. */
  readonly perhaps: readonly Group[];
  /** Whether its variables have values in a solution: not so inside EXISTS, nor for what a sub-select keeps to itself. */
  readonly seen: boolean;
}

export interface QueryPattern {
  readonly triples: readonly PatternTriple[];
  /** FILTER, BIND and VALUES, with the keys of the variables that they speak of. */
  readonly conditions: readonly {
    readonly start: number;
    readonly end: number;
    readonly keys: readonly string[];
  }[];
  /** The keys of what is selected. */
  readonly selected: ReadonlySet<string>;
}

export function patternOf(query: Select): QueryPattern {
  const reader = new PatternReader();
  for (const group of query.groups) if (group.kind !== 'template') reader.read(group, OUTERMOST);
  const selected = new Set(
    query.projection.flatMap(({ variable, expression }) => [
      ...(variable ? [`?${variable.name}`] : []),
      ...(expression ? [...variablesIn(expression)].map((name) => `?${name}`) : []),
    ]),
  );
  if (query.star)
    for (const { triple, subject, object } of reader.triples) {
      if (triple.subject.kind === 'variable') selected.add(subject);
      if (triple.object.kind === 'variable') selected.add(object);
    }
  return { triples: reader.triples, conditions: reader.conditions, selected };
}

interface Place {
  readonly manner: GraphEdge['manner'];
  readonly perhaps: readonly Group[];
  readonly seen: boolean;
  /** Names the variables that a sub-select does not hand out. */
  readonly keyOf: (variable: string) => string;
}

const OUTERMOST: Place = { manner: undefined, perhaps: [], seen: true, keyOf: (name) => `?${name}` };

class PatternReader {
  readonly triples: PatternTriple[] = [];
  readonly conditions: { start: number; end: number; keys: readonly string[] }[] = [];
  private subselects = 0;

  read(group: Group, around: Place): void {
    const place = this.placeOf(group, around);
    for (const triple of group.triples)
      this.triples.push({
        triple,
        subject: keyOf(triple.subject, place),
        object: keyOf(triple.object, place),
        manner: place.manner,
        perhaps: place.perhaps,
        seen: place.seen,
      });
    for (const filter of group.filters) this.condition(filter, [...variablesIn(filter)], place);
    for (const bind of group.binds)
      this.condition(bind, [bind.variable.name, ...variablesIn(bind.expression)], place);
    for (const values of group.values)
      this.condition(
        values,
        values.variables.map(({ name }) => name),
        place,
      );
    for (const inner of group.filters.flatMap((filter) => [...groupsIn(filter)])) this.read(inner, place);
    for (const child of group.children) this.read(child, place);
    if (group.select) for (const inner of group.select.groups) this.read(inner, place);
  }

  private condition({ range }: Pick<Expression, 'range'>, names: readonly string[], place: Place): void {
    this.conditions.push({ ...range, keys: [...new Set(names)].map(place.keyOf) });
  }

  private placeOf(group: Group, around: Place): Place {
    switch (group.kind) {
      case 'optional':
        return { ...around, manner: around.manner ?? 'optional', perhaps: [...around.perhaps, group] };
      case 'union-branch':
        return { ...around, manner: around.manner ?? 'union', perhaps: [...around.perhaps, group] };
      case 'minus':
      case 'not-exists':
        return { ...around, manner: 'negated', seen: false };
      case 'exists':
        return { ...around, seen: false };
      case 'subselect':
        return this.insideSubselect(group.select, around);
      case 'group':
      case 'graph':
      case 'service':
      case 'template':
        return around;
    }
  }

  private insideSubselect(select: Select | undefined, around: Place): Place {
    if (!select || select.star) return around;
    const suffix = `/${++this.subselects}`;
    const handedOut = new Set(select.projection.flatMap(({ variable }) => (variable ? [variable.name] : [])));
    return {
      ...around,
      keyOf: (name) => (handedOut.has(name) ? around.keyOf(name) : `?${name}${suffix}`),
    };
  }
}

function keyOf(term: Term, place: Place): string {
  switch (term.kind) {
    case 'variable':
      return place.keyOf(term.name);
    case 'iri':
      return term.iri;
    case 'blank':
      return `_:${term.name}`;
    case 'literal':
      // The same value in two places is not one thing.
      return `"${term.range.start}`;
  }
}

function* variablesIn(expression: Expression): Iterable<string> {
  switch (expression.kind) {
    case 'term':
      if (expression.term.kind === 'variable') yield expression.term.name;
      return;
    case 'operation':
    case 'call':
      for (const argument of expression.args) yield* variablesIn(argument);
      return;
    case 'exists':
    case 'unreadable':
      return;
  }
}

function* groupsIn(expression: Expression): Iterable<Group> {
  if (expression.kind === 'exists') yield expression.group;
  if (expression.kind === 'operation' || expression.kind === 'call')
    for (const argument of expression.args) yield* groupsIn(argument);
}
