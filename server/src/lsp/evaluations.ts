/** The evaluations of the workspace: list, details, traces and reports. A new one runs as a child process. */
import type { Connection } from 'vscode-languageserver';
import {
  detectDatasetFile,
  readSavedQuestion,
  runCommand,
  RunReader,
  readTrace,
  type CommandResult,
  manifestIn,
  reportFolder,
} from '../compose/runs';
import { type ProgressLine, RUN_FILES } from '../evaluation/run-manifest';
import { findCorrectQuery } from '../evaluation/correct-query';
import type { TaskProgress } from '../core/kb/knowledge-base';
import {
  COMPARE_EVALUATIONS_REQUEST,
  DATASETS_REQUEST,
  EVALUATE_EVENT_NOTIFICATION,
  EVALUATE_REQUEST,
  EVALUATE_TARGET_REQUEST,
  EVALUATION_EXEMPLAR_REQUEST,
  EVALUATION_REPORT_REQUEST,
  EVALUATION_REQUEST,
  EVALUATION_TRACE_REQUEST,
  EVALUATIONS_REQUEST,
  untrustedMessage,
  type DatasetsResult,
  type EvaluateEvent,
  type EvaluateParams,
  type EvaluateReply,
  type EvaluateTargetResult,
  type EvaluationList,
  type PageResult,
  type Problem,
} from '../protocol/index';
import { askTrace } from '../protocol/values';
import { today } from '../compose/today';
import { documentOf } from './ask';
import {
  commandFor,
  evaluationEnvironment,
  exitReason,
  runsFolder,
  type EvaluationCommand,
  editorEnvironment,
} from './evaluation-process';
import type { CustomFeature } from './feature';
import { eventReporter, onRequest, stepReporter } from './requests';
import { toEvalProgress, toEvaluation, toEvaluationInfo, toModelInfo } from './to-protocol';
import type { Workspace } from './workspace';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const evaluations: CustomFeature = (connection, workspace) => {
  const reader = new RunReader((kb) => workspace.schema(kb));
  onRequest(connection, EVALUATIONS_REQUEST, () => listEvaluations(reader, workspace));
  onRequest(connection, EVALUATION_REQUEST, async ({ folder }) => {
    const view = await reader.view(folder);
    return 'problem' in view ? view : toEvaluation(view);
  });
  onRequest(connection, EVALUATION_TRACE_REQUEST, async ({ folder, id }) => {
    const found = await readSavedQuestion(folder, id);
    if ('problem' in found) return found;
    const saved = await readTrace(folder, found.question.row).catch(() => undefined);
    const { data: trace } = askTrace.safeParse(saved);
    if (!trace)
      return {
        problem: found.prediction
          ? 'The trace of this question is missing or damaged. Ask it again.'
          : 'This question has not been asked yet.',
      };
    const document = documentOf(trace, await workspace.settings());
    return { trace, ...(document !== undefined && { document }) };
  });
  onRequest(connection, EVALUATION_EXEMPLAR_REQUEST, async ({ folder, id }) => {
    const found = await readSavedQuestion(folder, id);
    if ('problem' in found) return found;
    const { question, prediction } = found;
    const [schema, { dialect }] = [await workspace.schema(), await workspace.settings()];
    if (!schema) return { problem: 'There is no KB schema. Choose one with funfusic.schema.file.' };
    const correct = findCorrectQuery(question, prediction, { schema, dialect, now: today() });
    return 'problem' in correct ? correct : { question: question.question, ...correct };
  });
  onRequest(connection, EVALUATION_REPORT_REQUEST, ({ folder }, signal) =>
    reportPage(folder, workspace, signal),
  );
  onRequest(connection, COMPARE_EVALUATIONS_REQUEST, ({ left, right }, signal) =>
    comparisonPage([left, right], workspace, signal),
  );
  onRequest(connection, DATASETS_REQUEST, ({ files }) => findDatasets(files));
  onRequest(connection, EVALUATE_TARGET_REQUEST, (params) => evaluateTarget(params, workspace));
  onRequest(connection, EVALUATE_REQUEST, (params, signal) =>
    evaluate(params, connection, workspace, signal),
  );
};

async function listEvaluations(reader: RunReader, workspace: Workspace): Promise<EvaluationList> {
  const folder = runsFolder(await workspace.settings(), workspace);
  if (folder === undefined) return { evaluations: [], problems: [] };
  const { evaluations, problems } = await reader.list(folder);
  return { folder, evaluations: evaluations.map(toEvaluationInfo), problems };
}

async function findDatasets(files: readonly string[]): Promise<DatasetsResult> {
  const datasets: { readonly file: string; readonly shape: string }[] = [];
  // One after another, so that only one file is open.
  for (const file of files) {
    const shape = await detectDatasetFile(file);
    if (shape !== undefined) datasets.push({ file, shape });
  }
  return { datasets };
}

async function evaluateTarget(params: EvaluateParams, workspace: Workspace): Promise<EvaluateTargetResult> {
  if (!workspace.trusted) return { problem: untrustedMessage('An evaluation') };
  const command = await commandFor(params, workspace);
  if ('problem' in command) return command;
  const { kb, strategy, model } = command;
  return { kb, strategy, ...(model && { model: toModelInfo(model) }) };
}

async function evaluate(
  params: EvaluateParams,
  connection: Connection,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<EvaluateReply> {
  if (!workspace.trusted) return { problem: untrustedMessage('An evaluation') };
  const command = await commandFor(params, workspace);
  if ('problem' in command) return command;
  const step = stepReporter(connection, params.progress);
  const event = eventReporter(connection, EVALUATE_EVENT_NOTIFICATION, params.progress);
  event({ type: 'began', folder: command.out });
  const environment = await workspace.knowledgeBases.onBehalfOfUser(() =>
    evaluationEnvironment(command, connection, workspace),
  );
  const ended = await runCommand(
    [...command.args, '--out', command.out, '--progress', 'json'],
    { folder: command.from, environment, onLine: (value) => reportLine(value, step, event) },
    signal,
  );
  return toReply(ended, command, signal);
}

/** Reports a line of the child process if it is valid. */
function reportLine(
  value: unknown,
  step: (step: TaskProgress) => void,
  event: (event: EvaluateEvent) => void,
): void {
  const line = value as Partial<ProgressLine>;
  if (line.type === 'step' && typeof line.message === 'string')
    step({ message: line.message, ...(line.share !== undefined && { share: line.share }) });
  else if (line.type === 'progress' && line.progress)
    event({ type: 'progress', progress: toEvalProgress(line.progress) });
}

/** Exit status 1 means that a score is too low; the evaluation is finished then too. */
function toReply(
  ended: CommandResult,
  { out: folder }: EvaluationCommand,
  signal: AbortSignal,
): EvaluateReply {
  const { status } = ended;
  if (status === 0 || status === 1) return { folder, state: 'finished' };
  if (signal.aborted || status === STOPPED) return { folder, state: 'stopped' };
  return { folder, problem: exitReason(ended) };
}

/** The exit status of a command that was interrupted. */
const STOPPED = 130;

/** Writes the report of a run, which may be unfinished. A child process does it, because scoring thousands of questions takes long. */
async function reportPage(folder: string, workspace: Workspace, signal: AbortSignal): Promise<PageResult> {
  return withTemporaryFolder(async (temporary) => {
    const written = await writeReport(folder, temporary, workspace, signal);
    if ('problem' in written) return written;
    const file = join(written.out, RUN_FILES.report.html);
    const html = await readFile(file, 'utf8');
    return written.out.startsWith(temporary) ? { html } : { html, file };
  });
}

async function comparisonPage(
  [left, right]: readonly [string, string],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PageResult> {
  return withTemporaryFolder(async (temporary) => {
    const reports: string[] = [];
    for (const folder of [left, right]) {
      const written = await writeReport(folder, temporary, workspace, signal);
      if ('problem' in written) return written;
      reports.push(written.out);
    }
    const page = join(temporary, 'comparison.html');
    const ended = await runCli(['compare', ...reports, '--html', page], workspace, signal);
    return ended.status === 0 ? { html: await readFile(page, 'utf8') } : { problem: exitReason(ended) };
  });
}

async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'funfusic-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uses the schema of the run's KB. Writes into the folder of the run only if the workspace is trusted. */
async function writeReport(
  folder: string,
  temporary: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<{ readonly out: string } | Problem> {
  const manifest = await manifestIn(folder);
  if ('problem' in manifest) return manifest;
  const { knowledgeBases, schemaFile } = await workspace.settings();
  const schema = knowledgeBases[manifest.facts.kb]?.schema ?? schemaFile;
  const schemaArguments = schema === '' ? [] : ['--schema', resolve(workspace.folder ?? '', schema)];
  const out = workspace.trusted ? folder : await reportFolder(workspace.cacheFolder ?? temporary, folder);
  const ended = await runCli(['report', folder, '--out', out, ...schemaArguments], workspace, signal);
  return ended.status === 0 ? { out } : { problem: exitReason(ended) };
}

async function runCli(
  args: readonly string[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<CommandResult> {
  const environment = await editorEnvironment(workspace);
  return runCommand(args, { folder: workspace.folder ?? tmpdir(), environment }, signal);
}
