import * as vscode from 'vscode';
import type { Run } from '../../../server/src/protocol/index';
import { traceHead } from '../../shared/heads';
import type { FromPanel } from '../../shared/messages';
import { traceAsMarkdown } from '../../shared/trace/trace-markdown';
import type { TraceContent } from './content';
import type { Results } from './results';
import { openDraft, findQuery, type QueryLocation, type RunLocation } from './query-location';
import { hidePasswordsReplacer, type SavedRepair } from './saved-results';

/** Handles a message of a panel with a repair. */
export async function onTraceMessage(
  results: Results,
  { saved }: TraceContent,
  message: FromPanel,
): Promise<void> {
  if (message.type === 'copyTrace') await copyTrace(saved, message.as);
  else if (message.type === 'showAnswer') {
    const run = runOfAttempt(saved, message.attempt);
    if (run) results.show(run);
  } else if (message.type === 'runAttempt') {
    const place = await placeOfAttempt(saved, message.attempt);
    if (place) await results.runner?.(place);
  }
}

/** Copies a trace as JSON or Markdown. */
async function copyTrace({ trace }: SavedRepair, as: 'json' | 'markdown'): Promise<void> {
  await vscode.env.clipboard.writeText(
    as === 'json' ? JSON.stringify(trace, hidePasswordsReplacer, 2) : traceAsMarkdown(traceHead(trace)),
  );
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Copied the trace as {0}.', as === 'json' ? 'JSON' : 'Markdown'),
    MESSAGE_MS,
  );
}

const MESSAGE_MS = 4000;

/** The answer of an attempt as a run; undefined if it was not run. */
function runOfAttempt({ trace, uri, range }: SavedRepair, index: number): Run | undefined {
  const attempt = trace.attempts[index];
  if (!attempt?.execution || trace.kb === undefined) return undefined;
  const { query, execution, milliseconds } = attempt;
  return {
    id: crypto.randomUUID(),
    kb: trace.kb,
    query,
    ...(trace.question !== undefined && { question: trace.question }),
    uri,
    range,
    added: 0,
    began: trace.began,
    milliseconds,
    execution,
    remarks: [],
  };
}

/** The location of the query of an attempt, or a new document with it. */
async function placeOfAttempt(
  { trace, uri, range }: SavedRepair,
  index: number,
): Promise<RunLocation | undefined> {
  const query = trace.attempts[index]?.query;
  if (query === undefined) return undefined;
  const known = await findQuery({ uri, range, query, added: 0 });
  return {
    ...(known ?? (await showDraft(query))),
    ...(trace.kb !== undefined && { kb: trace.kb }),
  };
}

export async function showDraft(query: string): Promise<QueryLocation> {
  const draft = await openDraft(query);
  await vscode.window.showTextDocument(draft.document, { viewColumn: vscode.ViewColumn.One });
  return draft;
}
