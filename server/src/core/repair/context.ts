/**
 * The part of the KB that a model is shown: the entities of the query, or of the question if there is no query; the relations and
 * classes of the query, similar ones that may have been meant, and those that match the question.
 */
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import { findNamedEntities } from '../question/linking/find-named-entities';
import { FREEBASE, RDF_TYPE, XSD } from '../language/rdf/names';
import { NAME_PLACEHOLDER } from '../question/retrieval/question-grams';
import { parseQuery } from '../language/sparql/parse';
import { classesNamed, rankClasses } from './context/classes';
import { contextText } from './context/context-text';
import { relationsAtEntities } from './context/entity-relations';
import { rankRelations, type RelationSources } from './context/relations';
import { vocabularyOf } from './context/query-vocabulary';
import type { RepairOptions, RepairPorts, RepairTask } from './repair-ports';
import { termsWithoutNames } from '../question/question-terms';

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
    new Map(retriever.relations(masked, { most: Infinity, among }).map(({ id, score }) => [id, score]));
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
