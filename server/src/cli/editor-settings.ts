/** What an editor that has started us says of itself, by the environment. */
import { parse } from 'jsonc-parser';
import { HTTP_VARIABLE, SETTINGS_VARIABLE } from '../core/language/text/command-variables';

/** Its section `funfusic`; undefined where nobody says anything, so that a folder's own file counts. */
export const editorSettings = (): unknown => sectionIn(SETTINGS_VARIABLE);

/** Whoever reads what we say is there, and not at a command line. */
export const isStartedByEditor = (): boolean => process.env[SETTINGS_VARIABLE] !== undefined;

/** Its section `http`. */
export const editorHttp = (): Promise<unknown> => Promise.resolve(sectionIn(HTTP_VARIABLE));

function sectionIn(variable: string): unknown {
  const text = process.env[variable];
  return text === undefined ? undefined : (parse(text) as unknown);
}
