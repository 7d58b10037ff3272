import { NamedSettings } from '../named-settings';

/** The fields of a KB's settings that the client uses. The server reads and validates all of them. */
export interface KbEntry {
  readonly endpoint?: string;
  readonly engine?: string;
  readonly defaultGraph?: string;
  readonly file?: string | readonly string[];
  readonly auth?: string;
  readonly user?: string;
  readonly secretHeaders?: readonly string[];
  readonly schema?: string;
}

/** The KBs of the settings. */
export const kbSettings = new NamedSettings<KbEntry>({
  selected: 'knowledgeBase',
  entries: 'knowledgeBases',
  none: '',
  belongsTo: 'project',
});
