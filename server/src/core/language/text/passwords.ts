/** Addresses may hold secrets: `http://user:password@host/sparql?apikey=key`. What is shown, saved or sent on must not. */

/**
 * Same text, as long as before, with dots for the user and password of every address in it, and for what stands behind the path
 * of one that a query names as its KB: places in it stay what they are.
 */
export const hidePasswords = (text: string): string =>
  hideEndpointSecrets(text).replace(
    IN_ADDRESSES,
    (_, scheme: string, secret: string) => `${scheme}${DOT.repeat(secret.length)}@`,
  );

/** The same for the lines `# endpoint: ADDRESS` only: the rest of a query is for the KB, whatever is in it. */
export const hideEndpointSecrets = (text: string): string =>
  text.replace(
    ENDPOINT_LINE,
    (_, key: string, address: string) =>
      key +
      address
        .replace(
          IN_ADDRESSES,
          (__, scheme: string, secret: string) => `${scheme}${DOT.repeat(secret.length)}@`,
        )
        .replace(/([?#])(.+)$/s, (__, mark: string, secret: string) => mark + DOT.repeat(secret.length)),
  );

/** The one name of something that is called by its address: without user, password, query string and fragment, which are marked. */
export function nameOfAddress(address: string): string {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
  if (scheme === undefined) return address;
  // In an address that cannot be read, anything before an @ may be a password.
  const userInfo = URL.canParse(address) ? /^[^/?#]*@/ : /^.*@/s;
  return scheme + rest.replace(userInfo, `${DOT.repeat(3)}@`).replace(/[?#].*$/s, `?${DOT.repeat(3)}`);
}

/** The same without marks, for where a place is shown rather than called. */
export const withoutCredentials = (address: string): string =>
  nameOfAddress(address)
    .replace(`${DOT}${DOT}${DOT}@`, '')
    .replace(/[?].*$/s, '');

/** An argument of a command line, such as `--kb=ADDRESS`, as it may be saved. */
export const argumentWithoutSecrets = (argument: string): string =>
  argument.replace(
    /^(--[\w-]+=)?(.*)$/s,
    (_, option: string | undefined, value: string) => (option ?? '') + nameOfAddress(value),
  );

/** Whether a secret was left out of it, so that it leads nowhere by itself. */
export const hasHiddenPassword = (address: string): boolean =>
  address.includes(`${DOT}@`) || address.includes(`?${DOT}`);

const DOT = '•';

// A password may hold an @ itself: the last one before the path ends it.
const IN_ADDRESSES = /\b([a-z][a-z\d+.-]*:\/\/)([^\s/?#<>"]+)@/gi;

const ENDPOINT_LINE = /^([ \t]*#+\+?[ \t]*(?:endpoint|kb)[ \t]*:[ \t]*)([a-z][a-z\d+.-]*:\/\/\S+)/gim;
