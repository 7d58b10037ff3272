import { NamedSettings } from '../named-settings';

/** What the client itself must know of a model's settings; the server reads and judges the whole. */
export interface ModelEntry {
  readonly url?: string;
  readonly model?: string;
  readonly apiVersion?: string;
  readonly key?: boolean;
  readonly editor?: string;
}

/** The name for working without a model. */
export const NO_MODEL = 'none';

/** The models of the settings. They are the user's, because their cost is. */
export const modelSettings = new NamedSettings<ModelEntry>({
  one: 'model',
  all: 'models',
  none: NO_MODEL,
  belongsTo: 'user',
});
