import { randomUUID } from 'node:crypto';
import type { Connection } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { SAMPLE_KB } from '../core/kb/kb-config';
import type { Execution } from '../core/kb/knowledge-base';
import { endpointOf } from '../core/language/sparql/endpoint';
import { hasHiddenSecret } from '../core/language/text/passwords';
import { refusedFinding } from '../core/query/engine-error';
import { placeInDocument, findQueryToRun, type Runnable } from '../core/query/selection';
import { questionOf } from '../core/language/sparql/header';
import { parseQuery } from '../core/language/sparql/parse';
import { touches } from '../core/language/text/range';
import { concernsAnswer, verifyExecution } from '../core/query/answered-run';
import { visibleFindings } from '../core/check/verify';
import {
  RUN_REQUEST,
  RUN_TARGET_REQUEST,
  type Problem,
  type Remark,
  type RunParams,
  type RunResult,
  type RunTarget,
  type RunTargetResult,
} from '../protocol/index';
import type { CustomFeature, OpenDocument } from './feature';
import { fileNamed, SHOWN_RESULTS, type ContactReason } from './knowledge-bases';
import { onRequest, onUserRequest, stepReporter } from './requests';
import { toRange, toTextRange } from './to-lsp';
import { toExecution, toRemark } from './to-protocol';
import type { Workspace } from './workspace';

/** Runs the selection, or the query at the cursor. */
export const run: CustomFeature = (connection, workspace) => {
  onRequest(connection, RUN_TARGET_REQUEST, (params) => runTarget(params, workspace));
  onUserRequest(connection, workspace, RUN_REQUEST, (params, signal) =>
    runQuery(params, connection, workspace, signal),
  );
};

/** A query, and the KB to run it on. */
export interface RunPlan {
  readonly open: OpenDocument;
  readonly what: Runnable;
  /** The name of the KB. */
  readonly name: string;
  readonly kbSource: RunTarget['kbSource'];
}

export async function planRun(
  { textDocument, range, kb }: Pick<RunParams, 'textDocument' | 'range' | 'kb'>,
  workspace: Workspace,
): Promise<RunPlan | Problem> {
  const open = await workspace.open(textDocument.uri);
  if (!open) return { problem: 'The file is not open.' };
  const what = findQueryToRun(open.checked().queries, toTextRange(open.document, range));
  if ('problem' in what) return what;
  const named = endpointOf(what.query)?.name;
  // A remembered password is used only for the file that contains it, not for every file with the same address.
  if (kb === undefined && named !== undefined && hasHiddenSecret(named))
    return {
      problem: `The password in ${named} was removed when the query was saved. Enter it again, or add the address as a KB.`,
    };
  const nameOf = (name: string): string => workspace.knowledgeBases.displayName(name, open.settings);
  if (kb !== undefined) return { open, what, name: nameOf(kb), kbSource: 'request' };
  return named === undefined
    ? { open, what, name: nameOf(open.settings.knowledgeBase), kbSource: 'settings' }
    : { open, what, name: nameOf(named), kbSource: 'query' };
}

/** The text of the question for consent. */
export function contactReason({ open: { document }, what, kbSource }: RunPlan, sends: string): ContactReason {
  const namedBy = kbSource === 'request' ? SHOWN_RESULTS : fileNamed(document.uri);
  return { namedBy, sends, query: what.text };
}

async function runTarget(params: RunParams, workspace: Workspace): Promise<RunTargetResult> {
  const planned = await planRun(params, workspace);
  return 'problem' in planned ? planned : targetOf(planned);
}

export function targetOf({ open, what, name, kbSource }: RunPlan): RunTarget {
  const question = questionOf(what.query)?.text;
  return {
    kb: name,
    kbSource,
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
  signal: AbortSignal,
): Promise<RunResult> {
  const planned = await planRun(params, workspace);
  if ('problem' in planned) return planned;
  const { open, what, name } = planned;
  const { settings } = open;
  const kb = await workspace.knowledgeBases.open(
    name,
    settings,
    contactReason(planned, 'the text of the query'),
  );
  if ('problem' in kb) return kb;
  // The document may change while the query runs; the reply describes it as it was at the start.
  const { uri, languageId, version } = open.document;
  const document = TextDocument.create(uri, languageId, version, open.document.getText());
  const remarks = remarksBeforeRun(what, open);
  await kb.prepare?.(stepReporter(connection, params.progress), signal);
  const began = new Date();
  const start = performance.now();
  const limits = { timeoutMs: settings.run.timeoutSeconds * 1000, maxRows: settings.run.maxRows };
  const execution = await kb.execute(what.text, limits, signal);
  workspace.entities.recordExecution(kb, execution);
  const milliseconds = Math.round(performance.now() - start);
  const asRun = parseQuery(what.text, settings.dialect);
  const entities = workspace.entities.forOpenKb(kb, settings, open.schema);
  const findings = await verifyExecution(asRun, execution, entities, open, signal);
  workspace.recordRun(uri, name, asRun, [...findings, ...refusedFinding(asRun, execution, name)]);
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
      execution: toExecution(execution),
      remarks: [
        ...remarks,
        ...noteOf(execution),
        ...visibleFindings(asRun, findings, settings.severities).map(toRemark),
      ],
    },
  };
}

function noteOf(execution: Execution): readonly Remark[] {
  if (execution.status !== 'answered' || execution.note === undefined) return [];
  return [{ code: 'kb', message: execution.note, because: '', advice: '' }];
}

/** A query with strong findings is run anyway; the results mention them. */
function remarksBeforeRun({ where }: Runnable, { checked }: OpenDocument): readonly Remark[] {
  return checked()
    .findings.filter((finding) => concernsAnswer(finding) && touches(finding.range, where))
    .map(toRemark);
}
