import { listKnowledgeBases } from '../core/kb/kb-list';
import { testKnowledgeBase } from '../core/question/test-knowledge-base';
import { deriveSchema } from '../core/schema/derive-schema';
import {
  DERIVE_SCHEMA_REQUEST,
  KB_LIST_REQUEST,
  KB_PREPARE_REQUEST,
  KB_TEST_REQUEST,
} from '../protocol/index';
import type { CustomFeature } from './feature';
import { SHOWN_RESULTS } from './knowledge-bases';
import { onRequest, onUserRequest, stepReporter } from './requests';
import { toKbInfo } from './to-protocol';

/** Lists, loads and tests KBs, and derives schemas from them. */
export const knowledgeBaseRequests: CustomFeature = (connection, workspace) => {
  const { knowledgeBases } = workspace;
  onRequest(connection, KB_LIST_REQUEST, async () => {
    const settings = await workspace.settings();
    return listKnowledgeBases(settings.knowledgeBases).map((listing) => {
      const facts = knowledgeBases.factCount(listing.name);
      return { ...toKbInfo(listing), ...(facts !== undefined && { facts }) };
    });
  });
  // If the KB cannot be loaded, the next request that uses it reports that.
  onUserRequest(connection, workspace, KB_PREPARE_REQUEST, async ({ kb: name, progress }, signal) => {
    const kb = knowledgeBases.openInBackground(name, await workspace.settings());
    if (!('problem' in kb)) await kb.prepare?.(stepReporter(connection, progress), signal);
    return null;
  });
  onUserRequest(connection, workspace, KB_TEST_REQUEST, async ({ kb: name }, signal) => {
    const settings = await workspace.settings();
    const reason = { namedBy: SHOWN_RESULTS, sends: 'a few test queries' };
    const kb = await knowledgeBases.open(name, settings, reason);
    if ('problem' in kb) return { works: false, lines: [kb.problem] };
    await kb.prepare?.(() => undefined, signal);
    const options = {
      schema: await workspace.schema(),
      hasGraphs: /^https?:/.test(name) || 'endpoint' in (settings.knowledgeBases[name] ?? {}),
      now: () => performance.now(),
    };
    return testKnowledgeBase(kb, options, signal);
  });
  onUserRequest(connection, workspace, DERIVE_SCHEMA_REQUEST, async ({ kb: name, progress }, signal) => {
    const reason = { namedBy: SHOWN_RESULTS, sends: 'queries for its relations and types' };
    const kb = await knowledgeBases.open(name, await workspace.settings(), reason);
    if ('problem' in kb) return kb;
    const derived = await deriveSchema(kb, {}, stepReporter(connection, progress), signal);
    if ('problem' in derived) return derived;
    return { text: `${JSON.stringify(derived.schema, null, 1)}\n`, notes: derived.notes };
  });
};
