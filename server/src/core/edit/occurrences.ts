import type { QueryModel } from '../language/sparql/model';
import type { Located, TextRange } from '../language/text/range';
import { nameAt, namesOf } from './names';
import { variableAt } from './variables';

/** A symbol of a query and all its occurrences. */
export interface SymbolOccurrences {
  readonly kind: 'variable' | 'blank' | 'prefix' | 'iri';
  /** Without `?`, `_:` or `:`. For an IRI, the whole IRI. */
  readonly name: string;
  /** The occurrence at the offset. */
  readonly range: TextRange;
  readonly occurrences: readonly Occurrence[];
}

interface Occurrence extends Located {
  /** `write`: it is assigned or declared here. */
  readonly access: 'read' | 'write';
}

/** Finds the symbol at an offset. Variables, blank nodes and prefixes belong to one query, IRIs to the whole file. */
export function symbolAt(queries: readonly QueryModel[], offset: number): SymbolOccurrences | undefined {
  const query = queries.find(({ range }) => range.start <= offset && offset <= range.end);
  if (!query) return undefined;
  return findVariable(query, offset) ?? findBlankNode(query, offset) ?? findName(queries, query, offset);
}

function findVariable(query: QueryModel, offset: number): SymbolOccurrences | undefined {
  const variable = variableAt(query, offset);
  if (!variable) return undefined;
  return toSymbol(
    'variable',
    variable.name,
    offset,
    variable.places.map(({ range, assigns }) => ({ range, access: assigns ? 'write' : 'read' })),
  );
}

function findBlankNode({ tokens, text }: QueryModel, offset: number): SymbolOccurrences | undefined {
  const atOffset = tokens.find(
    ({ type, start, end }) => type === 'blank' && start <= offset && offset <= end,
  );
  if (!atOffset) return undefined;
  const written = text.slice(atOffset.start, atOffset.end);
  return toSymbol(
    'blank',
    written.slice('_:'.length),
    offset,
    tokens
      .filter(({ type, start, end }) => type === 'blank' && text.slice(start, end) === written)
      .map(({ start, end }) => ({ range: { start, end }, access: 'read' })),
  );
}

function findName(
  queries: readonly QueryModel[],
  query: QueryModel,
  offset: number,
): SymbolOccurrences | undefined {
  const atOffset = nameAt(query, offset);
  if (!atOffset) return undefined;
  const { prefix, local, iri, declares } = atOffset;
  if (prefix && (offset < prefix.end || local.start === local.end)) {
    const uses = namesOf(query).filter((name) => name.prefix?.name === prefix.name);
    return toSymbol(
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
  return toSymbol(
    'iri',
    iri,
    offset,
    same.map(({ token: { start, end } }) => ({ range: { start, end }, access: 'read' })),
  );
}

function toSymbol(
  kind: SymbolOccurrences['kind'],
  name: string,
  offset: number,
  occurrences: readonly Occurrence[],
): SymbolOccurrences | undefined {
  const atOffset =
    occurrences.find(({ range }) => range.start <= offset && offset < range.end) ??
    occurrences.find(({ range }) => range.end === offset);
  return atOffset && { kind, name, range: atOffset.range, occurrences };
}
