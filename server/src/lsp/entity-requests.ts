/** What the results of a run need to know of entities. */
import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { entityFacts } from '../core/query/entity-facts';
import type { NameOptions } from '../core/query/entity-queries';
import { neighbourhood } from '../core/query/neighbourhood';
import { patternGraph } from '../core/query/pattern-graph';
import { parseQuery } from '../core/language/sparql/parse';
import {
  ENTITIES_REQUEST,
  FACTS_REQUEST,
  NEIGHBOURHOOD_REQUEST,
  PATTERN_REQUEST,
  type EntitiesParams,
  type EntityCard,
  type EntityFacts,
  type FactsParams,
  type GraphResult,
  type NeighbourhoodParams,
  type PatternParams,
  type Problem,
} from '../protocol/index';
import type { KbEntities } from './entities';
import type { Feature, Workspace } from './feature';
import { SHOWN_RESULTS, type Use } from './knowledge-bases';

export const entityRequests: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(ENTITIES_REQUEST, (params: EntitiesParams, token: CancellationToken) =>
      cancellable(token, (signal) => cardsOf(params, workspace, signal)),
    );
    connection.onRequest(FACTS_REQUEST, (params: FactsParams, token: CancellationToken) =>
      cancellable(token, (signal) => factsOf(params, workspace, signal)),
    );
    connection.onRequest(PATTERN_REQUEST, (params: PatternParams, token: CancellationToken) =>
      cancellable(token, (signal) => patternOf(params, workspace, signal)),
    );
    connection.onRequest(NEIGHBOURHOOD_REQUEST, (params: NeighbourhoodParams, token: CancellationToken) =>
      cancellable(token, (signal) => neighbourhoodOf(params, workspace, signal)),
    );
  },
};

async function cancellable<Result>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | ResponseError> {
  const cancelled = new AbortController();
  token.onCancellationRequested(() => cancelled.abort());
  try {
    return await work(cancelled.signal);
  } catch (error) {
    if (cancelled.signal.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    throw error;
  }
}

async function cardsOf(
  { kb, iris }: EntitiesParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Readonly<Record<string, EntityCard>>> {
  const entities = await knownEntities(workspace, kb);
  if ('problem' in entities) return {};
  const found = await entities.directory.lookUp(iris, signal);
  return Object.fromEntries([...found].map(([iri, entity]) => [iri, cardOf(entity)]));
}

async function factsOf(
  { kb, iri }: FactsParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<EntityFacts> {
  const entities = await openEntities(workspace, kb, { sends: 'the ID of the entity' });
  if ('problem' in entities)
    return { iri, card: { types: [], mediator: false }, groups: [], truncated: false, ...entities };
  return entityFacts(entities.kb, entities.directory, iri, entities.reading, signal);
}

/** Milliseconds that the picture of a query waits for names. */
const PATIENCE = 2000;

async function patternOf(
  { query, kb }: PatternParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<GraphResult> {
  const { dialect } = await workspace.settingsOf(undefined);
  const model = parseQuery(query, dialect);
  const schema = await workspace.schema(kb);
  const entities = kb === undefined ? undefined : await knownEntities(workspace, kb);
  if (!entities || 'problem' in entities) return patternGraph(model, schema, () => undefined);
  const { directory } = entities;
  const iris = patternGraph(model, schema, () => undefined).nodes.flatMap(({ iri, kind }) =>
    iri !== undefined && kind === 'entity' ? [iri] : [],
  );
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE).unref());
  await Promise.race([directory.lookUp(iris, signal), late]);
  return patternGraph(model, schema, (iri) => directory.known(iri));
}

async function neighbourhoodOf(
  { kb, query, iris }: NeighbourhoodParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<GraphResult> {
  const use = { sends: 'the query with the IDs of its answers', query };
  const entities = await openEntities(workspace, kb, use);
  if ('problem' in entities) return { nodes: [], edges: [], truncated: false, ...entities };
  const { dialect } = await workspace.settingsOf(undefined);
  const model = parseQuery(query, dialect);
  return neighbourhood(entities.kb, entities.directory, model, iris, entities.reading, signal);
}

/** A page asks for names by itself, so nobody is asked for consent. */
async function knownEntities(workspace: Workspace, kb: string): Promise<KbEntities | Problem> {
  const [settings, schema] = await Promise.all([workspace.settingsOf(undefined), workspace.schema(kb)]);
  return workspace.entities.of(kb, settings, schema);
}

/** The user has clicked on something. */
async function openEntities(
  workspace: Workspace,
  kb: string,
  use: Omit<Use, 'namedBy'>,
): Promise<(KbEntities & { readonly reading: NameOptions }) | Problem> {
  const [settings, schema] = await Promise.all([workspace.settingsOf(undefined), workspace.schema(kb)]);
  const entities = await workspace.entities.open(kb, settings, schema, { namedBy: SHOWN_RESULTS, ...use });
  return 'problem' in entities
    ? entities
    : { ...entities, reading: { schema, language: settings.names.language } };
}

function cardOf({ name, types, mediator }: EntityCard): EntityCard {
  return { ...(name !== undefined && { name }), types, mediator };
}
