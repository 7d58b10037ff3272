/** Filters that say whether something has a value. */
import type { Expression, Group } from '../language/sparql/model';

/** `BOUND(?x)`: what gives it a value is not optional then. */
export function boundBy(filter: Expression): readonly string[] {
  if (filter.kind === 'operation' && filter.operator === '&&') return filter.args.flatMap(boundBy);
  if (filter.kind !== 'call' || filter.name !== 'BOUND') return [];
  return filter.args.flatMap((argument) =>
    argument.kind === 'term' && argument.term.kind === 'variable' ? [argument.term.name] : [],
  );
}

/** `!BOUND(?x)`, the old way to say that there is no such thing. */
export function unboundBy(filter: Expression): readonly string[] {
  if (filter.kind !== 'operation' || filter.operator !== '!') return [];
  const [bound] = filter.args;
  if (bound?.kind !== 'call' || bound.name !== 'BOUND') return [];
  return bound.args.flatMap((argument) =>
    argument.kind === 'term' && argument.term.kind === 'variable' ? [argument.term.name] : [],
  );
}

/** Whether a part gives a value to one of the variables; those are taken. */
export function takeAny(names: Set<string>, { triples }: Group): boolean {
  const own = triples.flatMap(({ subject, object }) => [subject, object]);
  const given = own.flatMap((term) => (term.kind === 'variable' && names.has(term.name) ? [term.name] : []));
  for (const name of given) names.delete(name);
  return given.length > 0;
}
