import { openRetriever } from '../compose/trained-data';
import type { TaskProgress } from '../core/kb/knowledge-base';
import { rankForQuestion } from '../core/ask/rank-for-question';
import { selectedModelOrProblem } from '../core/model/model-list';
import { repair } from '../core/repair/repair';
import type { RepairPorts } from '../core/repair/repair-ports';
import { questionOf, addQuestionHeader } from '../core/language/sparql/header';
import {
  REPAIR_EVENT_NOTIFICATION,
  REPAIR_REQUEST,
  REPAIR_TARGET_REQUEST,
  type Problem,
  type RepairEvent,
  type RepairParams,
  type RepairReply,
  type RepairTargetResult,
} from '../protocol/index';
import { drain } from '../core/query/drain';
import { toAskOptions, toRepairOptions } from '../settings/work-options';
import type { KbSchema } from '../core/schema/schema';
import type { Settings } from '../settings/settings';
import type { KbEntities } from './entities';
import type { CustomFeature } from './feature';
import { openModelPorts } from './model-ports';
import { eventReporter, onRequest, onUserRequest, stepReporter } from './requests';
import { contactReason, planRun, targetOf, type RunPlan } from './run';
import { toRange } from './to-lsp';
import { toModelInfo, toRepairEvent, toRepairTrace } from './to-protocol';
import type { Workspace } from './workspace';

/** Repairs the query at a position. The editor shows the proposal; the document is not changed. */
export const repairs: CustomFeature = (connection, workspace) => {
  onRequest(connection, REPAIR_TARGET_REQUEST, (params) => repairTarget(params, workspace));
  onUserRequest(connection, workspace, REPAIR_REQUEST, (params, signal) =>
    repairQuery(params, workspace, signal, {
      onEvent: eventReporter(connection, REPAIR_EVENT_NOTIFICATION, params.progress),
      onStep: stepReporter(connection, params.progress),
    }),
  );
};

/** Plans to run the whole query, because a part of it has no question. */
async function planRepair(
  { textDocument, range: { start } }: Pick<RepairParams, 'textDocument' | 'range'>,
  workspace: Workspace,
): Promise<RunPlan | Problem> {
  const planned = await planRun({ textDocument, range: { start, end: start } }, workspace);
  return 'what' in planned && planned.what.query.query.form === 'update'
    ? { problem: 'Updates cannot be repaired, because checking them would change the KB. Choose a query.' }
    : planned;
}

export async function repairTarget(params: RepairParams, workspace: Workspace): Promise<RepairTargetResult> {
  const planned = await planRepair(params, workspace);
  if ('problem' in planned) return planned;
  const { open, what } = planned;
  const { settings } = open;
  const model = selectedModelOrProblem(settings);
  if (model && 'problem' in model) return model;
  return {
    ...targetOf(planned),
    range: toRange(open.document, what.where),
    rounds: settings.repair.rounds + 1,
    ...(model && { model: toModelInfo(model) }),
  };
}

interface RepairReporter {
  readonly onEvent: (event: RepairEvent) => void;
  /** The KB is being loaded. */
  readonly onStep: (step: TaskProgress) => void;
}

export async function repairQuery(
  params: RepairParams,
  workspace: Workspace,
  signal: AbortSignal,
  { onEvent: report, onStep }: RepairReporter,
): Promise<RepairReply> {
  const planned = await planRepair(params, workspace);
  if ('problem' in planned) return planned;
  const { open, what, name } = planned;
  const { settings, schema } = open;
  const reason = contactReason(planned, 'the query and the repairs of it that are tried');
  const kb = await workspace.entities.open(name, settings, schema, reason);
  if ('problem' in kb) return kb;
  // The document may change during the repair; the reply describes it as it was at the start.
  const range = toRange(open.document, what.where);
  const before = what.text;
  const stated = questionOf(what.query)?.text;
  const question = stated ?? params.question;
  const model = params.withoutModel === true ? undefined : openModelPorts(settings, workspace);
  if (model && 'problem' in model) return model;
  const ports: RepairPorts = {
    schema,
    kb,
    ...(model && { model, ...(schema && { retriever: openRetriever(schema) }) }),
    ...(schema && { rank: questionRanker(kb, schema, settings, workspace) }),
    now: () => performance.now(),
    date: () => new Date().toISOString(),
    onDefect: open.onDefect,
  };
  await kb.kb.prepare?.(onStep, signal);
  for (const message of model?.problems ?? []) report({ type: 'trouble', round: 0, message });
  const task = { query: before, ...(question !== undefined && { question }) };
  const trace = await drain(repair(task, ports, toRepairOptions(settings), signal), (event) => {
    if (event.type === 'executed') workspace.entities.recordExecution(kb.kb, event.execution);
    report(toRepairEvent(event));
  });
  const after = trace.result.kind === 'repaired' ? trace.result.query : before;
  return {
    trace: toRepairTrace({ ...trace, troubles: [...(model?.problems ?? []), ...trace.troubles] }),
    range,
    before,
    after: stated === undefined && question !== undefined ? addQuestionHeader(after, question) : after,
  };
}

function questionRanker(
  kb: KbEntities,
  schema: KbSchema,
  settings: Settings,
  { entities }: Workspace,
): NonNullable<RepairPorts['rank']> {
  return async (question, given, signal) => {
    const ports = await entities.rankingPortsOf(kb, settings, schema);
    await ports.linker.prepare?.(() => undefined, signal);
    return rankForQuestion(question, given, ports, toAskOptions(settings), signal);
  };
}
