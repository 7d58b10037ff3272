/** Where else the thing under the cursor stands: a variable, a blank node, a prefix, or anything that has an IRI. */
import type { QueryModel } from '../language/sparql/model';
import type { Located, TextRange } from '../language/text/range';
import { nameAt, namesOf } from './names';
import { variableAt } from './variables';

export interface Thing {
  readonly kind: 'variable' | 'blank' | 'prefix' | 'iri';
  /** Without `?`, `_:` or `:`; the whole for an IRI. */
  readonly name: string;
  /** The place that was pointed at. */
  readonly range: TextRange;
  readonly occurrences: readonly Occurrence[];
}

interface Occurrence extends Located {
  /** Write: where it gets its value or its meaning. */
  readonly access: 'read' | 'write';
}

/** Of the queries of a file, variables, blank nodes and prefixes are each query's own; an IRI is the same in all. */
export function thingAt(queries: readonly QueryModel[], offset: number): Thing | undefined {
  const query = queries.find(({ range }) => range.start <= offset && offset <= range.end);
  if (!query) return undefined;
  return variableThing(query, offset) ?? blankThing(query, offset) ?? namedThing(queries, query, offset);
}

function variableThing(query: QueryModel, offset: number): Thing | undefined {
  const variable = variableAt(query, offset);
  if (!variable) return undefined;
  return thing(
    'variable',
    variable.name,
    offset,
    variable.places.map(({ range, gives }) => ({ range, access: gives ? 'write' : 'read' })),
  );
}

function blankThing({ tokens, text }: QueryModel, offset: number): Thing | undefined {
  const pointed = tokens.find(({ type, start, end }) => type === 'blank' && start <= offset && offset <= end);
  if (!pointed) return undefined;
  const written = text.slice(pointed.start, pointed.end);
  return thing(
    'blank',
    written.slice('_:'.length),
    offset,
    tokens
      .filter(({ type, start, end }) => type === 'blank' && text.slice(start, end) === written)
      .map(({ start, end }) => ({ range: { start, end }, access: 'read' })),
  );
}

function namedThing(queries: readonly QueryModel[], query: QueryModel, offset: number): Thing | undefined {
  const pointed = nameAt(query, offset);
  if (!pointed) return undefined;
  const { prefix, iri, declares } = pointed;
  if (prefix && (offset < prefix.end || pointed.local.start === pointed.local.end)) {
    const uses = namesOf(query).filter((name) => name.prefix?.name === prefix.name);
    return thing(
      'prefix',
      prefix.name,
      offset,
      uses.map((use) => ({
        range: { start: use.token.start, end: use.prefix?.end ?? use.token.end },
        access: use.declares ? 'write' : 'read',
      })),
    );
  }
  if (declares) return undefined;
  const same = queries.flatMap((one) => namesOf(one)).filter((name) => name.iri === iri && !name.declares);
  return thing(
    'iri',
    iri,
    offset,
    same.map(({ token: { start, end } }) => ({ range: { start, end }, access: 'read' })),
  );
}

function thing(
  kind: Thing['kind'],
  name: string,
  offset: number,
  occurrences: readonly Occurrence[],
): Thing | undefined {
  const holding = (last: number): Occurrence | undefined =>
    occurrences.find(({ range }) => range.start <= offset && offset < range.end + last);
  const pointed = holding(0) ?? holding(1);
  return pointed && { kind, name, range: pointed.range, occurrences };
}
