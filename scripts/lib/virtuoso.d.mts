/** The installed Virtuoso and its SQL client; undefined if they are missing. */
export function findVirtuoso(): { readonly server: string; readonly sql: string } | undefined;
