/** Removes secrets from addresses such as `http://user:password@host/sparql?apikey=key` before they are shown or saved. */

/**
 * Replaces the user and password of every address by dots, and the query string of the address in `# endpoint:`. The length
 * of the text does not change, so that ranges stay valid.
 */
export const hidePasswords = (text: string): string => hideUserInfo(hideEndpointSecrets(text));

/** Replaces the secrets in lines `# endpoint: ADDRESS` only. The rest of a query is sent to the KB unchanged. */
export const hideEndpointSecrets = (text: string): string =>
  text.replace(
    ENDPOINT_LINE,
    (_, key: string, address: string) =>
      key +
      hideUserInfo(address).replace(
        /([?#])(.+)$/s,
        (__, mark: string, secret: string) => mark + DOT.repeat(secret.length),
      ),
  );

const hideUserInfo = (text: string): string =>
  text.replace(USER_INFO, (_, scheme: string, secret: string) => `${scheme}${DOT.repeat(secret.length)}@`);

/** Returns the name of a KB that is given by its address: secrets, query string and fragment are replaced by dots. */
export function redactAddress(address: string): string {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
  if (scheme === undefined) return address;
  // In an invalid address, any text before an @ may be a password.
  const userInfo = URL.canParse(address) ? /^[^/?#]*@/ : /^.*@/s;
  return scheme + rest.replace(userInfo, `${DOT.repeat(3)}@`).replace(/[?#].*$/s, `?${DOT.repeat(3)}`);
}

/** Removes credentials, query string and fragment of an address, for display. */
export const withoutCredentials = (address: string): string =>
  redactAddress(address)
    .replace(`${DOT}${DOT}${DOT}@`, '')
    .replace(/[?].*$/s, '');

/** Removes the secrets of a command-line argument such as `--kb=ADDRESS`, so that it can be saved. */
export const redactArgument = (argument: string): string =>
  argument.replace(
    /^(--[\w-]+=)?(.*)$/s,
    (_, option: string | undefined, value: string) => (option ?? '') + redactAddress(value),
  );

/** Whether a secret was removed from the address, so that it cannot be used. */
export const hasHiddenSecret = (address: string): boolean =>
  address.includes(`${DOT}@`) || address.includes(`?${DOT}`);

const DOT = '•';

// A password may contain an @, so the last one before the path ends it.
const USER_INFO = /([a-z][a-z\d+.-]{0,30}:\/\/)([^\s/?#<>"]+)@/gi;

const ENDPOINT_LINE = /^([ \t]*#+\+?[ \t]*(?:endpoint|kb)[ \t]*:[ \t]*)([a-z][a-z\d+.-]*:\/\/\S+)/gim;
