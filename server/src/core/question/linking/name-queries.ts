/** Queries for entities by name. */
import type { Engine } from '../../kb/kb-config';
import type { KbSchema } from '../../schema/schema';
import { quoteString } from '../../language/rdf/escapes';
import { FREEBASE, RDFS_LABEL } from '../../language/rdf/names';

export const ALIASES = [
  `${FREEBASE}common.topic.alias`,
  'http://www.w3.org/2004/02/skos/core#altLabel',
  'http://schema.org/alternateName',
] as const;

/** The relations to names and aliases. */
export function nameRelations(schema: Pick<KbSchema, 'namespace'> | undefined): readonly string[] {
  return schema?.namespace === FREEBASE
    ? [`${FREEBASE}type.object.name`, ALIASES[0], RDFS_LABEL]
    : [RDFS_LABEL, 'http://www.w3.org/2004/02/skos/core#prefLabel', ALIASES[1]];
}

/** Names that one text search returns, before they are sorted by length. */
const MAX_HITS = 1000;

/** Matches a whole name with a language tag. The oldest entities, which have the shortest ids, come first. */
export function exactNameBranch(name: string, relation: string, language: string, limit: number): string {
  return nameBranch(name, taggedName(name, language), relation, limit);
}

/** Matches a whole name without a language tag. */
export function untaggedNameBranch(name: string, relation: string, limit: number): string {
  return nameBranch(name, quoteString(name), relation, limit);
}

export function taggedName(name: string, language: string): string {
  return `${quoteString(name)}@${tag(language)}`;
}

function nameBranch(name: string, term: string, relation: string, limit: number): string {
  return `{ SELECT ?e (${quoteString(name)} AS ?name) WHERE { ?e <${relation}> ${term} . } ORDER BY STRLEN(STR(?e)) ?e LIMIT ${limit} }`;
}

/** Matches any of these names by one relation, which is returned as `?p`. */
export function wholeNamesBranch(terms: readonly string[], relation: string, limit: number): string {
  return `{ SELECT (<${relation}> AS ?p) ?e ?name WHERE { VALUES ?name { ${terms.join(' ')} } ?e <${relation}> ?name . } LIMIT ${limit} }`;
}

/** Matches any of many whole names, with and without the language tag. */
export function anyNameBranch(
  names: readonly string[],
  relation: string,
  language: string,
  limit: number,
): string {
  const terms = names.map(quoteString).flatMap((name) => [name, `${name}@${tag(language)}`]);
  return `{ SELECT ?e (STR(?called) AS ?name) WHERE { VALUES ?called { ${terms.join(' ')} } ?e <${relation}> ?called . } ORDER BY STRLEN(STR(?e)) ?e LIMIT ${limit} }`;
}

/** Finds names with a word that begins with one of these, the shortest first. The regular expression is tested on all names. */
export function prefixQuery(words: readonly string[], relations: readonly string[]): string | undefined {
  const safe = words.filter(isSearchable);
  if (!safe.length) return undefined;
  const pattern = quoteString(`(^|[^a-z0-9])(${safe.join('|')})`);
  return `SELECT ?e ?name WHERE { ?e ?p ?name . FILTER(?p IN (${iriList(relations)})) FILTER(REGEX(STR(?name), ${pattern}, "i")) } ORDER BY STRLEN(STR(?name)) ?e LIMIT ${MAX_HITS}`;
}

export function namesQuery(branches: readonly string[]): string {
  return `SELECT ?e ?name WHERE { ${branches.join(' UNION ')} }`;
}

/**
 * Matches names by words in the full-text index of the engine, the shortest names first; undefined if the engine has no known
 * index. With `prefix`, the last word may be incomplete.
 */
export function textBranch(
  engine: Engine | undefined,
  words: readonly string[],
  relations: readonly string[],
  { limit, prefix }: { readonly limit: number; readonly prefix: boolean },
): string | undefined {
  const safe = words.filter(isSearchable);
  const search = engine && safe.length ? SEARCHES[engine] : undefined;
  if (!search) return undefined;
  // Virtuoso requires the triple pattern before the search; the order does not matter to the others.
  const hits = `{ SELECT ?e ?name WHERE { ?e ?p ?name . ${search(safe, prefix)} FILTER(?p IN (${iriList(relations)})) } LIMIT ${MAX_HITS} }`;
  return `{ SELECT ?e ?name WHERE { ${hits} } ORDER BY STRLEN(STR(?name)) ?e LIMIT ${limit} }`;
}

function isSearchable(word: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(word);
}

function iriList(iris: readonly string[]): string {
  return iris.map((iri) => `<${iri}>`).join(', ');
}

type Search = (words: readonly string[], prefix: boolean) => string;

/** The query syntax of Lucene. */
const lucene = (words: readonly string[], prefix: boolean): string =>
  quoteString(words.map((word, at) => (prefix && at === words.length - 1 ? `${word}*` : word)).join(' AND '));

const SEARCHES: Partial<Record<Engine, Search>> = {
  virtuoso: (words, prefix) => {
    // Virtuoso requires four letters before a wildcard, so a shorter last word is dropped.
    const isShort = prefix && words.length > 1 && (words.at(-1) ?? '').length < 4;
    const terms = (isShort ? words.slice(0, -1) : words).map((word, at) =>
      prefix && !isShort && at === words.length - 1 && word.length > 3 ? `'${word}*'` : `'${word}'`,
    );
    return `?name <bif:contains> ${quoteString(terms.join(' AND '))} .`;
  },
  fuseki: (words, prefix) =>
    `(?e ?score ?name) <http://jena.apache.org/text#query> (${lucene(words, prefix)} ${MAX_HITS}) .`,
  stardog: (words, prefix) => `?name <tag:stardog:api:property:textMatch> ${lucene(words, prefix)} .`,
  blazegraph: (words, prefix) => {
    const bds = 'http://www.bigdata.com/rdf/search#';
    const terms = quoteString(`${words.join(' ')}${prefix ? '*' : ''}`);
    return `?name <${bds}search> ${terms} . ?name <${bds}matchAllTerms> "true" .`;
  },
};

function tag(language: string): string {
  return /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language : 'en';
}

export function isOfTheSchema(iri: string, schema: KbSchema): boolean {
  const id = schema.idOf(iri);
  return id !== undefined && (schema.hasType(id) || schema.hasRelation(id));
}
