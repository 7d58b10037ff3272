/** The queries that tell what entities are, in words that every engine takes. */
import type { KnowledgeBase, KnownEntity, RdfTerm, Row } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import { queryRows, type Rows, type RowsProblem } from './query-rows';
import { FREEBASE, RDFS, RDFS_LABEL, RDF_TYPE } from '../language/rdf/names';

/** How what a KB says is to be read. */
export interface NameOptions {
  /** Tells ids from IRIs, mediators from entities, and which relations say what type a node has. */
  readonly schema: KbSchema | undefined;
  /** A language tag. Names in it come first, then those in none, then any. */
  readonly language: string;
}

export type LookupOutcome =
  | { readonly found: ReadonlyMap<string, KnownEntity> }
  | { readonly problem: string };

/** The best first. */
export const NAMES = [
  `${FREEBASE}type.object.name`,
  RDFS_LABEL,
  'http://www.w3.org/2004/02/skos/core#prefLabel',
] as const;
export const TYPES = [`${FREEBASE}type.object.type`, RDF_TYPE] as const;
export const DESCRIPTIONS = [
  `${FREEBASE}common.topic.description`,
  `${RDFS}comment`,
  'http://schema.org/description',
  'http://purl.org/dc/terms/description',
  'http://www.w3.org/2004/02/skos/core#definition',
] as const;

const LIMITS = { timeoutMs: 15_000, maxRows: 20_000 };
/** Each takes a part of the query to itself. */
const MAX_IN_DOUBT = 50;

/**
 * Usually one query. A second one asks for names in any language where there is none in the wanted one, and a third whether there is
 * anything at all about those without name and type.
 */
export async function askWhatEntitiesAre(
  kb: KnowledgeBase,
  iris: readonly string[],
  { schema, language }: NameOptions,
  signal: AbortSignal,
): Promise<LookupOutcome | 'too-much'> {
  const first = await askWhole(kb, namesAndTypes(iris, schema, language), signal);
  if ('problem' in first) return tooMuch(first, iris) ? 'too-much' : first;
  const drafts = new Map(iris.map((iri) => [iri, new Draft()]));
  for (const row of first.rows) read(row, drafts, language);

  const nameless = [...drafts].filter(([, draft]) => !draft.hasName && !isMediator(draft.types, schema));
  if (nameless.length) {
    const second = await askWhole(kb, namesInAnyLanguage(nameless.map(([iri]) => iri)), signal);
    if ('problem' in second) return tooMuch(second, iris) ? 'too-much' : second;
    for (const row of second.rows) read(row, drafts, language);
  }

  const inDoubt = [...drafts].filter(([, draft]) => !draft.seen).map(([iri]) => iri);
  for (let start = 0; start < inDoubt.length; start += MAX_IN_DOUBT) {
    const third = await askWhole(kb, whichExist(inDoubt.slice(start, start + MAX_IN_DOUBT)), signal);
    if ('problem' in third) return third;
    for (const row of third.rows) read(row, drafts, language);
  }
  return { found: new Map([...drafts].map(([iri, draft]) => [iri, draft.entity(schema)])) };
}

export async function describeEntity(
  kb: KnowledgeBase,
  iri: string,
  language: string,
  signal: AbortSignal,
): Promise<{ readonly found: string | undefined } | { readonly problem: string }> {
  const query = `SELECT ?p ?v WHERE { VALUES ?p { ${listed(DESCRIPTIONS)} } <${iri}> ?p ?v . FILTER(${inLanguage(language)}) } LIMIT 20`;
  const answer = await askWhole(kb, query, signal);
  if ('problem' in answer) return answer;
  const texts = new BestText(DESCRIPTIONS, language);
  for (const [relation, value] of answer.rows) if (relation && value) texts.offer(relation.value, value);
  return { found: texts.best };
}

function namesAndTypes(iris: readonly string[], schema: KbSchema | undefined, language: string): string {
  const typing = new Set([...TYPES, ...(schema?.typing ?? [])]);
  return `SELECT ?e ?p ?v WHERE {
  VALUES ?e { ${listed(iris)} }
  { VALUES ?p { ${listed(NAMES)} } ?e ?p ?v . FILTER(${inLanguage(language)}) }
  UNION
  { VALUES ?p { ${listed([...typing])} } ?e ?p ?v . }
}`;
}

function namesInAnyLanguage(iris: readonly string[]): string {
  return `SELECT ?e ?p ?v WHERE { VALUES ?e { ${listed(iris)} } VALUES ?p { ${listed(NAMES)} } ?e ?p ?v . }`;
}

/** One fact of each is enough, however many there are. */
function whichExist(iris: readonly string[]): string {
  const one = (iri: string): string =>
    `{ SELECT (<${iri}> AS ?e) WHERE { { <${iri}> ?p ?o . } UNION { ?s ?p <${iri}> . } } LIMIT 1 }`;
  return `SELECT ?e WHERE { ${iris.map(one).join(' UNION ')} }`;
}

function inLanguage(language: string): string {
  return `LANG(?v) = "" || LANGMATCHES(LANG(?v), "${language}")`;
}

function listed(iris: readonly string[]): string {
  return iris.map((iri) => `<${iri}>`).join(' ');
}

/** What would be said of an entity after half of an answer could be wrong. */
async function askWhole(kb: KnowledgeBase, query: string, signal: AbortSignal): Promise<Rows | RowsProblem> {
  const answer = await queryRows(kb, query, LIMITS, signal);
  return 'rows' in answer && answer.incomplete !== undefined
    ? { problem: answer.incomplete, tooLarge: true }
    : answer;
}

function tooMuch({ tooLarge }: RowsProblem, iris: readonly string[]): boolean {
  return tooLarge && iris.length > 1;
}

function read([entity, relation, value]: Row, drafts: ReadonlyMap<string, Draft>, language: string): void {
  const draft = drafts.get(entity?.value ?? '');
  if (!draft) return;
  draft.seen = true;
  if (!relation || !value) return;
  if (value.type === 'uri') draft.types.add(value.value);
  else (draft.names ??= new BestText(NAMES, language)).offer(relation.value, value);
}

/** What has been read of an entity so far. */
class Draft {
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

/** Of several texts the one in the best language; then by the best relation; then the first of the alphabet. */
class BestText {
  best: string | undefined;
  private rank = Infinity;

  constructor(
    private readonly relations: readonly string[],
    private readonly language: string,
  ) {}

  offer(relation: string, term: RdfTerm): void {
    const text = term.type === 'literal' ? presentable(term.value) : '';
    if (term.type !== 'literal' || text === '') return;
    const rank = languageRank(term['xml:lang'] ?? '', this.language) * 100 + this.relations.indexOf(relation);
    if (rank > this.rank || (rank === this.rank && text >= (this.best ?? ''))) return;
    this.rank = rank;
    this.best = text;
  }
}

/** Nobody reads on for longer. */
const MAX_LENGTH = 1000;

/** On one line, without the signs that act upon the text around them. */
function presentable(text: string): string {
  const line = text
    .slice(0, MAX_LENGTH + 1)
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

/** The wanted language, a kind of it, none, any other. */
export function languageRank(tag: string, language: string): number {
  const [wanted, given] = [language.toLowerCase(), tag.toLowerCase()];
  if (given === wanted) return 0;
  if (given.startsWith(`${wanted}-`)) return 1;
  return given === '' ? 2 : 3;
}
