/** Entities, facts and graphs for the results of a run. */
import { setTimeout as delay } from 'node:timers/promises';
import { entityFacts } from '../core/query/entity-facts';
import type { NameOptions } from '../core/query/entity-queries';
import { evidenceGraph } from '../core/query/evidence-graph';
import { patternGraph } from '../core/query/pattern-graph';
import { parseQuery } from '../core/language/sparql/parse';
import {
  ENTITIES_REQUEST,
  FACTS_REQUEST,
  NEIGHBOURHOOD_REQUEST,
  PATTERN_REQUEST,
  type Problem,
} from '../protocol/index';
import type { KbEntities } from './entities';
import type { CustomFeature } from './feature';
import { SHOWN_RESULTS, type ContactReason } from './knowledge-bases';
import { onRequest } from './requests';
import { toEntityCard, toEntityFacts, toGraph } from './to-protocol';
import type { Workspace } from './workspace';

export const entityRequests: CustomFeature = (connection, workspace) => {
  onRequest(connection, ENTITIES_REQUEST, async ({ kb, iris }, signal) => {
    const entities = await knownEntities(workspace, kb);
    if ('problem' in entities) return {};
    const found = await entities.directory.lookUp(iris, signal);
    return Object.fromEntries([...found].map(([iri, entity]) => [iri, toEntityCard(entity)]));
  });
  onRequest(connection, FACTS_REQUEST, async ({ kb, iri }, signal) => {
    const entities = await openEntities(workspace, kb, { sends: 'the ID of the entity' });
    if ('problem' in entities)
      return { iri, card: { types: [], mediator: false }, groups: [], truncated: false, ...entities };
    return toEntityFacts(await entityFacts(entities.kb, entities.directory, iri, entities.names, signal));
  });
  onRequest(connection, PATTERN_REQUEST, async ({ query, kb }, signal) => {
    const { dialect } = await workspace.settings();
    const model = parseQuery(query, dialect);
    const schema = await workspace.schema(kb);
    const entities = kb === undefined ? undefined : await knownEntities(workspace, kb);
    const withoutNames = patternGraph(model, schema, () => undefined);
    if (!entities || 'problem' in entities) return toGraph(withoutNames);
    const { directory } = entities;
    const iris = withoutNames.nodes.flatMap(({ iri, kind }) =>
      iri !== undefined && kind === 'entity' ? [iri] : [],
    );
    const timeout = delay(NAMES_TIMEOUT_MS, undefined, { ref: false });
    await Promise.race([directory.lookUp(iris, signal), timeout]);
    return toGraph(patternGraph(model, schema, (iri) => directory.known(iri)));
  });
  onRequest(connection, NEIGHBOURHOOD_REQUEST, async ({ kb, query, iris }, signal) => {
    const reason = { sends: 'the query with the IDs of its answers', query };
    const entities = await openEntities(workspace, kb, reason);
    if ('problem' in entities) return { nodes: [], edges: [], truncated: false, ...entities };
    const { dialect } = await workspace.settings();
    const model = parseQuery(query, dialect);
    const { directory, names } = entities;
    return toGraph(await evidenceGraph(entities.kb, directory, model, iris, names, signal));
  });
};

/** How long the graph of a query waits for names. */
const NAMES_TIMEOUT_MS = 2000;

/** For names, which a page requests without an action of the user. Does not ask for consent. */
async function knownEntities(workspace: Workspace, kb: string): Promise<KbEntities | Problem> {
  const [settings, schema] = await Promise.all([workspace.settings(), workspace.schema(kb)]);
  return workspace.entities.openInBackground(kb, settings, schema);
}

/** For requests of the user, who may be asked for consent. */
async function openEntities(
  workspace: Workspace,
  kb: string,
  reason: Omit<ContactReason, 'namedBy'>,
): Promise<(KbEntities & { readonly names: NameOptions }) | Problem> {
  const [settings, schema] = await Promise.all([workspace.settings(), workspace.schema(kb)]);
  const entities = await workspace.entities.open(kb, settings, schema, { namedBy: SHOWN_RESULTS, ...reason });
  return 'problem' in entities
    ? entities
    : { ...entities, names: { schema, language: settings.names.language } };
}
