/** Queries for names, types and descriptions of entities, in SPARQL that every engine accepts. */
import type { KnowledgeBase, KnownEntity, RdfTerm, AnswerRow } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import { queryRows, type QueryRows, type QueryRowsProblem } from './query-rows';
import { FREEBASE, RDFS, RDFS_LABEL, RDF_TYPE } from '../language/rdf/names';

/** How names and types are read. */
export interface NameOptions {
  /** Maps IRIs to ids, and knows mediators and typing relations. */
  readonly schema: KbSchema | undefined;
  /** A language tag. Names in it are preferred, then names without a language, then any. */
  readonly language: string;
}

export type LookupOutcome =
  | { readonly found: ReadonlyMap<string, KnownEntity> }
  | { readonly problem: string };

/** Best first. */
export const NAME_IRIS = [
  `${FREEBASE}type.object.name`,
  RDFS_LABEL,
  'http://www.w3.org/2004/02/skos/core#prefLabel',
] as const;
export const TYPE_IRIS = [`${FREEBASE}type.object.type`, RDF_TYPE] as const;
export const DESCRIPTION_RELATIONS = [
  `${FREEBASE}common.topic.description`,
  `${RDFS}comment`,
  'http://schema.org/description',
  'http://purl.org/dc/terms/description',
  'http://www.w3.org/2004/02/skos/core#definition',
] as const;

/** The relations to names, best first, and to types. */
export interface EntityRelations {
  readonly names: readonly string[];
  readonly types: readonly string[];
}

const LIMITS = { timeoutMs: 15_000, maxRows: 20_000, fastFormat: true };
/** Descriptions that are read of one entity. */
const MAX_DESCRIPTIONS = 20;
/** Entities per existence query, which has one sub-select for each. */
const MAX_PER_EXISTENCE_QUERY = 50;

/** Returns the relations that the KB has facts of; undefined if there are none, or it does not respond. */
export async function findEntityRelations(
  kb: KnowledgeBase,
  schema: KbSchema | undefined,
  signal: AbortSignal,
): Promise<EntityRelations | undefined> {
  const { names, types } = allRelations(schema);
  const one = (relation: string): string =>
    `{ SELECT (<${relation}> AS ?p) WHERE { ?e <${relation}> ?v . } LIMIT 1 }`;
  const query = `SELECT ?p WHERE { ${[...names, ...types].map(one).join(' UNION ')} }`;
  const answer = await requestAllRows(kb, query, signal);
  if ('problem' in answer || !answer.rows.length) return undefined;
  const found = new Set(answer.rows.map(([relation]) => relation?.value ?? ''));
  const isFound = (relation: string): boolean => found.has(relation);
  return { names: names.filter(isFound), types: types.filter(isFound) };
}

function allRelations(schema: KbSchema | undefined): EntityRelations {
  return { names: NAME_IRIS, types: [...new Set([...TYPE_IRIS, ...(schema?.typing ?? [])])] };
}

/**
 * Usually sends one query. A second one requests names in any language for entities without a name, and a third checks the existence
 * of entities without name and type.
 */
export async function requestEntities(
  kb: KnowledgeBase,
  iris: readonly string[],
  { schema, language }: NameOptions,
  signal: AbortSignal,
  relations = allRelations(schema),
): Promise<LookupOutcome | 'too-much'> {
  const first = await requestAllRows(kb, namesAndTypesQuery(iris, relations, language), signal);
  if ('problem' in first) return isTooLarge(first, iris) ? 'too-much' : first;
  const builders = new Map(iris.map((iri) => [iri, new EntityBuilder()]));
  for (const row of first.rows) readRow(row, builders, language);

  const nameless = [...builders].filter(
    ([, builder]) => !builder.hasName && !isMediator(builder.types, schema),
  );
  if (nameless.length && relations.names.length) {
    const query = namesQuery(
      nameless.map(([iri]) => iri),
      relations.names,
    );
    const second = await requestAllRows(kb, query, signal);
    if ('problem' in second) return isTooLarge(second, iris) ? 'too-much' : second;
    for (const row of second.rows) readRow(row, builders, language);
  }

  const unseen = [...builders].filter(([, builder]) => !builder.seen).map(([iri]) => iri);
  for (let start = 0; start < unseen.length; start += MAX_PER_EXISTENCE_QUERY) {
    const third = await requestAllRows(
      kb,
      existenceQuery(unseen.slice(start, start + MAX_PER_EXISTENCE_QUERY)),
      signal,
    );
    if ('problem' in third) return third;
    for (const row of third.rows) readRow(row, builders, language);
  }
  return { found: new Map([...builders].map(([iri, builder]) => [iri, builder.entity(schema)])) };
}

export async function describeEntity(
  kb: KnowledgeBase,
  iri: string,
  language: string,
  signal: AbortSignal,
): Promise<{ readonly found: string | undefined } | { readonly problem: string }> {
  const isInLanguage = `FILTER(${languageFilter(language)})`;
  const branches = DESCRIPTION_RELATIONS.map((relation) => factsBranch([iri], relation, isInLanguage));
  const query = `SELECT ?p ?v WHERE { ${branches.join(' UNION ')} }`;
  const answer = await requestAllRows(kb, query, signal, MAX_DESCRIPTIONS);
  if ('problem' in answer) return answer;
  const texts = new BestText(DESCRIPTION_RELATIONS, language);
  for (const [relation, value] of answer.rows) if (relation && value) texts.offer(relation.value, value);
  return { found: texts.best };
}

/** Each relation is a UNION branch of its own: Virtuoso reads every name of the KB if the relation is a variable. */
function namesAndTypesQuery(
  iris: readonly string[],
  { names, types }: EntityRelations,
  language: string,
): string {
  const isInLanguage = `FILTER(${languageFilter(language)})`;
  const branches = [
    ...names.map((relation) => factsBranch(iris, relation, isInLanguage)),
    ...types.map((relation) => factsBranch(iris, relation)),
  ];
  return `SELECT ?e ?p ?v WHERE { ${branches.join(' UNION ')} }`;
}

function factsBranch(iris: readonly string[], relation: string, filter = ''): string {
  return `{ SELECT ?e (<${relation}> AS ?p) ?v WHERE { VALUES ?e { ${iris.map((iri) => `<${iri}>`).join(' ')} } ?e <${relation}> ?v . ${filter} } }`;
}

function namesQuery(iris: readonly string[], names: readonly string[]): string {
  return `SELECT ?e ?p ?v WHERE { ${names.map((relation) => factsBranch(iris, relation)).join(' UNION ')} }`;
}

/** One fact proves that an entity exists. */
function existenceQuery(iris: readonly string[]): string {
  const one = (iri: string): string =>
    `{ SELECT (<${iri}> AS ?e) WHERE { { <${iri}> ?p ?o . } UNION { ?s ?p <${iri}> . } } LIMIT 1 }`;
  return `SELECT ?e WHERE { ${iris.map(one).join(' UNION ')} }`;
}

function languageFilter(language: string): string {
  return `LANG(?v) = "" || LANGMATCHES(LANG(?v), "${language}")`;
}

/** Rejects an incomplete response: conclusions from it could be wrong. The query has no LIMIT; it is added. */
async function requestAllRows(
  kb: KnowledgeBase,
  query: string,
  signal: AbortSignal,
  limit = LIMITS.maxRows + 1,
): Promise<QueryRows | QueryRowsProblem> {
  const answer = await queryRows(kb, `${query} LIMIT ${limit}`, LIMITS, signal);
  return 'rows' in answer && answer.incomplete !== undefined
    ? { problem: answer.incomplete, tooLarge: true }
    : answer;
}

function isTooLarge({ tooLarge }: QueryRowsProblem, iris: readonly string[]): boolean {
  return tooLarge && iris.length > 1;
}

function readRow(
  [entity, relation, value]: AnswerRow,
  builders: ReadonlyMap<string, EntityBuilder>,
  language: string,
): void {
  const builder = builders.get(entity?.value ?? '');
  if (!builder) return;
  builder.seen = true;
  if (!relation || !value) return;
  if (value.type === 'uri') builder.types.add(value.value);
  else (builder.names ??= new BestText(NAME_IRIS, language)).offer(relation.value, value);
}

/** Collects the rows about one entity. */
class EntityBuilder {
  seen = false;
  readonly types = new Set<string>();
  names: BestText | undefined;

  get hasName(): boolean {
    return this.names?.best !== undefined;
  }

  entity(schema: KbSchema | undefined): KnownEntity {
    const name = this.names?.best;
    return {
      exists: this.seen,
      ...(name !== undefined && { name }),
      types: [...this.types].map((iri) => schema?.idOf(iri) ?? iri).sort(),
      mediator: isMediator(this.types, schema),
    };
  }
}

function isMediator(types: ReadonlySet<string>, schema: KbSchema | undefined): boolean {
  for (const iri of types) if (schema?.type(schema.idOf(iri) ?? iri)?.kind === 'mediator') return true;
  return false;
}

/** Selects a text by language, then by relation, then alphabetically. */
class BestText {
  best: string | undefined;
  private rank = Infinity;

  constructor(
    private readonly relations: readonly string[],
    private readonly language: string,
  ) {}

  offer(relation: string, term: RdfTerm): void {
    const text = term.type === 'literal' ? toDisplayText(term.value) : '';
    if (term.type !== 'literal' || text === '') return;
    const rank = languageRank(term['xml:lang'] ?? '', this.language) * 100 + this.relations.indexOf(relation);
    if (rank > this.rank || (rank === this.rank && text >= (this.best ?? ''))) return;
    this.rank = rank;
    this.best = text;
  }
}

/** Characters of a name or description. */
const MAX_TEXT_LENGTH = 1000;

/** One line without control and bidirectional formatting characters. */
function toDisplayText(text: string): string {
  const line = text
    .slice(0, MAX_TEXT_LENGTH + 1)
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}

/** 0 for the preferred language, then its regional variants, no language, and any other. */
export function languageRank(tag: string, language: string): number {
  const [wanted, given] = [language.toLowerCase(), tag.toLowerCase()];
  if (given === wanted) return 0;
  if (given.startsWith(`${wanted}-`)) return 1;
  return given === '' ? 2 : 3;
}
