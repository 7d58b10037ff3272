/** Retrieves the context of a question for the prompt: linked entities, values, and relevant relations, classes and paths. */
import { isCommunity } from '../../schema/domain-index';
import { UNUSED, type KbSchema } from '../../schema/schema';
import type { LinkedLiteral, Linking } from '../../question/linking/linking';
import { relationsAtEntities } from '../../repair/context/entity-relations';
import type { RetrievedContext } from '../../repair/repair-ports';
import type { AskOptions, AskPorts, AskTask } from '../ask-ports';
import { pathPatterns } from '../../question/retrieval/path-patterns';
import { likelyEntities, withoutMentions } from '../names-in-question';

/** Many entities can share one name. */
const MAX_ENTITIES = 12;
/** The share of relations that the entities have in the KB. The others only match the question. */
const ENTITY_RELATION_SHARE = 0.7;
/** More names are ranked than shown, because reverses and unused ones are dropped. */
const RANKED_FACTOR = 4;

/** Rejects only when `signal` is aborted. Works without the KB if it does not answer. */
export async function retrieveContext(
  task: AskTask,
  linking: Linking,
  ports: Pick<AskPorts, 'schema' | 'kb' | 'retriever'>,
  { funFusic, limits }: Pick<AskOptions, 'funFusic' | 'limits'>,
  signal: AbortSignal,
): Promise<RetrievedContext> {
  const real = await relationsOfEntities(task, linking, ports, limits, signal);
  await ports.retriever.prepare(signal);
  return rankContext(task, linking, real, ports, funFusic);
}

/** The relations that the linked entities have in the KB. */
export async function relationsOfEntities(
  { relations: only }: AskTask,
  linking: Linking,
  { schema, kb }: Pick<AskPorts, 'schema' | 'kb'>,
  limits: AskOptions['limits'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const known = shownEntities(linking).map((iri) => ({ iri, unknown: false }));
  const all = await relationsAtEntities(kb.kb, schema, known, limits, signal);
  return only ? all.filter((id) => only.has(id)) : all;
}

function shownEntities({ entities }: Linking): readonly string[] {
  return entities.slice(0, MAX_ENTITIES).map(({ iri }) => iri);
}

export function rankContext(
  task: AskTask,
  linking: Linking,
  real: readonly string[],
  { schema, retriever }: Pick<AskPorts, 'schema' | 'retriever'>,
  { relations, classes, paths }: Pick<AskOptions['funFusic'], 'relations' | 'classes' | 'paths'>,
): RetrievedContext {
  const { relations: only } = task;
  const question = withoutMentions(task.question, linking);
  const rank = (among: Iterable<string> | undefined = only): readonly string[] =>
    retriever
      .relations(question, { limit: RANKED_FACTOR * relations, ...(among && { among }) })
      .map(({ id }) => preferredDirection(id, schema));
  const ofEntities = rankThroughMediators(real, rank, schema).map((id) => preferredDirection(id, schema));
  const others = rank().filter((id) => !isCommunity(id));
  const first = ofEntities.slice(0, Math.ceil(relations * ENTITY_RELATION_SHARE));
  return {
    entities: shownEntities(linking),
    chosen: task.entities !== undefined,
    values: linking.literals.map(formatValue),
    paths: pathPatterns(
      question,
      likelyEntities(linking, MAX_ENTITIES),
      { retriever, schema, real: new Set(real), only },
      paths,
    ),
    ...(only && { onlyRelations: only }),
    relations: [...new Set([...first, ...others, ...ofEntities])].slice(0, relations),
    classes: retriever
      .classes(question, { limit: RANKED_FACTOR * classes })
      .flatMap(({ id }) => (isCommunity(id) ? [] : [id]))
      .slice(0, classes),
    entityRelations: real,
  };
}

/** Ranks relations. One that leads to a mediator gets the best rank of the relations of the mediator. */
function rankThroughMediators(
  real: readonly string[],
  rank: (among: Iterable<string>) => readonly string[],
  schema: KbSchema,
): readonly string[] {
  const entryRelations = new Map<string, string>();
  for (const id of real) {
    const range = schema.relation(id)?.range;
    if (!schema.isMediator(range)) continue;
    for (const next of schema.relationsOf(range)) if (!entryRelations.has(next)) entryRelations.set(next, id);
  }
  const ofEntities = new Set(real);
  const among = new Set([...real, ...entryRelations.keys()]);
  return [...new Set(rank(among).map((id) => (ofEntities.has(id) ? id : (entryRelations.get(id) ?? id))))];
}

/** Of a relation and its reverse, the one that more queries use. */
function preferredDirection(id: string, schema: KbSchema): string {
  const { reverse, use = UNUSED } = schema.relation(id) ?? {};
  if (reverse === undefined) return id;
  const other = schema.relation(reverse)?.use ?? UNUSED;
  return other.queries > use.queries ? reverse : id;
}

function formatValue({ value, datatype, kind, unit, comparison }: LinkedLiteral): string {
  const comparisonText = comparison === undefined ? '' : `, ${COMPARISONS[comparison]}`;
  return `"${value}"^^<${datatype}> (${kind}${comparisonText}${unit === undefined ? '' : `, in ${unit}`})`;
}

const COMPARISONS = { lt: 'less than', le: 'at most', gt: 'more than', ge: 'at least' };
