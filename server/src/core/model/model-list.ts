import { isLoopback } from '../language/text/loopback';
import { NO_MODEL, type ModelConfig } from './model-config';

/** A model that can be chosen. */
export interface ModelListing {
  readonly name: string;
  readonly kind: 'server' | 'editor';
  /** Who gets what is sent: an origin, or the editor's id for it. */
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

/** The one that is chosen; undefined for working without, or where the settings do not have it. */
export function chosenModel(settings: {
  readonly model: string;
  readonly models: Readonly<Record<string, ModelConfig>>;
}): ModelListing | undefined {
  if (settings.model === NO_MODEL) return undefined;
  return listModels(settings.models).find(({ name }) => name === settings.model);
}
