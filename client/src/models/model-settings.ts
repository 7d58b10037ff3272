import { NamedSettings } from '../named-settings';

/** The fields of a model's settings that the client uses. The server reads and validates all of them. */
export interface ModelEntry {
  readonly url?: string;
  readonly model?: string;
  readonly apiVersion?: string;
  readonly key?: boolean;
  readonly editor?: string;
}

/** The name for working without a model. */
export const NO_MODEL = 'none';

/** The models of the settings. They are user settings by default, because the user pays for them. */
export const modelSettings = new NamedSettings<ModelEntry>({
  selected: 'model',
  entries: 'models',
  none: NO_MODEL,
  belongsTo: 'user',
});
