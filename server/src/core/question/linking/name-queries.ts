/** Queries for entities by name. Each name is a UNION branch of its own, so that the index is used. */
import type { Engine } from '../../kb/kb-config';
import type { KbSchema } from '../../schema/schema';
import { FREEBASE, RDFS_LABEL } from '../../language/rdf/names';

export const ALIASES = [
  `${FREEBASE}common.topic.alias`,
  'http://www.w3.org/2004/02/skos/core#altLabel',
  'http://schema.org/alternateName',
] as const;

/** The relations that say what something is called. */
export function nameRelations(schema: Pick<KbSchema, 'namespace'> | undefined): readonly string[] {
  return schema?.namespace === FREEBASE
    ? [`${FREEBASE}type.object.name`, ALIASES[0], RDFS_LABEL]
    : [RDFS_LABEL, 'http://www.w3.org/2004/02/skos/core#prefLabel', ALIASES[1]];
}

/** A word that very many names have is looked at as far as this. */
const MOST_HITS = 1000;

/** By the whole name in a language. Ids were given out one after the other: what was thought of first has the shorter. */
export function exactPart(name: string, relation: string, language: string, most: number): string {
  const written = literal(name);
  return `{ SELECT ?e (${written} AS ?name) WHERE { ?e <${relation}> ${written}@${tag(language)} . } ORDER BY STRLEN(STR(?e)) ?e LIMIT ${most} }`;
}

/** The same for a KB whose names have no language. */
export function plainPart(name: string, relation: string, most: number): string {
  const written = literal(name);
  return `{ SELECT ?e (${written} AS ?name) WHERE { ?e <${relation}> ${written} . } ORDER BY STRLEN(STR(?e)) ?e LIMIT ${most} }`;
}

/** By any of many whole names, with and without the language. */
export function anyOfPart(
  names: readonly string[],
  relation: string,
  language: string,
  most: number,
): string {
  const written = names.map(literal).flatMap((name) => [name, `${name}@${tag(language)}`]);
  return `{ SELECT ?e (STR(?called) AS ?name) WHERE { VALUES ?called { ${written.join(' ')} } ?e <${relation}> ?called . } ORDER BY STRLEN(STR(?e)) ?e LIMIT ${most} }`;
}

/** Names in which a word begins with one of these, the shortest first: it compares all names, which takes time. */
export function scanQuery(words: readonly string[], relations: readonly string[]): string | undefined {
  const safe = words.filter((word) => /^[\p{L}\p{N}]+$/u.test(word));
  if (!safe.length) return undefined;
  const of = relations.map((iri) => `<${iri}>`).join(', ');
  const begins = literal(`(^|[^a-z0-9])(${safe.join('|')})`);
  return `SELECT ?e ?name WHERE { ?e ?p ?name . FILTER(?p IN (${of})) FILTER(REGEX(STR(?name), ${begins}, "i")) } ORDER BY STRLEN(STR(?name)) ?e LIMIT ${MOST_HITS}`;
}

export function namesQuery(parts: readonly string[]): string {
  return `SELECT ?e ?name WHERE { ${parts.join(' UNION ')} }`;
}

/**
 * By words of the name, where the engine has an index of words: the shortest names first. `words` have letters and digits only; the last
 * one may be the beginning of one. Undefined where we know of no such index.
 */
export function textPart(
  engine: Engine | undefined,
  words: readonly string[],
  relations: readonly string[],
  { most, begun = false }: { readonly most: number; readonly begun?: boolean },
): string | undefined {
  const safe = words.filter((word) => /^[\p{L}\p{N}]+$/u.test(word));
  const search = engine && safe.length ? SEARCHES[engine] : undefined;
  if (!search) return undefined;
  const of = relations.map((iri) => `<${iri}>`).join(', ');
  // Virtuoso wants to know where a text stands before it searches in it; the others do not mind.
  const found = `{ SELECT ?e ?name WHERE { ?e ?p ?name . ${search(safe, begun)} FILTER(?p IN (${of})) } LIMIT ${MOST_HITS} }`;
  return `{ SELECT ?e ?name WHERE { ${found} } ORDER BY STRLEN(STR(?name)) ?e LIMIT ${most} }`;
}

type Search = (words: readonly string[], begun: boolean) => string;

/** Lucene's way, which several engines have. */
const lucene = (words: readonly string[], begun: boolean): string =>
  literal(words.map((word, at) => (begun && at === words.length - 1 ? `${word}*` : word)).join(' AND '));

const SEARCHES: Partial<Record<Engine, Search>> = {
  virtuoso: (words, begun) => {
    // At least four letters must stand before its asterisk: of fewer, nothing is said.
    const short = begun && words.length > 1 && (words.at(-1) ?? '').length < 4;
    const written = (short ? words.slice(0, -1) : words).map((word, at) =>
      begun && !short && at === words.length - 1 && word.length > 3 ? `'${word}*'` : `'${word}'`,
    );
    return `?name <bif:contains> ${literal(written.join(' AND '))} .`;
  },
  fuseki: (words, begun) =>
    `(?e ?score ?name) <http://jena.apache.org/text#query> (${lucene(words, begun)} ${MOST_HITS}) .`,
  stardog: (words, begun) => `?name <tag:stardog:api:property:textMatch> ${lucene(words, begun)} .`,
  blazegraph: (words, begun) => {
    const bds = 'http://www.bigdata.com/rdf/search#';
    const said = literal(`${words.join(' ')}${begun ? '*' : ''}`);
    return `?name <${bds}search> ${said} . ?name <${bds}matchAllTerms> "true" .`;
  },
};

/** As a string of SPARQL: JSON escapes all that it must, and nothing that it does not know. */
export function literal(text: string): string {
  return JSON.stringify(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''),
  );
}

function tag(language: string): string {
  return /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language : 'en';
}

export function isOfTheSchema(iri: string, schema: KbSchema): boolean {
  const id = schema.idOf(iri);
  return id !== undefined && (schema.hasType(id) || schema.hasRelation(id));
}
