/** The evaluations of the workspace: list, details, traces, reports, and starting one as a child process. */
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { readSavedQuestion, runCommand, RunReader, readTrace, type EndedCommand } from '../compose/index';
import type { AskTrace } from '../core/ask/ask-events';
import type { ProgressLine } from '../evaluation/run-manifest';
import { correctQueryOf } from '../evaluation/correct-query';
import type { ProgressStep } from '../core/kb/knowledge-base';
import {
  COMPARE_EVALUATIONS_REQUEST,
  EVALUATE_EVENT_NOTIFICATION,
  EVALUATE_REQUEST,
  EVALUATE_TARGET_REQUEST,
  EVALUATION_EXEMPLAR_REQUEST,
  EVALUATION_REPORT_REQUEST,
  EVALUATION_REQUEST,
  EVALUATION_TRACE_REQUEST,
  EVALUATIONS_REQUEST,
  untrusted,
  type AskReply,
  type EvaluateEvent,
  type EvaluateParams,
  type EvaluateReply,
  type EvaluateTargetResult,
  type EvaluationList,
  type EvaluationMessages,
  type EvaluationQuestionParams,
  type ExemplarResult,
} from '../protocol/index';
import { today } from '../compose/today';
import { documentOf } from './ask';
import { signalOf } from './cancellation';
import {
  commandFor,
  environmentOf,
  folderOfRuns,
  whyEnded,
  type EvaluationCommand,
} from './evaluation-process';
import { comparisonPage, reportPage } from './evaluation-pages';
import type { Feature, Workspace } from './feature';
import { teller } from './telling';

export const evaluations: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    const reader = new RunReader((kb) => workspace.schema(kb));
    const on = <Method extends keyof EvaluationMessages>(method: Method, answer: Answer<Method>): void => {
      connection.onRequest(method, (params: ParamsOf<Method>, token: CancellationToken) =>
        answer(params, signalOf(token)),
      );
    };
    on(EVALUATIONS_REQUEST, () => list(reader, workspace));
    on(EVALUATION_REQUEST, ({ folder }) => reader.view(folder));
    on(EVALUATION_TRACE_REQUEST, (params) => traceOf(params, workspace));
    on(EVALUATION_EXEMPLAR_REQUEST, (params) => exemplarOf(params, workspace));
    on(EVALUATION_REPORT_REQUEST, ({ folder }, signal) => reportPage(folder, workspace, signal));
    on(COMPARE_EVALUATIONS_REQUEST, ({ left, right }, signal) =>
      comparisonPage([left, right], workspace, signal),
    );
    on(EVALUATE_TARGET_REQUEST, (params) => targetOf(params, workspace));
    on(EVALUATE_REQUEST, (params, signal) => evaluate(params, connection, workspace, signal));
  },
};

type ParamsOf<Method extends keyof EvaluationMessages> = Parameters<EvaluationMessages[Method]>[0];
type Answer<Method extends keyof EvaluationMessages> = (
  params: ParamsOf<Method>,
  signal: AbortSignal,
) => Promise<ReturnType<EvaluationMessages[Method]>>;

async function list(reader: RunReader, workspace: Workspace): Promise<EvaluationList> {
  const folder = folderOfRuns(await workspace.settingsOf(undefined), workspace);
  return folder === undefined
    ? { evaluations: [], problems: [] }
    : { folder, ...(await reader.list(folder)) };
}

async function targetOf(params: EvaluateParams, workspace: Workspace): Promise<EvaluateTargetResult> {
  if (!workspace.trusted) return { problem: untrusted('An evaluation') };
  const command = await commandFor(params, workspace);
  if ('problem' in command) return command;
  const { kb, strategy, model } = command;
  return { kb, strategy, ...(model && { model }) };
}

async function evaluate(
  params: EvaluateParams,
  connection: Connection,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<EvaluateReply> {
  if (!workspace.trusted) return { problem: untrusted('An evaluation') };
  const command = await commandFor(params, workspace);
  if ('problem' in command) return command;
  const { step, event } = teller(params.progress, connection, EVALUATE_EVENT_NOTIFICATION);
  event({ type: 'began', folder: command.out } satisfies EvaluateEvent);
  const environment = await workspace.knowledgeBases.asWanted(() =>
    environmentOf(command, connection, workspace),
  );
  const ended = await runCommand(
    [...command.args, '--out', command.out, '--progress', 'json'],
    { folder: command.from, environment, onLine: (value) => tell(value, step, event) },
    signal,
  );
  return replyOf(ended, command, signal);
}

/** Checks the lines of the child process before they are shown. */
function tell(
  value: unknown,
  step: (step: ProgressStep) => void,
  event: (event: EvaluateEvent) => void,
): void {
  const line = value as Partial<ProgressLine>;
  if (line.type === 'step' && typeof line.message === 'string')
    step({ message: line.message, ...(line.share !== undefined && { share: line.share }) });
  else if (line.type === 'progress' && line.progress) event({ type: 'progress', progress: line.progress });
}

/** By the exit status; 1 means that a score is too low, which is still finished. */
function replyOf(
  ended: EndedCommand,
  { out: folder }: EvaluationCommand,
  signal: AbortSignal,
): EvaluateReply {
  const { status } = ended;
  if (status === 0 || status === 1) return { folder, state: 'finished' };
  if (signal.aborted || status === STOPPED) return { folder, state: 'stopped' };
  return { folder, problem: whyEnded(ended) };
}

const STOPPED = 130;

async function traceOf({ folder, id }: EvaluationQuestionParams, workspace: Workspace): Promise<AskReply> {
  const found = await readSavedQuestion(folder, id);
  if ('problem' in found) return found;
  const trace = await readTrace(folder, found.question.row).then(asTrace, () => undefined);
  if (!trace)
    return {
      problem: found.prediction
        ? 'The trace of this question is missing or damaged. Ask it again.'
        : 'This question has not been asked yet.',
    };
  const document = documentOf(trace, await workspace.settingsOf(undefined));
  return { trace, ...(document !== undefined && { document }) };
}

/** Checks the shape of a saved trace. */
function asTrace(value: unknown): AskTrace | undefined {
  const trace = value as Partial<AskTrace> | null;
  const whole =
    [trace?.question, trace?.kb, trace?.began, trace?.result?.kind].every((one) => typeof one === 'string') &&
    [trace?.considered, trace?.thoughts, trace?.troubles, trace?.advice, trace?.used].every(Array.isArray) &&
    Array.isArray(trace?.linking?.entities) &&
    Array.isArray(trace.result?.answers);
  return whole ? (trace as AskTrace) : undefined;
}

async function exemplarOf(
  { folder, id }: EvaluationQuestionParams,
  workspace: Workspace,
): Promise<ExemplarResult> {
  const found = await readSavedQuestion(folder, id);
  if ('problem' in found) return found;
  const { question, prediction } = found;
  const [schema, { dialect }] = [await workspace.schema(), await workspace.settingsOf(undefined)];
  if (!schema) return { problem: 'There is no KB schema. Choose one with funfusic.schema.file.' };
  const right = correctQueryOf(question, prediction, { schema, dialect, now: today() });
  return 'problem' in right ? right : { question: question.question, ...right };
}
