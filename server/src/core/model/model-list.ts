import { isLoopback } from '../language/text/loopback';
import { NO_MODEL, type ModelConfig } from './model-config';

/** A model that can be chosen. */
export interface ModelListing {
  readonly name: string;
  readonly kind: 'server' | 'editor';
  /** The recipient: an origin, or the editor's id for it. */
  readonly where: string;
  /** As its server calls it. */
  readonly model: string;
  /** It runs on this computer: nothing leaves it. */
  readonly local: boolean;
}

/** Those of the settings, in their order. */
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

/** The selected model; undefined for none, and for one that the settings do not define. */
export function chosenModel(settings: ModelSettings): ModelListing | undefined {
  if (settings.model === NO_MODEL) return undefined;
  return listModels(settings.models).find(({ name }) => name === settings.model);
}

/** The selected model, or why it cannot be used; undefined for none. */
export function chosenModelOrProblem(
  settings: ModelSettings,
): ModelListing | { readonly problem: string } | undefined {
  if (settings.model === NO_MODEL) return undefined;
  return chosenModel(settings) ?? { problem: unknownModel(settings.model) };
}

export const unknownModel = (name: string): string =>
  `There is no model called ${name}. Name one of funfusic.models, or ${NO_MODEL}.`;
