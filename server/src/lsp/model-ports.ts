/** The selected model with its prompts, exemplars and budget. */
import { openExemplars, openPrompts } from '../compose/prompts';
import { findUnpricedLimit, stopWhenUnauthorized, withBudget } from '../core/model/budget';
import { withCache } from '../core/model/cache';
import { NO_MODEL } from '../core/model/model-config';
import { selectedModel } from '../core/model/model-list';
import type { RepairPorts } from '../core/repair/repair-ports';
import type { Problem } from '../protocol/index';
import type { Settings } from '../settings/settings';
import type { Workspace } from './workspace';

export type ModelPorts = NonNullable<RepairPorts['model']> & {
  /** Problems with the user's prompts and exemplars, which the built-in ones then replace, and with the budget. */
  readonly problems: readonly string[];
};

/** Opens the selected model for one request, with a budget of its own. Returns undefined if no model is selected. */
export function openModelPorts(
  settings: Settings,
  workspace: Pick<Workspace, 'models' | 'folder'>,
): ModelPorts | Problem | undefined {
  if (settings.model === NO_MODEL) return undefined;
  const model = workspace.models.named(settings.model, settings);
  if ('problem' in model) return model;
  // Read each time, because the files may have changed.
  const prompts = openPrompts(settings.promptsFolder, workspace.folder);
  const exemplars = openExemplars(settings.exemplars.file, workspace.folder);
  const { prices, temperature } = settings.models[settings.model] ?? {};
  const { budget } = settings.repair;
  const counted = withBudget(stopWhenUnauthorized(model), budget, prices);
  // Local models cost nothing.
  const unpriced =
    selectedModel(settings)?.local === true ? undefined : findUnpricedLimit(model.name, budget, prices);
  return {
    model: withCache(counted.model, workspace.models.repliesOf(settings.model), temperature),
    usage: counted.usage,
    prompts,
    exemplars,
    problems: [...prompts.problems, ...exemplars.problems, ...(unpriced === undefined ? [] : [unpriced])],
  };
}
