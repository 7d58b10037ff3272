import { randomUUID } from 'node:crypto';
import {
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type Connection,
  type Range,
} from 'vscode-languageserver';
import { endpointOf } from '../core/run/endpoint';
import { questionOf } from '../core/sparql/header';
import { parseQuery } from '../core/sparql/parse';
import { range, type TextRange } from '../core/text/range';
import type { Step } from '../core/kb/knowledge-base';
import {
  RUN_PROGRESS_NOTIFICATION,
  RUN_REQUEST,
  type RunParams,
  type RunProgress,
  type RunResult,
} from '../protocol';
import { queryAt, type Feature, type OpenDocument, type Workspace } from './feature';
import { toRange } from './to-lsp';

/** Runs the selection, or the query around the caret, and tells what came of it. */
export const run: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(RUN_REQUEST, (params: RunParams, token: CancellationToken) =>
      runQuery(params, connection, workspace, token),
    );
  },
};

async function runQuery(
  { textDocument, range: selected, kb: chosen, progress }: RunParams,
  connection: Connection,
  workspace: Workspace,
  token: CancellationToken,
): Promise<RunResult | ResponseError> {
  const open = await workspace.open(textDocument.uri);
  if (!open) return { problem: 'The file is not open.' };
  const where = whatToRun(open, selected);
  const text = open.document.getText().slice(where.start, where.end);
  const query = parseQuery(text, open.settings.dialect);
  const name = chosen ?? endpointOf(query)?.name ?? open.settings.knowledgeBase;
  const kb = workspace.knowledgeBases.named(name, open.settings);
  if ('problem' in kb) return kb;
  const cancelled = new AbortController();
  token.onCancellationRequested(() => cancelled.abort());
  const tell = (step: Step): void => {
    if (progress === undefined) return;
    const message: RunProgress = { progress, ...step };
    void connection.sendNotification(RUN_PROGRESS_NOTIFICATION, message);
  };
  const { timeoutSeconds, maxRows } = open.settings.run;
  try {
    await kb.prepare?.(tell, cancelled.signal);
    const began = new Date();
    const execution = await kb.execute(text, { timeoutMs: timeoutSeconds * 1000, maxRows }, cancelled.signal);
    const question = questionOf(query)?.text;
    return {
      run: {
        id: randomUUID(),
        kb: name,
        query: text,
        ...(question !== undefined && { question }),
        uri: textDocument.uri,
        range: toRange(open.document, where),
        began: began.toISOString(),
        milliseconds: Date.now() - began.getTime(),
        execution,
        remarks: [],
      },
    };
  } catch (error) {
    if (cancelled.signal.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    throw error;
  }
}

function whatToRun({ document, checked }: OpenDocument, selected: Range): TextRange {
  const start = document.offsetAt(selected.start);
  const end = document.offsetAt(selected.end);
  if (document.getText().slice(start, end).trim() !== '') return range(start, end);
  return queryAt(checked(), start)?.range ?? range(0, document.getText().length);
}
