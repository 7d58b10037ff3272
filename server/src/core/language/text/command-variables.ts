/** What a command is told by the environment, by the editor that starts it or by whoever calls it. */

/** An editor's section `funfusic`, as JSON: what is set in it, wherever that stands. */
export const SETTINGS_VARIABLE = 'FUNFUSIC_SETTINGS';

/** The same of its section `http`: proxies and certificates. */
export const HTTP_VARIABLE = 'FUNFUSIC_HTTP';

/** The folder of the data that comes along, where whoever measures puts another in its place. */
export const DATA_VARIABLE = 'FUNFUSIC_DATA';

/** Where what was made of large KBs is kept. */
export const CACHE_VARIABLE = 'FUNFUSIC_CACHE';

/** `FUNFUSIC_WIKI_PASSWORD` for the password of the KB called Wiki, `FUNFUSIC_WIKI_ADDRESS` for where it may be sent. */
export function variableOf(...parts: readonly string[]): string {
  return `FUNFUSIC_${parts
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()}`;
}
