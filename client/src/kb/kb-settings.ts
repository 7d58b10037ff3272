import { NamedSettings } from '../named-settings';

/** What the client itself must know of a KB's settings; the server reads and judges the whole. */
export interface KbEntry {
  readonly endpoint?: string;
  readonly file?: string | readonly string[];
  readonly auth?: string;
  readonly user?: string;
  readonly secretHeaders?: readonly string[];
  readonly schema?: string;
}

/** The KBs of the settings. */
export const kbSettings = new NamedSettings<KbEntry>({
  one: 'knowledgeBase',
  all: 'knowledgeBases',
  none: '',
  belongsTo: 'project',
});
