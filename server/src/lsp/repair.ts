import { LSPErrorCodes, ResponseError, type CancellationToken, type Connection } from 'vscode-languageserver';
import { openRetriever } from '../compose/index';
import { NO_MODEL } from '../core/model/model-config';
import { chosenModel } from '../core/model/model-list';
import { repair } from '../core/repair/repair';
import type { RepairEvent } from '../core/repair/repair-events';
import type { RepairPorts } from '../core/repair/repair-ports';
import { questionOf, withQuestion } from '../core/language/sparql/header';
import {
  REPAIR_EVENT_NOTIFICATION,
  REPAIR_REQUEST,
  REPAIR_TARGET_REQUEST,
  type RepairParams,
  type RepairReply,
  type RepairTargetResult,
} from '../protocol/index';
import { drain } from '../core/query/drain';
import { repairOptionsOf } from '../settings/work-options';
import { signalOf } from './cancellation';
import type { Feature, Workspace } from './feature';
import { modelPorts } from './model-ports';
import { plan, targetOf, useOf, type Plan } from './run';
import { teller } from './telling';
import { toRange } from './to-lsp';

/** Repairs the query around a place. Nothing is changed: what is proposed is for the editor to show. */
export const repairs: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(REPAIR_TARGET_REQUEST, (params: RepairParams) => repairTarget(params, workspace));
    connection.onRequest(REPAIR_REQUEST, (params: RepairParams, token: CancellationToken) =>
      workspace.knowledgeBases.asWanted(() => repairQuery(params, connection, workspace, token)),
    );
  },
};

/** Always the whole query: a part of it has no question. */
async function planFor(
  { textDocument, range: { start } }: Pick<RepairParams, 'textDocument' | 'range'>,
  workspace: Workspace,
): Promise<Plan | { readonly problem: string }> {
  const planned = await plan({ textDocument, range: { start, end: start } }, workspace);
  return 'what' in planned && planned.what.query.query.form === 'update'
    ? { problem: 'An update is not repaired: it would have to be run to be judged. Repair queries that ask.' }
    : planned;
}

async function repairTarget(params: RepairParams, workspace: Workspace): Promise<RepairTargetResult> {
  const planned = await planFor(params, workspace);
  if ('problem' in planned) return planned;
  const { open, what } = planned;
  const { settings } = open;
  const model = chosenModel(settings);
  if (!model && settings.model !== NO_MODEL)
    return {
      problem: `There is no model called ${settings.model}. Name one of funfusic.models in funfusic.model, or ${NO_MODEL}.`,
    };
  return {
    ...targetOf(planned),
    range: toRange(open.document, what.where),
    rounds: settings.repair.rounds + 1,
    ...(model && { model }),
  };
}

async function repairQuery(
  params: RepairParams,
  connection: Connection,
  workspace: Workspace,
  token: CancellationToken,
): Promise<RepairReply | ResponseError> {
  const planned = await planFor(params, workspace);
  if ('problem' in planned) return planned;
  const { open, what, name } = planned;
  const { settings, schema } = open;
  const use = useOf(planned, 'the query and the repairs of it that are tried');
  const kb = await workspace.entities.open(name, settings, schema, use);
  if ('problem' in kb) return kb;
  // The document may change meanwhile: what is told of it is how it was when it began.
  const range = toRange(open.document, what.where);
  const before = what.text;
  const said = questionOf(what.query)?.text;
  const question = said ?? params.question;
  const tell = teller(params.progress, connection, REPAIR_EVENT_NOTIFICATION);
  const asked = params.withoutModel === true ? undefined : modelPorts(settings, workspace);
  if (asked && 'problem' in asked) return asked;
  const ports: RepairPorts = {
    schema,
    kb,
    ...(asked && { model: asked, ...(schema && { retriever: openRetriever(schema) }) }),
    now: () => performance.now(),
    date: () => new Date().toISOString(),
    onDefect: open.onDefect,
  };
  const cancelled = signalOf(token);
  try {
    await kb.kb.prepare?.(tell.step, cancelled);
    for (const message of asked?.problems ?? [])
      tell.event({ type: 'trouble', round: 0, message } satisfies RepairEvent);
    const task = { query: before, ...(question !== undefined && { question }) };
    const trace = await drain(repair(task, ports, repairOptionsOf(settings), cancelled), (event) => {
      if (event.type === 'executed') workspace.entities.ran(kb.kb, event.execution);
      tell.event(event);
    });
    const after = trace.result.kind === 'repaired' ? trace.result.query : before;
    return {
      trace: { ...trace, troubles: [...(asked?.problems ?? []), ...trace.troubles] },
      range,
      before,
      after: said === undefined && question !== undefined ? withQuestion(after, question) : after,
    };
  } catch (error) {
    if (cancelled.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    throw error;
  }
}
