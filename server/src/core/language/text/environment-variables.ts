/** Environment variables of the command line. The editor sets them when it starts a command. */

/** The editor settings in the section `funfusic`, as JSON. */
export const SETTINGS_VARIABLE = 'FUNFUSIC_SETTINGS';

/** The editor settings in the section `http` (proxies and certificates), as JSON. */
export const HTTP_VARIABLE = 'FUNFUSIC_HTTP';

/** Replaces the folder of the bundled data, for measurements. */
export const DATA_VARIABLE = 'FUNFUSIC_DATA';

/** The cache folder for large KBs. */
export const CACHE_VARIABLE = 'FUNFUSIC_CACHE';

/** Returns a name such as `FUNFUSIC_WIKI_PASSWORD` for the password of the KB Wiki. */
export function environmentVariable(...parts: readonly string[]): string {
  return `FUNFUSIC_${parts
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()}`;
}
