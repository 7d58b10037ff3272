import { memoizeWeak } from '../language/text/cache';
import type { KbSchema } from '../schema/schema';
import { RDF_TYPE } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import { resolveIri, resolveName } from '../language/sparql/resolve';
import type { SparqlToken } from '../language/sparql/tokens';
import type { TextRange } from '../language/text/range';
import { indexFrom } from '../language/text/binary-search';

/** A name in a query. Names are read from tokens, so they are also found in text that does not parse. */
export interface NameOccurrence {
  readonly token: SparqlToken;
  /** `ns:` of `ns:film.film`; absent for `<…>` and `a`. */
  readonly prefix: (TextRange & { readonly name: string }) | undefined;
  /** The part after the prefix, or the whole name. */
  readonly local: TextRange;
  readonly iri: string;
  /** The name or the IRI of a PREFIX declaration, or of BASE. */
  readonly declares: boolean;
}

/** All names in the order of the text, cached for each query. */
export const namesOf = memoizeWeak((query: QueryModel): readonly NameOccurrence[] => [...readNames(query)]);

function* readNames(query: QueryModel): Iterable<NameOccurrence> {
  const { tokens } = query;
  const namespaces = new Map(query.prefixes.map(({ prefix, iri }) => [prefix, iri]));
  // The words after DEFINE are keywords of Virtuoso, not names.
  const pragmas = query.dialectisms.filter(({ rule }) => rule === 'pragma');
  let pragma = 0;
  for (const [index, token] of tokens.entries()) {
    while ((pragmas[pragma]?.range.end ?? Infinity) <= token.start) pragma++;
    if ((pragmas[pragma]?.range.start ?? Infinity) <= token.start) continue;
    const name = nameOf(query, token, namespaces, declaresAt(tokens, index));
    if (name) yield name;
  }
}

/** The names that are neither relations nor classes of the schema. */
export function entitiesIn(query: QueryModel, schema: KbSchema): readonly string[] {
  return namesOf(query).flatMap(({ iri, declares }) => (!declares && isEntity(iri, schema) ? [iri] : []));
}

export function isEntity(iri: string, schema: KbSchema): boolean {
  const id = schema.idOf(iri);
  return id !== undefined && !schema.hasRelation(id) && !schema.hasType(id);
}

export function nameAt(query: QueryModel, offset: number): NameOccurrence | undefined {
  const names = namesOf(query);
  // Between two names that touch, the second one is meant.
  const name = names[indexFrom(names, offset + 1, ({ token }) => token.start) - 1];
  return name && offset <= name.token.end ? name : undefined;
}

function nameOf(
  { text, base }: QueryModel,
  token: SparqlToken,
  namespaces: ReadonlyMap<string, string>,
  declares: boolean,
): NameOccurrence | undefined {
  const { type, value, start, end } = token;
  if (type === 'pname' || type === 'pname-ns') {
    const { prefix, iri } = resolveName(text.slice(start, end), namespaces);
    const cut = start + prefix.length + 1;
    return { token, prefix: { name: prefix, start, end: cut }, local: { start: cut, end }, iri, declares };
  }
  const whole = { token, prefix: undefined, local: { start, end } };
  if (type === 'iri') return { ...whole, iri: resolveIri(text.slice(start + 1, end - 1), base), declares };
  return type === 'keyword' && value === 'A' ? { ...whole, iri: RDF_TYPE, declares: false } : undefined;
}

function declaresAt(tokens: readonly SparqlToken[], index: number): boolean {
  const [last, lastButOne] = [tokens[index - 1], tokens[index - 2]];
  if (last?.type === 'keyword') return last.value === 'PREFIX' || last.value === 'BASE';
  return last?.type === 'pname-ns' && lastButOne?.type === 'keyword' && lastButOne.value === 'PREFIX';
}
