/** Filters with BOUND and !BOUND. */
import type { Expression, Group } from '../language/sparql/model';

/** The variables that a filter requires to be bound: the OPTIONAL that binds them is required. */
export function boundVariables(filter: Expression): readonly string[] {
  if (filter.kind === 'operation' && filter.operator === '&&') return filter.args.flatMap(boundVariables);
  if (filter.kind !== 'call' || filter.name !== 'BOUND') return [];
  return filter.args.flatMap((argument) =>
    argument.kind === 'term' && argument.term.kind === 'variable' ? [argument.term.name] : [],
  );
}

/** The variables of `!BOUND(?x)`, which with an OPTIONAL is NOT EXISTS in SPARQL 1.0. */
export function unboundVariables(filter: Expression): readonly string[] {
  if (filter.kind !== 'operation' || filter.operator !== '!') return [];
  const [bound] = filter.args;
  return bound?.kind === 'call' ? boundVariables(bound) : [];
}

/** Removes the variables that a group binds from `names`; returns whether there were any. */
export function takeVariables(names: Set<string>, { triples }: Group): boolean {
  const terms = triples.flatMap(({ subject, object }) => [subject, object]);
  const bound = terms.flatMap((term) =>
    term.kind === 'variable' && names.has(term.name) ? [term.name] : [],
  );
  for (const name of bound) names.delete(name);
  return bound.length > 0;
}
