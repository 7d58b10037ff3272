/** Formats the exemplars for the prompt, each with the context that would be retrieved for its question. */
import { isCommunity, isSystem } from '../../../schema/domain-index';
import { findNamedEntities } from '../../../question/linking/find-named-entities';
import { NAME_PLACEHOLDER } from '../../../question/retrieval/question-grams';
import { pathPatterns } from '../../../question/retrieval/path-patterns';
import { parseQuery } from '../../../language/sparql/parse';
import { formatExemplars, type Exemplar } from '../../../model/prompts/prompt-library';
import { gatherContext } from '../../../repair/context';
import { vocabularyOf } from '../../../repair/context/query-vocabulary';
import type { StrategyInput } from '../../strategy';

/** The published number of paths. */
const MAX_PATHS = 3;
/** More names are ranked than shown, because some are dropped. */
const RANKED_FACTOR = 4;

export async function exemplarsWithContext(input: StrategyInput): Promise<string> {
  const { task, ports, options, signal } = input;
  const exemplars = ports.model?.exemplars.nearest(task.question, options.exemplars) ?? [];
  if (!options.funFusic.exemplarContext) return formatExemplars(exemplars);
  await ports.retriever.prepare(signal);
  const shown: Parameters<typeof formatExemplars>[0][number][] = [];
  for (const exemplar of exemplars) shown.push({ ...exemplar, ...(await contextOf(exemplar, input)) });
  return formatExemplars(shown);
}

/**
 * What the query uses is always in the context; the rest is retrieved among what the types of the entities have. There is no
 * context if the KB lacks an entity of the query.
 */
async function contextOf(
  { question, query }: Exemplar,
  { ports, options, signal }: StrategyInput,
): Promise<{ readonly context?: string }> {
  const { schema, kb, retriever, onDefect } = ports;
  const { exemplarContext, paths } = options.funFusic;
  const used =
    query === null ? undefined : vocabularyOf(parseQuery(query, options.dialect), schema, onDefect);
  const entities = used
    ? [...used.topics.keys()]
    : await findNamedEntities(question, kb.kb, schema, options.limits, signal);
  const known = await kb.directory.lookUp(entities, signal);
  if (used && !entities.every((iri) => known.get(iri)?.name)) return {};
  const masked = entities.reduce((text, iri) => {
    const name = known.get(iri)?.name;
    return name ? text.replace(name, NAME_PLACEHOLDER) : text;
  }, question);
  const starts = entities.map((iri) => ({ id: schema.idOf(iri) ?? iri, types: known.get(iri)?.types ?? [] }));
  const types = starts.flatMap((start) => start.types);
  const limit = RANKED_FACTOR * exemplarContext;
  const ofTypes = types.flatMap((type) => schema.relationsOf(type)).filter(isCommon);
  const similar = retriever
    .relations(masked, { limit, ...among(ofTypes, used?.relations) })
    .map(({ id }) => id)
    .filter(isCommon);
  const ends = similar.flatMap((id) => [schema.relation(id)?.domain, schema.relation(id)?.range]);
  const ofRelations = [...types, ...ends.flatMap((type) => type ?? [])].filter(isCommon);
  const classes = retriever
    .classes(masked, { limit, ...among(starts.length ? ofRelations : [], used?.classes) })
    .map(({ id }) => id)
    .filter(isCommon);
  const real = new Set(used?.relations);
  const retrieved = {
    entities,
    chosen: false,
    values: [],
    paths: pathPatterns(masked, starts, { retriever, schema, real }, Math.min(MAX_PATHS, paths)),
    relations: withUsed(similar, used?.relations, exemplarContext),
    classes: withUsed(classes, used?.classes, exemplarContext),
    entityRelations: [],
  };
  const { text } = await gatherContext({ question, retrieved }, { schema, kb, onDefect }, options, signal);
  // The prefixes are the same for all.
  return { context: text.slice(text.indexOf('\n\n') + 2) };
}

/** To rank only the names around the entities is much faster. Without an entity, all are ranked. */
function among(
  names: readonly string[],
  used: readonly string[] = [],
): { readonly among?: Iterable<string> } {
  return names.length ? { among: new Set([...names, ...used]) } : {};
}

function isCommon(id: string): boolean {
  return !isCommunity(id) && !isSystem(id);
}

/** The first names, and those that the query uses: in their order, and otherwise at the end. */
function withUsed(names: readonly string[], used: readonly string[] = [], limit: number): readonly string[] {
  const missing = used.filter((name) => !names.includes(name));
  const others = names.filter((name) => !used.includes(name)).slice(0, Math.max(0, limit - used.length));
  const shown = new Set([...others, ...used]);
  return [...names.filter((name) => shown.has(name)), ...missing];
}
