/**
 * What a model is shown of the KB: the entities of a query, or those that the question names where there is no query; the relations
 * and classes that it has, those that may have been meant in their place, and those that go with the words of the question.
 */
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import { entitiesNamed } from '../question/linking/entities-named';
import { FREEBASE, RDF_TYPE, XSD } from '../language/rdf/names';
import { NAME } from '../question/retrieval/question-grams';
import { parseQuery } from '../language/sparql/parse';
import { classesNamed, rankClasses } from './context/classes';
import { contextText } from './context/context-text';
import { relationsAtEntities } from './context/entity-relations';
import { rankRelations, type RelationSources } from './context/relations';
import { summarizeQuery } from './context/query-summary';
import type { RepairOptions, RepairPorts, RepairTask } from './repair-ports';
import { termsWithoutNames } from '../question/question-terms';

export interface ModelContext {
  readonly relations: readonly ShownRelation[];
  readonly classes: readonly { readonly id: string; readonly label: string }[];
  readonly entities: readonly ShownEntity[];
  /** No other entity is meant. */
  readonly onlyEntities?: boolean;
  /** All of it, as the prompts want it. */
  readonly text: string;
  /** Was this shown? */
  has(iri: string): boolean;
}

export interface ShownRelation {
  readonly id: string;
  readonly label: string;
  readonly domain: string | undefined;
  readonly range: string | undefined;
  /** Where the range is a mediator: how one usually goes on from there. */
  readonly onward: readonly Omit<ShownRelation, 'onward'>[];
  /** An entity of the query has it in the KB. */
  readonly real: boolean;
}

export interface ShownEntity {
  readonly iri: string;
  readonly id: string;
  readonly name: string | undefined;
  readonly types: readonly string[];
  /** The KB was asked, and has no such entity. */
  readonly unknown: boolean;
}

export interface ContextOptions extends Pick<RepairOptions, 'dialect' | 'limits'> {
  /** Besides those that the query has already. */
  readonly relations?: number;
  readonly classes?: number;
}

const MAX = 10;

/** Rejects only when `signal` is aborted; a KB that does not answer is done without. */
export async function gatherContext(
  task: RepairTask,
  { schema, kb, retriever, onDefect }: Pick<RepairPorts, 'schema' | 'kb' | 'retriever' | 'onDefect'>,
  options: ContextOptions,
  signal: AbortSignal,
): Promise<ModelContext> {
  const query = task.query === undefined ? undefined : parseQuery(task.query, options.dialect);
  if (!schema) return unknownKb();
  const { retrieved } = task;
  const sight = query ? summarizeQuery(query, schema, onDefect) : undefined;
  const iris = sight
    ? [...sight.topics.values()].map(({ iri }) => iri)
    : (retrieved?.entities ??
      (kb && task.question !== undefined
        ? await entitiesNamed(task.question, kb.kb, schema, options.limits, signal)
        : []));
  const entities = await entitiesOf(iris, schema, kb, signal);
  const real =
    retrieved?.real ?? (kb ? await relationsAtEntities(kb.kb, schema, entities, options.limits, signal) : []);
  const names = entities.flatMap(({ name }) => name ?? []);
  const question = task.question === undefined ? undefined : termsWithoutNames(task.question, names);
  const named = question ? classesNamed(schema, question) : [];
  if (!retrieved && question) await retriever?.prepare(signal, 'relations');
  const likeness =
    retriever && task.question !== undefined ? likenessFor(task.question, names, retriever) : undefined;
  const given = { schema, sight, entities, real, question, named, retrieved, likeness };
  const relations = rankRelations(given, retrieved?.relations.length ?? options.relations ?? MAX);
  const classes = retrieved?.classes ?? rankClasses(given, relations, options.classes ?? MAX);
  const shown = { relations, classes: classes.map((id) => ({ id, label: labelOf(id) })), entities };
  const seen = irisShown(schema, shown, retrieved?.paths);
  return {
    ...shown,
    ...(retrieved?.chosen === true && { onlyEntities: true }),
    text: contextText(schema, query, { ...retrieved, ...shown }),
    has: (iri) => seen.has(iri),
  };
}

/** How near relations are to what a question asks for, all of them by one ranking. */
function likenessFor(
  question: string,
  names: readonly string[],
  retriever: NonNullable<RepairPorts['retriever']>,
): NonNullable<RelationSources['likeness']> {
  const asked = names.reduce((text, name) => withName(text, name), question);
  return (among) =>
    new Map(retriever.relations(asked, { most: Infinity, among }).map(({ id, score }) => [id, score]));
}

/** With … in the place of a name. */
function withName(question: string, name: string): string {
  const at = question.toLowerCase().indexOf(name.toLowerCase());
  return name && at >= 0 ? `${question.slice(0, at)}${NAME}${question.slice(at + name.length)}` : question;
}

/** Without a schema nothing can be said of relations, and so nothing is outside of what was said. */
function unknownKb(): ModelContext {
  const text =
    'The schema of the KB is not known. Keep to the relations, classes and entities of the query, and to what the findings name.';
  return { relations: [], classes: [], entities: [], text, has: () => true };
}

async function entitiesOf(
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

function irisShown(
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
    // What says the same the other way round was shown with it.
    ...steps
      .flatMap((step) => [step.id, ...ends(step), schema.relation(step.id)?.reverse ?? step.id])
      .map(full),
    ...classes.map(({ id }) => full(id)),
    ...paths.flatMap((path) => [...path.matchAll(/\bns:([\w.-]*\w)/g)].map(([, id = '']) => full(id))),
    ...['integer', 'float', 'dateTime', 'date', 'gYear'].map((type) => XSD + type),
  ]);
}
