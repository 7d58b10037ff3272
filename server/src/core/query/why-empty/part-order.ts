/** Orders the parts of a pattern for probing: from constants along connected parts. */
import type { KbSchema } from '../../schema/schema';
import type { Term } from '../../language/sparql/model';
import type { PatternPart } from './pattern-parts';

/** Includes OPTIONALs only if a filter needs their variables: they cannot remove rows by themselves. */
export function orderParts(
  parts: readonly PatternPart[],
  schema: KbSchema | undefined,
): readonly PatternPart[] {
  const left = parts.filter(({ kind }) => kind !== 'optional');
  const optionals = parts.filter(({ kind }) => kind === 'optional');
  const bindable = new Set(parts.flatMap(({ binds }) => [...binds]));
  const bound = new Set<string>();
  const ordered: PatternPart[] = [];
  const take = (part: PatternPart): void => {
    ordered.push(part);
    for (const name of part.binds) bound.add(name);
    left.splice(left.indexOf(part), 1);
  };
  while (left.length) {
    const test = left.find((part) => isTest(part) && unboundVariables(part, bindable, bound).length === 0);
    if (test) {
      take(test);
      continue;
    }
    const patterns = withoutBindTargets(left);
    const [first, ...others] = patterns;
    if (first) {
      take(
        others.reduce(
          (best, next) => (weight(next, bound, schema) > weight(best, bound, schema) ? next : best),
          first,
        ),
      );
      continue;
    }
    // Only tests are left that need variables of an OPTIONAL.
    const [waiting] = left;
    if (!waiting) break;
    const wanted = unboundVariables(waiting, bindable, bound);
    for (const optional of optionals)
      if (!ordered.includes(optional) && wanted.some((name) => optional.binds.has(name))) {
        ordered.push(optional);
        for (const name of optional.binds) bound.add(name);
      }
    take(waiting);
  }
  return ordered;
}

/** Parts with a variable that a later BIND assigns must come after that BIND. */
function withoutBindTargets(left: readonly PatternPart[]): readonly PatternPart[] {
  const patterns = left.filter((part) => !isTest(part));
  const later = new Set(left.filter(({ kind }) => kind === 'bind').flatMap(({ binds }) => [...binds]));
  const before = patterns.filter(({ mentions }) => ![...mentions].some((name) => later.has(name)));
  return before.length ? before : patterns;
}

function isTest({ kind }: PatternPart): boolean {
  return kind === 'filter' || kind === 'minus' || kind === 'bind';
}

function unboundVariables(
  part: PatternPart,
  bindable: ReadonlySet<string>,
  bound: ReadonlySet<string>,
): readonly string[] {
  return [...part.mentions].filter((name) => bindable.has(name) && !bound.has(name) && !part.binds.has(name));
}

/** Parts connected to bound variables come first, then those with more constants. */
function weight(part: PatternPart, bound: ReadonlySet<string>, schema: KbSchema | undefined): number {
  const joined = [...part.mentions].filter((name) => bound.has(name)).length;
  const connection = joined > 0 ? 100 + 10 * joined : 0;
  if (part.kind === 'values') return connection + 50;
  const { triple } = part;
  if (!triple) return connection;
  const { subject, predicate, object } = triple;
  const typing = predicate.kind === 'link' && schema?.isTyping(predicate.iri.iri) === true;
  // A class has many members, so it is a poor start.
  const objectWeight = typing ? 0.5 : 4;
  return (
    connection + (isConstant(subject) ? 4 : 0) + (isConstant(object) ? objectWeight : 0) - (typing ? 2 : 0)
  );
}

function isConstant({ kind }: Term): boolean {
  return kind === 'iri' || kind === 'literal';
}
