/** The models that the settings define. */
import { isLoopback } from '../language/text/loopback';
import { NO_MODEL, type ModelConfig } from './model-config';

export interface ModelListing {
  readonly name: string;
  readonly kind: 'server' | 'editor';
  /** The recipient: an origin, or the editor's ID of the model. */
  readonly where: string;
  /** The name that its server uses. */
  readonly model: string;
  /** It runs on this computer. */
  readonly local: boolean;
}

export function listModels(configs: Readonly<Record<string, ModelConfig>>): readonly ModelListing[] {
  return Object.entries(configs).map(([name, config]): ModelListing => {
    if ('editor' in config)
      return { name, kind: 'editor', where: config.editor, model: config.editor, local: false };
    const { origin, hostname } = new URL(config.url);
    return { name, kind: 'server', where: origin, model: config.model ?? name, local: isLoopback(hostname) };
  });
}

interface ModelSettings {
  readonly model: string;
  readonly models: Readonly<Record<string, ModelConfig>>;
}

/** The selected model; undefined if none is selected or the settings do not define it. */
export function selectedModel(settings: ModelSettings): ModelListing | undefined {
  if (settings.model === NO_MODEL) return undefined;
  return listModels(settings.models).find(({ name }) => name === settings.model);
}

/** The selected model, or why it cannot be used; undefined if none is selected. */
export function selectedModelOrProblem(
  settings: ModelSettings,
): ModelListing | { readonly problem: string } | undefined {
  if (settings.model === NO_MODEL) return undefined;
  return selectedModel(settings) ?? { problem: unknownModelMessage(settings.model) };
}

export const unknownModelMessage = (name: string): string =>
  `There is no model called ${name}. Name one of funfusic.models, or ${NO_MODEL}.`;
