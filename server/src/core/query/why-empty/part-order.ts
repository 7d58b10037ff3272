/** The order in which a pattern is best followed: from what is known, always along what is known by then. */
import type { KbSchema } from '../../schema/schema';
import type { Term } from '../../language/sparql/model';
import type { PatternPart } from './pattern-parts';

/** OPTIONALs come only where a filter asks for their variables: alone they never leave nothing. */
export function inOrder(parts: readonly PatternPart[], schema: KbSchema | undefined): readonly PatternPart[] {
  const left = parts.filter(({ kind }) => kind !== 'optional');
  const optionals = parts.filter(({ kind }) => kind === 'optional');
  const bindable = new Set(parts.flatMap(({ gives }) => [...gives]));
  const bound = new Set<string>();
  const ordered: PatternPart[] = [];
  const take = (part: PatternPart): void => {
    ordered.push(part);
    for (const name of part.gives) bound.add(name);
    left.splice(left.indexOf(part), 1);
  };
  while (left.length) {
    const test = left.find((part) => isTest(part) && waitsFor(part, bindable, bound).length === 0);
    if (test) {
      take(test);
      continue;
    }
    const patterns = notToBeBound(left);
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
    // Only tests are left, and they wait for what an OPTIONAL gives.
    const [waiting] = left;
    if (!waiting) break;
    const wanted = waitsFor(waiting, bindable, bound);
    for (const optional of optionals)
      if (!ordered.includes(optional) && wanted.some((name) => optional.gives.has(name))) {
        ordered.push(optional);
        for (const name of optional.gives) bound.add(name);
      }
    take(waiting);
  }
  return ordered;
}

/** Where BIND gives a value to a variable, the variable may not have one before. */
function notToBeBound(left: readonly PatternPart[]): readonly PatternPart[] {
  const patterns = left.filter((part) => !isTest(part));
  const later = new Set(left.filter(({ kind }) => kind === 'bind').flatMap(({ gives }) => [...gives]));
  const before = patterns.filter(({ mentions }) => ![...mentions].some((name) => later.has(name)));
  return before.length ? before : patterns;
}

function isTest({ kind }: PatternPart): boolean {
  return kind === 'filter' || kind === 'minus' || kind === 'bind';
}

function waitsFor(
  part: PatternPart,
  bindable: ReadonlySet<string>,
  bound: ReadonlySet<string>,
): readonly string[] {
  return [...part.mentions].filter((name) => bindable.has(name) && !bound.has(name) && !part.gives.has(name));
}

/** What is joined to what is known comes before what is not, and the more of it is known the better. */
function weight(part: PatternPart, bound: ReadonlySet<string>, schema: KbSchema | undefined): number {
  const joined = [...part.mentions].filter((name) => bound.has(name)).length;
  const connection = joined > 0 ? 100 + 10 * joined : 0;
  if (part.kind === 'values') return connection + 50;
  const { triple } = part;
  if (!triple) return connection;
  const { subject, predicate, object } = triple;
  const typing = predicate.kind === 'link' && schema?.isTyping(predicate.iri.iri) === true;
  // A class holds of very many: it says least where to begin.
  return connection + 4 * constants([subject]) + (typing ? 0.5 : 4) * constants([object]) - (typing ? 2 : 0);
}

function constants(terms: readonly Term[]): number {
  return terms.filter(({ kind }) => kind === 'iri' || kind === 'literal').length;
}
