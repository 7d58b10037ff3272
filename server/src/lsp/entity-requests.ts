/** What the results of a run need to know of entities. */
import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { entityFacts } from '../core/run/entity-facts';
import type { Reading } from '../core/run/entity-queries';
import {
  ENTITIES_REQUEST,
  FACTS_REQUEST,
  type EntitiesParams,
  type EntityCard,
  type EntityFacts,
  type FactsParams,
} from '../protocol';
import type { KbEntities } from './entities';
import type { Feature, Workspace } from './feature';

export const entityRequests: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(ENTITIES_REQUEST, (params: EntitiesParams, token: CancellationToken) =>
      cancellable(token, (signal) => cardsOf(params, workspace, signal)),
    );
    connection.onRequest(FACTS_REQUEST, (params: FactsParams, token: CancellationToken) =>
      cancellable(token, (signal) => factsOf(params, workspace, signal)),
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
  const entities = await entitiesOf(workspace, kb);
  if ('problem' in entities) return {};
  const found = await entities.directory.lookUp(iris, signal);
  return Object.fromEntries([...found].map(([iri, entity]) => [iri, cardOf(entity)]));
}

async function factsOf(
  { kb, iri }: FactsParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<EntityFacts> {
  const entities = await entitiesOf(workspace, kb);
  if ('problem' in entities)
    return { iri, card: { types: [], mediator: false }, groups: [], truncated: false, ...entities };
  return entityFacts(entities.kb, entities.directory, iri, entities.reading, signal);
}

async function entitiesOf(
  workspace: Workspace,
  kb: string,
): Promise<(KbEntities & { readonly reading: Reading }) | { readonly problem: string }> {
  const [settings, schema] = await Promise.all([workspace.settingsOf(undefined), workspace.schema()]);
  const entities = workspace.entities.of(kb, settings, schema);
  return 'problem' in entities
    ? entities
    : { ...entities, reading: { schema, language: settings.names.language } };
}

function cardOf({ name, types, mediator }: EntityCard): EntityCard {
  return { ...(name !== undefined && { name }), types, mediator };
}
