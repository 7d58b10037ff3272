/** The addresses that a query makes the endpoint contact: SERVICE, FROM, USING, LOAD and DEFINE. */
import type { QueryModel } from '../language/sparql/model';
import { resolveIri, resolveName } from '../language/sparql/resolve';
import type { SparqlToken } from '../language/sparql/tokens';
import { range, type TextRange } from '../language/text/range';

export interface ContactedAddress {
  /** For example `SERVICE <http://example.org/sparql>`. */
  readonly what: string;
  readonly keyword: string;
  readonly place: TextRange;
  /** Absent if the query computes it, as in SERVICE ?address. */
  readonly address?: string;
}

type QueryTokens = Pick<QueryModel, 'text' | 'tokens'>;

/** Uses only the tokens, so that a query that does not parse hides nothing. */
export function contactedAddresses(query: QueryTokens): readonly ContactedAddress[] {
  return query.tokens.flatMap((token, index) => {
    const keyword = query.text.slice(token.start, token.end).toUpperCase();
    if (keyword === 'DEFINE' && token.type === 'word') return readPragma(index, query);
    if (token.type !== 'keyword' || !KEYWORDS.has(keyword)) return [];
    const target = query.tokens
      .slice(index + 1, index + 3)
      .find(({ value }) => value !== 'SILENT' && value !== 'NAMED');
    const place = range(token.start, (target ?? token).end);
    if (target?.type !== 'iri' && target?.type !== 'pname' && target?.type !== 'pname-ns') {
      const written = target ? query.text.slice(target.start, target.end) : '';
      return [{ what: `${keyword} ${written}`.trim(), keyword, place }];
    }
    return possibleAddresses(target, query).map((address) => ({
      what: `${keyword} <${address}>`,
      keyword,
      place,
      address,
    }));
  });
}

const KEYWORDS = new Set(['SERVICE', 'FROM', 'USING', 'LOAD']);

/** Reads a pragma of Virtuoso: a name and a value. */
function readPragma(index: number, { text, tokens }: QueryTokens): readonly ContactedAddress[] {
  const [word, name, value] = tokens.slice(index, index + 3);
  if (!word || !name || !value) return [];
  const address = /^[<"'](?=.*:\/\/)(.*)[>"']$/s.exec(text.slice(value.start, value.end))?.[1];
  return [
    {
      what: text.slice(word.start, value.end),
      keyword: 'DEFINE',
      place: range(word.start, value.end),
      ...(address !== undefined && { address }),
    },
  ];
}

/** All possible addresses: engines differ in which of several declarations of a prefix or base they use. */
function possibleAddresses(token: SparqlToken, query: QueryTokens): readonly string[] {
  const written = query.text.slice(token.start, token.end);
  const declared = readDeclarations(query);
  const iris =
    token.type === 'iri'
      ? [written.slice(1, -1)]
      : declared.namespaces
          .filter(([prefix]) => prefix === written.slice(0, written.indexOf(':')))
          .map((namespace) => resolveName(written, new Map([namespace])).iri);
  const known = iris.length > 0 ? iris : [resolveName(written, new Map()).iri];
  const bases = declared.bases.length > 0 ? declared.bases : [undefined];
  return [...new Set(known.flatMap((iri) => bases.map((base) => resolveIri(iri, base))))];
}

function readDeclarations({ text, tokens }: QueryTokens): {
  readonly bases: readonly string[];
  readonly namespaces: readonly (readonly [prefix: string, iri: string])[];
} {
  const bases: string[] = [];
  const namespaces: [string, string][] = [];
  for (const [index, { type, start, end }] of tokens.entries()) {
    const [word, name] = [tokens[index - 2], tokens[index - 1]];
    if (type !== 'iri' || !name) continue;
    const iri = text.slice(start + 1, end - 1);
    if (name.value === 'BASE') bases.push(iri);
    else if (name.type === 'pname-ns' && word?.value === 'PREFIX')
      namespaces.push([text.slice(name.start, name.end - 1), iri]);
  }
  return { bases, namespaces };
}
