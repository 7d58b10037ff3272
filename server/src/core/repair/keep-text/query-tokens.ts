/** The tokens of a query after its prologue, normalized for comparison. */
import { namesOf } from '../../edit/names';
import type { QueryModel } from '../../language/sparql/model';
import type { SparqlToken } from '../../language/sparql/tokens';

export interface QueryToken {
  readonly token: SparqlToken;
  /** Equal for equivalent tokens: the full IRI, the keyword in capitals, a variable with `?`. */
  readonly key: string;
  readonly text: string;
}

export function queryTokens(query: QueryModel): readonly QueryToken[] {
  const { text, tokens } = query;
  const iris = new Map(namesOf(query).map(({ token, iri }) => [token, iri]));
  return tokens.slice(endOfPrologue(tokens)).map((token) => {
    const written = text.slice(token.start, token.end);
    return { token, text: written, key: keyOf(token, written, iris.get(token)) };
  });
}

/** After the valid declarations. */
function endOfPrologue(tokens: readonly SparqlToken[]): number {
  let at = 0;
  for (;;) {
    const [keyword, second, third] = tokens.slice(at, at + 3);
    if (keyword?.value === 'PREFIX' && second?.type === 'pname-ns' && third?.type === 'iri') at += 3;
    else if (keyword?.value === 'BASE' && second?.type === 'iri') at += 2;
    else return at;
  }
}

function keyOf({ type, value }: SparqlToken, written: string, iri: string | undefined): string {
  if (type === 'keyword') return value;
  if (iri !== undefined) return `<${iri}>`;
  return type === 'variable' ? `?${written.slice(1)}` : written;
}

interface AuthorSpelling {
  write(word: QueryToken): string;
  /** Declarations that the written tokens need and the author does not have. */
  missing(): readonly { readonly prefix: string; readonly iri: string }[];
}

/** Writes a proposal with the author's prefixes and variables. */
export function spellingFor(
  author: QueryModel,
  model: QueryModel,
  names: ReadonlyMap<string, string>,
): AuthorSpelling {
  const modelPrefixes = new Map(model.prefixes.map(({ prefix, iri }) => [prefix, iri]));
  const authorPrefixes = new Map(author.prefixes.map(({ prefix, iri }) => [prefix, iri]));
  const missing = new Map<string, string>();
  const writeName = (text: string, iri: string): string => {
    const colon = text.indexOf(':');
    const prefix = text.slice(0, colon);
    const namespace = modelPrefixes.get(prefix);
    if (namespace === undefined) return authorPrefixes.has(prefix) ? `<${iri}>` : text;
    const local = text.slice(colon);
    const same = [...authorPrefixes].find(([, iri]) => iri === namespace)?.[0];
    if (same !== undefined) return same + local;
    if (authorPrefixes.has(prefix)) return `<${iri}>`;
    missing.set(prefix, namespace);
    return text;
  };
  return {
    write({ token: { type }, text, key }) {
      if (type === 'variable') return text.charAt(0) + (names.get(text.slice(1)) ?? text.slice(1));
      if (type === 'pname' || type === 'pname-ns') return writeName(text, key.slice(1, -1));
      return type === 'iri' && author.base !== model.base ? key : text;
    },
    missing: () => [...missing].map(([prefix, iri]) => ({ prefix, iri })),
  };
}

/** Keeps the line ends after a query, which separate it from the next one in the file. */
export function withEndingOf(given: string, text: string): string {
  return text.trimEnd() + given.slice(given.trimEnd().length);
}
