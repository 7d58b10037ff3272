/** Addresses may hold a user and a password: `http://user:password@host/sparql`. What is shown, kept or sent on must not. */

/** Same text, as long as before, with dots for the user and password of every address in it: places in it stay what they are. */
export const hidePasswords = (text: string): string =>
  text.replace(IN_ADDRESSES, (_, scheme: string, secret: string) => `${scheme}${DOT.repeat(secret.length)}@`);

/** An address by which something is called: how long its password is, is not to be told either. */
export const nameOfAddress = (address: string): string =>
  address.replace(IN_ADDRESSES, (_, scheme: string) => `${scheme}${DOT.repeat(3)}@`);

/** Whether a password was left out of it, so that it leads nowhere by itself. */
export const hasHiddenPassword = (address: string): boolean => address.includes(`${DOT}@`);

const DOT = '•';

// A password may hold an @ itself: the last one before the path ends it.
const IN_ADDRESSES = /\b(https?:\/\/)([^\s/?#<>"]+)@/gi;
