import { NO_MODEL } from '../core/model/model-config';
import { chosenModel } from '../core/model/model-list';
import { REPAIR_TARGET_REQUEST, type RepairParams, type RepairTargetResult } from '../protocol';
import type { Feature, Workspace } from './feature';
import { plan, targetOf, type Plan } from './run';
import { toRange } from './to-lsp';

/** Repairs the query around a place. Nothing is changed: what is proposed is for the editor to show. */
export const repairs: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(REPAIR_TARGET_REQUEST, (params: RepairParams) => repairTarget(params, workspace));
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
