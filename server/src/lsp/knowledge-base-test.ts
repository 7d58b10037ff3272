import { performance } from 'node:perf_hooks';
import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { testKnowledgeBase } from '../core/question/test-knowledge-base';
import { KB_TEST_REQUEST, type KbTestParams, type KbTestResult } from '../protocol/index';
import { signalOf } from './cancellation';
import type { Feature, Workspace } from './feature';
import { SHOWN_RESULTS } from './knowledge-bases';

/** Tries a KB, and tells step by step what came of it. */
export const knowledgeBaseTest: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(KB_TEST_REQUEST, (params: KbTestParams, token: CancellationToken) =>
      workspace.knowledgeBases.asWanted(() => test(params, workspace, token)),
    );
  },
};

async function test(
  { kb: name }: KbTestParams,
  workspace: Workspace,
  token: CancellationToken,
): Promise<KbTestResult | ResponseError> {
  const settings = await workspace.settingsOf(undefined);
  const use = { namedBy: SHOWN_RESULTS, sends: 'a few test queries' };
  const kb = await workspace.knowledgeBases.open(name, settings, use);
  if ('problem' in kb) return { works: false, lines: [kb.problem] };
  const cancelled = signalOf(token);
  try {
    await kb.prepare?.(() => undefined, cancelled);
    const circumstances = {
      schema: await workspace.schema(),
      hasGraphs: /^https?:/.test(name) || 'endpoint' in (settings.knowledgeBases[name] ?? {}),
      now: () => performance.now(),
    };
    return await testKnowledgeBase(kb, circumstances, cancelled);
  } catch (error) {
    if (cancelled.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    throw error;
  }
}
