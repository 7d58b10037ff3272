/**
 * The part of the KB that is shown to a model: the entities of the query, or of the question if there is no query; the relations and
 * classes of the query, similar ones that may have been meant, and those that match the question.
 */
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import { findNamedEntities } from '../question/linking/find-named-entities';
import { FREEBASE, RDF_TYPE, XSD } from '../language/rdf/names';
import { NAME_PLACEHOLDER } from '../question/retrieval/question-grams';
import { parseQuery } from '../language/sparql/parse';
import { classesNamed, rankClasses } from './context/classes';
import { relationsAtEntities } from './context/entity-relations';
import { rankRelations, type RelationSources } from './context/relations';
import { vocabularyOf } from './context/query-vocabulary';
import type { RepairOptions, RepairPorts, RepairTask, RetrievedContext } from './repair-ports';
import { termsWithoutNames } from '../question/question-terms';
import type { QueryModel } from '../language/sparql/model';
import { promptLine } from './feedback';

export interface ModelContext {
  readonly relations: readonly ShownRelation[];
  readonly classes: readonly { readonly id: string; readonly label: string }[];
  readonly entities: readonly ShownEntity[];
  /** Whether only these entities are allowed. */
  readonly onlyEntities?: boolean;
  /** The context as text for the prompts. */
  readonly text: string;
  has(iri: string): boolean;
}

export interface ShownRelation {
  readonly id: string;
  readonly label: string;
  readonly domain: string | undefined;
  readonly range: string | undefined;
  /** If the range is a mediator: the usual relations from there. */
  readonly onward: readonly Omit<ShownRelation, 'onward'>[];
  /** An entity of the query has it in the KB. */
  readonly isOnEntity: boolean;
}

export interface ShownEntity {
  readonly iri: string;
  readonly id: string;
  readonly name: string | undefined;
  readonly types: readonly string[];
  /** The KB has no such entity. */
  readonly unknown: boolean;
}

export interface ModelContextOptions extends Pick<RepairOptions, 'dialect' | 'limits'> {
  /** Limits for relations and classes that are not in the query. */
  readonly relations?: number;
  readonly classes?: number;
}

const DEFAULT_LIMIT = 10;

/** Rejects only when `signal` is aborted; if the KB does not answer, the context is built without it. */
export async function gatherContext(
  task: RepairTask,
  { schema, kb, retriever, onDefect }: Pick<RepairPorts, 'schema' | 'kb' | 'retriever' | 'onDefect'>,
  options: ModelContextOptions,
  signal: AbortSignal,
): Promise<ModelContext> {
  const query = task.query === undefined ? undefined : parseQuery(task.query, options.dialect);
  if (!schema) return contextWithoutSchema();
  const { retrieved } = task;
  const vocabulary = query ? vocabularyOf(query, schema, onDefect) : undefined;
  const iris = vocabulary
    ? [...vocabulary.topics.values()].map(({ iri }) => iri)
    : (retrieved?.entities ??
      (kb && task.question !== undefined
        ? await findNamedEntities(task.question, kb.kb, schema, options.limits, signal)
        : []));
  const entities = await lookUpEntities(iris, schema, kb, signal);
  const entityRelations =
    retrieved?.entityRelations ??
    (kb ? await relationsAtEntities(kb.kb, schema, entities, options.limits, signal) : []);
  const names = entities.flatMap(({ name }) => name ?? []);
  const question = task.question === undefined ? undefined : termsWithoutNames(task.question, names);
  const named = question ? classesNamed(schema, question) : [];
  if (!retrieved && question) await retriever?.prepare(signal, 'relations');
  const similarity =
    retriever && task.question !== undefined ? similarityTo(task.question, names, retriever) : undefined;
  const sources = { schema, vocabulary, entities, entityRelations, question, named, retrieved, similarity };
  const relations = rankRelations(sources, retrieved?.relations.length ?? options.relations ?? DEFAULT_LIMIT);
  const classes = retrieved?.classes ?? rankClasses(sources, relations, options.classes ?? DEFAULT_LIMIT);
  const shown = { relations, classes: classes.map((id) => ({ id, label: labelOf(id) })), entities };
  const seen = shownIris(schema, shown, retrieved?.paths);
  return {
    ...shown,
    ...(retrieved?.chosen === true && { onlyEntities: true }),
    text: contextText(schema, query, { ...retrieved, ...shown }),
    has: (iri) => seen.has(iri),
  };
}

/** Scores relations by their similarity to the question, with entity names masked. */
function similarityTo(
  question: string,
  names: readonly string[],
  retriever: NonNullable<RepairPorts['retriever']>,
): NonNullable<RelationSources['similarity']> {
  const masked = names.reduce((text, name) => maskName(text, name), question);
  return (among) =>
    new Map(retriever.relations(masked, { limit: Infinity, among }).map(({ id, score }) => [id, score]));
}

/** Replaces an entity name with …. */
function maskName(question: string, name: string): string {
  const at = question.toLowerCase().indexOf(name.toLowerCase());
  return name && at >= 0
    ? `${question.slice(0, at)}${NAME_PLACEHOLDER}${question.slice(at + name.length)}`
    : question;
}

/** Without a schema no relations are shown, and every IRI is allowed. */
function contextWithoutSchema(): ModelContext {
  const text =
    'The schema of the KB is not known. Keep to the relations, classes and entities of the query, and to what the findings name.';
  return { relations: [], classes: [], entities: [], text, has: () => true };
}

async function lookUpEntities(
  iris: readonly string[],
  schema: KbSchema,
  kb: RepairPorts['kb'],
  signal: AbortSignal,
): Promise<readonly ShownEntity[]> {
  const known = await kb?.directory.lookUp(iris, signal);
  return iris.map((iri) => {
    const { name, types = [], exists = true } = known?.get(iri) ?? {};
    return { iri, id: schema.idOf(iri) ?? iri, name, types, unknown: !exists };
  });
}

function shownIris(
  schema: KbSchema,
  { relations, classes, entities }: Pick<ModelContext, 'relations' | 'classes' | 'entities'>,
  paths: readonly string[] = [],
): ReadonlySet<string> {
  const full = (id: string): string => (id.includes('://') ? id : schema.namespace + id);
  const ends = (relation: Pick<ShownRelation, 'domain' | 'range'>): readonly string[] =>
    [relation.domain, relation.range].flatMap((type) => type ?? []);
  const steps = relations.flatMap((relation) => [relation, ...relation.onward]);
  return new Set([
    ...schema.typing,
    ...(schema.namespace === FREEBASE ? [`${FREEBASE}type.object.name`] : []),
    RDF_TYPE,
    ...entities.map(({ iri }) => iri),
    // The reverse of a shown relation counts as shown.
    ...steps
      .flatMap((step) => [step.id, ...ends(step), schema.relation(step.id)?.reverse ?? step.id])
      .map(full),
    ...classes.map(({ id }) => full(id)),
    ...paths.flatMap((path) => [...path.matchAll(/\bns:([\w.-]*\w)/g)].map(([, id = '']) => full(id))),
    ...['integer', 'float', 'dateTime', 'date', 'gYear'].map((type) => XSD + type),
  ]);
}

const MAX_TYPES = 6;
const MAX_NAME_LENGTH = 120;

type ContextContents = Pick<ModelContext, 'relations' | 'classes' | 'entities'> &
  Partial<Pick<RetrievedContext, 'values' | 'paths' | 'forms'>>;

/** Formats the context for a model. Names of the KB are untrusted, so each is reduced to one line. */
function contextText(schema: KbSchema, query: QueryModel | undefined, shown: ContextContents): string {
  const prefix = query?.prefixes.find(({ iri }) => iri === schema.namespace)?.prefix ?? 'ns';
  const write = (id: string): string => writeName(schema, prefix, id);
  const [typing] = [...schema.typing].filter((iri) => iri !== RDF_TYPE);
  const membership = typing === undefined ? 'a' : write(schema.idOf(typing) ?? typing);
  const part = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length ? ['', title, ...lines] : [];
  return [
    'Prefixes:',
    `PREFIX ${prefix}: <${schema.namespace}>`,
    `PREFIX xsd: <${XSD}>`,
    `Membership in a class: ?x ${membership} CLASS .`,
    ...part(
      'Entities:',
      shown.entities.length ? shown.entities.map((entity) => entityLine(entity, write)) : ['NONE'],
    ),
    ...part('Values that the question names:', shown.values ?? []),
    ...part('Queries that have answers, the likeliest first:', (shown.forms ?? []).map(promptLine)),
    ...part(
      'Paths of the schema, the likeliest first; take one over, extend it, or join several:',
      (shown.paths ?? []).map(promptLine),
    ),
    ...part(
      'Relations, as relation (class of the subject → class of the object): name',
      shown.relations.flatMap((relation) => relationLines(schema, relation, write)),
    ),
    ...part(
      'Classes:',
      shown.classes.map(({ id, label }) => `${write(id)}: ${label}`),
    ),
  ].join('\n');
}

function entityLine({ id, name, types, unknown }: ShownEntity, write: (id: string) => string): string {
  if (unknown) return `${write(id)}: the KB has no such entity`;
  const shown = types.filter((type) => type !== 'common.topic').slice(0, MAX_TYPES);
  const called =
    name === undefined ? 'has no name' : JSON.stringify(promptLine(name).slice(0, MAX_NAME_LENGTH));
  return `${write(id)}: ${called}${shown.length ? ` (${shown.join(', ')})` : ''}`;
}

function relationLines(
  schema: KbSchema,
  relation: ShownRelation,
  write: (id: string) => string,
): readonly string[] {
  const line = (each: Omit<ShownRelation, 'onward'>): string => {
    const mediator = schema.isMediator(each.range) ? ', a mediator' : '';
    const onEntity = each.isOnEntity ? ' [the entities have it]' : '';
    return `${write(each.id)} (${each.domain ?? 'anything'} → ${each.range ?? 'anything'}${mediator}): ${each.label}${onEntity}`;
  };
  return [line(relation), ...relation.onward.map((each) => `  then ${line(each)}`)];
}

/** A name that cannot be prefixed is written as a full IRI. */
function writeName(schema: KbSchema, prefix: string, id: string): string {
  if (id.includes('://')) return `<${id}>`;
  return /^[\w][\w.-]*$/.test(id) && !id.endsWith('.') ? `${prefix}:${id}` : `<${schema.namespace}${id}>`;
}
