import { randomUUID } from 'node:crypto';
import {
  LSPErrorCodes,
  ResponseError,
  type CancellationToken,
  type Connection,
  type Range,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { SAMPLE_KB } from '../core/kb/kb-config';
import type { Execution, ProgressStep } from '../core/kb/knowledge-base';
import { endpointOf } from '../core/language/sparql/endpoint';
import { hasHiddenPassword } from '../core/language/text/passwords';
import { refusedFinding } from '../core/query/refused-finding';
import { placeInDocument, whatToRun, type Runnable } from '../core/query/selection';
import { questionOf } from '../core/language/sparql/header';
import { parseQuery } from '../core/language/sparql/parse';
import { range, touches, type TextRange } from '../core/language/text/range';
import { shown } from '../core/check/verify';
import {
  RUN_PROGRESS_NOTIFICATION,
  RUN_REQUEST,
  RUN_TARGET_REQUEST,
  type Remark,
  type RunParams,
  type RunProgress,
  type RunResult,
  type RunTarget,
  type RunTargetResult,
} from '../protocol/index';
import { signalOf } from './cancellation';
import type { Feature, OpenDocument, Workspace } from './feature';
import { fileNamed, SHOWN_RESULTS, type Use } from './knowledge-bases';
import { findingsOfRun, remarkOf } from './run-findings';
import { toRange } from './to-lsp';

/** Runs the selection, or the query around the caret, and tells what came of it. */
export const run: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(RUN_TARGET_REQUEST, (params: RunParams) => runTarget(params, workspace));
    connection.onRequest(RUN_REQUEST, (params: RunParams, token: CancellationToken) =>
      workspace.knowledgeBases.asWanted(() => runQuery(params, connection, workspace, token)),
    );
  },
};

/** A query, and the KB that it is to be run on. */
export interface Plan {
  readonly open: OpenDocument;
  readonly what: Runnable;
  readonly name: string;
  readonly saidBy: RunTarget['saidBy'];
}

export async function plan(
  { textDocument, range: selected, kb }: Pick<RunParams, 'textDocument' | 'range' | 'kb'>,
  workspace: Workspace,
): Promise<Plan | { readonly problem: string }> {
  const open = await workspace.open(textDocument.uri);
  if (!open) return { problem: 'The file is not open.' };
  const what = whatToRun(open.checked().queries, offsetsOf(open, selected));
  if ('problem' in what) return what;
  const named = endpointOf(what.query)?.name;
  // What this window knows of a password is for whoever wrote it, and not for every file that names its place.
  if (kb === undefined && named !== undefined && hasHiddenPassword(named))
    return {
      problem: `The password in ${named} was left out when it was kept. Write it anew, or add it as a KB.`,
    };
  const nameOf = (name: string): string => workspace.knowledgeBases.nameOf(name, open.settings);
  if (kb !== undefined) return { open, what, name: nameOf(kb), saidBy: 'request' };
  return named === undefined
    ? { open, what, name: nameOf(open.settings.knowledgeBase), saidBy: 'settings' }
    : { open, what, name: nameOf(named), saidBy: 'query' };
}

/** What a plan needs consent for. */
export function useOf({ open: { document }, what, saidBy }: Plan, sends: string): Use {
  const namedBy = saidBy === 'request' ? SHOWN_RESULTS : fileNamed(document.uri);
  return { namedBy, sends, query: what.text };
}

async function runTarget(params: RunParams, workspace: Workspace): Promise<RunTargetResult> {
  const planned = await plan(params, workspace);
  return 'problem' in planned ? planned : targetOf(planned);
}

/** What whoever asks should know of a plan. */
export function targetOf({ open, what, name, saidBy }: Plan): RunTarget {
  const question = questionOf(what.query)?.text;
  return {
    kb: name,
    saidBy,
    known: name === SAMPLE_KB || Object.hasOwn(open.settings.knowledgeBases, name),
    query: what.text,
    ...(question !== undefined && { question }),
    index: open.checked().queries.indexOf(what.query),
  };
}

async function runQuery(
  params: RunParams,
  connection: Connection,
  workspace: Workspace,
  token: CancellationToken,
): Promise<RunResult | ResponseError> {
  const planned = await plan(params, workspace);
  if ('problem' in planned) return planned;
  const { open, what, name } = planned;
  const kb = await workspace.knowledgeBases.open(
    name,
    open.settings,
    useOf(planned, 'the text of the query'),
  );
  if ('problem' in kb) return kb;
  // The document may change while the query runs: what is told of it is how it was when it began.
  const { uri, languageId, version } = open.document;
  const document = TextDocument.create(uri, languageId, version, open.document.getText());
  const remarks = remarksOn(what, open);
  const cancelled = signalOf(token);
  const tell = (step: ProgressStep): void => {
    if (params.progress === undefined) return;
    const message: RunProgress = { progress: params.progress, ...step };
    void connection.sendNotification(RUN_PROGRESS_NOTIFICATION, message);
  };
  const { timeoutSeconds, maxRows } = open.settings.run;
  try {
    await kb.prepare?.(tell, cancelled);
    const began = new Date();
    const start = performance.now();
    const limits = { timeoutMs: timeoutSeconds * 1000, maxRows };
    const execution = await kb.execute(what.text, limits, cancelled);
    workspace.entities.ran(kb, execution);
    const milliseconds = Math.round(performance.now() - start);
    const asRun = parseQuery(what.text, open.settings.dialect);
    const { directory } = workspace.entities.around(kb, open.settings, open.schema);
    const findings = await findingsOfRun(open, kb, asRun, execution, directory, cancelled);
    workspace.ran(uri, name, asRun, [...findings, ...refusedFinding(asRun, execution, name)]);
    const question = questionOf(what.query)?.text;
    const place = execution.status === 'refused' ? execution.place : undefined;
    return {
      run: {
        id: randomUUID(),
        kb: name,
        query: what.text,
        ...(question !== undefined && { question }),
        uri,
        range: toRange(document, what.where),
        added: what.added,
        ...(place && { place: toRange(document, placeInDocument(what, place)) }),
        began: began.toISOString(),
        milliseconds,
        execution,
        remarks: [
          ...remarks,
          ...notesOf(execution),
          ...shown(asRun, findings, open.settings.severities).map(remarkOf),
        ],
      },
    };
  } catch (error) {
    if (cancelled.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    throw error;
  }
}

function notesOf(execution: Execution): readonly Remark[] {
  if (execution.status !== 'answered' || execution.note === undefined) return [];
  return [{ code: 'kb', message: execution.note, because: '', advice: '' }];
}

/** A query that is certainly wrong is run all the same; whoever reads the answer should know. */
function remarksOn({ where }: Runnable, { checked }: OpenDocument): readonly Remark[] {
  return checked()
    .findings.filter(
      ({ strength, code, range }) =>
        (strength === 'strong' || code === 'intermediate') && touches(range, where),
    )
    .map(remarkOf);
}

function offsetsOf({ document }: OpenDocument, { start, end }: Range): TextRange {
  return range(document.offsetAt(start), document.offsetAt(end));
}
